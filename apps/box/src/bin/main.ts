/**
 * `boxwood-box`: runs a box and maintains its state. Prints one line with the address to open, or one that explains the
 * error.
 */
import { runBox } from '../server/commands/run-command.ts';
import { StartFailure } from '../config.ts';
import { readBoxVersion } from '../platform/version.ts';

const USAGE = `boxwood-box [options]           run a box
boxwood-box doctor [options]    say what this machine and this data folder lack
  --port N          port to listen on (6900)
  --share-port N    port that serves links of shares and nothing else (20223), or none
  --host ADDRESS    address to listen on (0.0.0.0)
  --host-name NAME  a name of the internet that leads to this box, may be given again
  --tls-cert FILE   speak https: the certificate, with those between it and its root (PEM)
  --tls-key FILE    and its private key; both are read again when they change
  --data DIR        folder of the family's files (./data)
  --model N2|N3|G2  model of the box (G2)
  --account URL     an account service elsewhere; without it one runs inside
  --desktop DIR     the built desktop
  --calls N         calls of one user that may run at once (10)
  --demo            fill an empty box with a believable family
  --releases DIR    where launch.js keeps releases that the box brought (beside the database)
  --upgrade-key FILE
                    trust releases that are signed with this key (that of the release that runs)
  --packages DIR    offer the releases in this folder to this box
  --helper SOCKET   where boxwood-host listens, which restarts this machine and sets its clock, or none
                    (what systemd runs; a box that is root starts its own)
  --allow-lan-downloads
                    let downloads from an address reach this machine and the home network
boxwood-box backup [options]    back up people, passwords, shares and history, also while the box runs
  --data DIR        folder of the family's files (./data)
  --to DIR          folder for the backup (beside the database)
  --kit FILE        also write the box's secret into FILE, to be kept apart from the data
boxwood-box restore [options]   bring a backup back; the box has to be stopped
  --data DIR        folder of the family's files (./data)
  --from DIR        a backup, or a folder of backups (beside the database)
  --yes             also over a database that is whole, or give the old secret up
  --kit FILE        bring the box's secret back
  --new-secret      go on without the old secret
  --rebuild         without a backup: save what can be read, over the files that are there
  --owner NAME      with --rebuild, when nobody could be saved: the user id of the owner
  --account URL     the account service is elsewhere
boxwood-box password NAME [options]
                                give somebody a new password; the box has to be stopped
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
    return `Port ${port} is taken by another program. Stop it, or choose another port with --port N.`;
  if (code === 'EACCES')
    return textProperty(failure, 'syscall') === 'listen'
      ? `This user may not listen on port ${port}. Choose a port above 1023 with --port N.`
      : `This user may not use ${textProperty(failure, 'path')}. Run this as the user who runs the box.`;
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
      if (command === undefined) throw new StartFailure(`Unknown word "${first}". See --help.`);
      await command(args.slice(1));
    }
  } catch (failure) {
    console.error(explainFailure(failure));
    process.exitCode = 1;
  }
};

await main();
