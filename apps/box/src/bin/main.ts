/**
 * `boxwood-box`: runs a box and maintains its state. Prints one line with the address to open, or one that explains the
 * error.
 */
import { runBox } from '../server/commands/run-command.ts';
import { StartFailure } from '../config.ts';
import { readBoxVersion } from '../platform/version.ts';

const USAGE = `boxwood-box [options]           run a box
boxwood-box doctor [options]    check this machine and the data folder
  --port N          port to listen on (6900)
  --share-port N    port for shared links only (20223), or none
  --host ADDRESS    address to listen on (0.0.0.0)
  --host-name NAME  an internet name of this box; can be repeated
  --tls-cert FILE   serve https with this certificate chain (PEM)
  --tls-key FILE    its private key; both files are reloaded when they change
  --data DIR        folder of the family's files (./data)
  --model N2|N3|G2  model of the box (G2)
  --account URL     an external account service (default: the one inside the box)
  --desktop DIR     the built desktop
  --calls N         maximum number of concurrent calls of one user (10)
  --demo            fill an empty box with demo users and files
  --releases DIR    folder of the releases that launch.js can start (next to the database)
  --upgrade-key FILE
                    trust releases signed with this key (default: the key of this release)
  --packages DIR    offer the releases in this folder as upgrades
  --helper SOCKET   socket of boxwood-host, which restarts this machine and sets its clock, or none
                    (default: the one of systemd; a box that runs as root starts its own)
  --allow-lan-downloads
                    allow downloads from this machine and the home network
boxwood-box backup [options]    back up users, passwords, shares and history; the box may be running
  --data DIR        folder of the family's files (./data)
  --to DIR          folder for the backup (next to the database)
  --kit FILE        also write the box's secret to FILE; keep it apart from the data
boxwood-box restore [options]   restore a backup; stop the box first
  --data DIR        folder of the family's files (./data)
  --from DIR        a backup, or a folder of backups (next to the database)
  --yes             replace an intact database, or give up the old secret
  --kit FILE        restore the box's secret
  --new-secret      continue without the old secret
  --rebuild         without a backup: recover the readable data; files are not changed
  --owner NAME      with --rebuild, if no user can be recovered: the user id of the owner
  --account URL     the box uses an external account service
boxwood-box password NAME [options]
                                set a new password for a user; stop the box first
  --data DIR        folder of the family's files (./data)
  --version
  --help`;

/** The subcommands. Each is loaded on demand; without a subcommand a box runs. */
const COMMANDS: ReadonlyMap<string, (args: readonly string[]) => Promise<void>> = new Map([
  ['doctor', async (args) => (await import('../server/commands/doctor-command.ts')).runDoctor(args)],
  ['backup', async (args) => (await import('../server/commands/backup-command.ts')).runBackup(args)],
  ['password', async (args) => (await import('../server/commands/password-command.ts')).runPassword(args)],
  ['restore', async (args) => (await import('../server/commands/restore-command.ts')).runRestore(args)],
]);

const textProperty = (failure: unknown, name: string): string => {
  const found: unknown = typeof failure === 'object' && failure !== null ? Reflect.get(failure, name) : undefined;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

const explainFailure = (failure: unknown): string => {
  if (failure instanceof StartFailure) return failure.message;
  const code = textProperty(failure, 'code');
  const port = textProperty(failure, 'port');
  if (code === 'EADDRINUSE')
    return `Port ${port} is used by another program. Stop it, or choose another port with --port N.`;
  if (code === 'EACCES')
    return textProperty(failure, 'syscall') === 'listen'
      ? `This user cannot listen on port ${port}. Choose a port above 1023 with --port N.`
      : `This user cannot access ${textProperty(failure, 'path')}. Run this as the user who runs the box.`;
  if (code.startsWith('ERR_PARSE_ARGS') && failure instanceof Error)
    return `${failure.message.split('. ')[0] ?? ''}. See --help.`;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again.';
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
};

const main = async (): Promise<void> => {
  const args = process.argv.slice(2);
  const [first = ''] = args;
  try {
    if (args.includes('--help')) console.log(USAGE);
    else if (args.includes('--version')) console.log(readBoxVersion());
    else if (first === '' || first.startsWith('-')) await runBox(args);
    else {
      const command = COMMANDS.get(first);
      if (command === undefined) throw new StartFailure(`Unknown argument "${first}". See --help.`);
      await command(args.slice(1));
    }
  } catch (failure) {
    console.error(explainFailure(failure));
    process.exitCode = 1;
  }
};

await main();
