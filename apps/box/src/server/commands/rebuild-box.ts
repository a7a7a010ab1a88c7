import { isCommonPassword } from '@boxwood/account';
import { checkNewPassword, isUserId } from '@boxwood/command-bus/rules';
import { systemClock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import { StartFailure } from '../../config.ts';
import { createLog } from '../../platform/log.ts';
import { createServices } from '../../services.ts';
import { stateDirOf } from '../../storage/state/state-paths.ts';
import { makeOwner, rebuildState } from '../../storage/state/rebuild-state.ts';
import { ensureSecret } from '../../storage/state/box-secret.ts';
import { promptPassword, PASSWORD_ISSUES } from './prompt-password.ts';
import { commandLine } from './command-options.ts';
import { printLine } from './print-line.ts';
import type { RestoreJob } from './restore-job.ts';

/**
 * Creates the first owner over the existing files, as the setup in the browser does, but from this terminal. Anyone who
 * can stop the box and write its folders owns the machine, and no setup is offered on the network.
 */
const createOwner = async (
  { dataDir, accountUrl, restoreCommand }: RestoreJob,
  name: string,
  password: string,
): Promise<void> => {
  const config: BoxConfig = {
    dataDir,
    stateDir: stateDirOf(dataDir),
    boxSecret: ensureSecret({ dataDir, fingerprint: null, inUse: false, restore: restoreCommand }),
    port: 0,
    sharePort: null,
    host: '127.0.0.1',
    hostNames: [],
    model: 'G2',
    callsAtOnce: 1,
    desktopDir: '',
    demo: false,
    helper: 'none',
    allowLanDownloads: false,
    accountUrl,
  };
  const services = await createServices({ config, log: createLog('warn'), clock: systemClock });
  try {
    const code = services.setup.newCode();
    const boxname = services.facts.get('boxname') ?? 'Boxwood';
    await services.setup.run({ code, boxname, username: name, password }, 'terminal');
  } finally {
    await services.close();
  }
};

const ownerRequired = (people: readonly string[], restoreCommand: (options: string) => string): StartFailure =>
  new StartFailure(
    people.length === 0
      ? `No user could be recovered. Name the owner with the user id of the owner's folder: ${restoreCommand('--rebuild --owner NAME')}`
      : `No administrator could be recovered. Choose the owner from ${people.join(', ')}: ${restoreCommand('--rebuild --owner NAME')}`,
  );

/** Salvages readable rows of the databases into new ones, and creates an owner when no user could be saved. */
export const rebuildBox = async (job: RestoreJob, owner: string | undefined): Promise<void> => {
  const { dataDir, embedded, now, restoreCommand } = job;
  if (owner !== undefined && !isUserId(owner)) throw new StartFailure(`"${owner}" is not a valid user id.`);
  const { people, administrators, safes, incomplete, aside } = await rebuildState(dataDir, embedded, now);
  if (aside !== null) printLine(`The previous databases are in ${aside}`);
  printLine(`Recovered users: ${people.length === 0 ? 'none' : people.join(', ')}; keys of safes: ${safes}.`);
  if (incomplete.length > 0) printLine(`Lost or incomplete: ${incomplete.join(', ')}.`);
  if (safes === 0) printLine('A safe whose key is lost can only be opened with its recovery kit.');
  if (administrators === 0) {
    if (owner === undefined) throw ownerRequired(people, restoreCommand);
    if (people.length === 0) {
      const password = await promptPassword(`New password for ${owner}: `);
      if (!checkNewPassword(password).ok) throw new StartFailure(PASSWORD_ISSUES.length);
      if (isCommonPassword(password, [owner])) throw new StartFailure(PASSWORD_ISSUES.common);
      await createOwner(job, owner, password);
    } else if (people.includes(owner)) makeOwner(dataDir, embedded, owner);
    else throw ownerRequired(people, restoreCommand);
    printLine(`${owner} is the owner.`);
  }
  printLine(
    'Folders of users who could not be recovered are unchanged. A user who joins with the same user id gets the folder back.',
  );
  printLine(`Start the box: ${commandLine(['--data', dataDir])}`);
};
