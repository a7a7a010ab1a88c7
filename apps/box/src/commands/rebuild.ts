import { isCommonPassword } from '@boxwood/account';
import { checkNewPassword, isUserId } from '@boxwood/command-bus/rules';
import { systemClock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import { StartFailure } from '../config.ts';
import { createLog } from '../log.ts';
import { createServices } from '../services.ts';
import { stateDirOf } from '../state/places.ts';
import { makeOwner, rebuildState } from '../state/rebuild.ts';
import { secretFor } from '../state/secret.ts';
import { askPassword, ISSUES } from './ask-password.ts';
import { commandLine } from './options.ts';
import { say } from './say.ts';
import type { RestoreJob } from './restore-job.ts';

/**
 * Creates the first owner over the existing files, as the setup in the browser does, but from this terminal. Anyone who
 * can stop the box and write its folders owns the machine, and no setup is offered on the network.
 */
const createOwner = async (
  { dataDir, accountUrl, again }: RestoreJob,
  name: string,
  password: string,
): Promise<void> => {
  const config: BoxConfig = {
    dataDir,
    stateDir: stateDirOf(dataDir),
    boxSecret: secretFor({ dataDir, fingerprint: null, inUse: false, restore: again }),
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

const needOwner = (people: readonly string[], again: (options: string) => string): StartFailure =>
  new StartFailure(
    people.length === 0
      ? `Nobody could be saved. Say who the owner is, with the user id that the owner's folder has: ${again('--rebuild --owner NAME')}`
      : `No administrator could be saved. Say which of ${people.join(', ')} is the owner: ${again('--rebuild --owner NAME')}`,
  );

/** Salvages readable rows of the databases into new ones, and creates an owner when no user could be saved. */
export const rebuildBox = async (job: RestoreJob, owner: string | undefined): Promise<void> => {
  const { dataDir, embedded, now, again } = job;
  if (owner !== undefined && !isUserId(owner)) throw new StartFailure(`"${owner}" is no user id.`);
  const { people, administrators, safes, incomplete, aside } = await rebuildState(dataDir, embedded, now);
  if (aside !== null) say(`What was there is kept in ${aside}`);
  say(`Saved: ${people.length === 0 ? 'nobody' : people.join(', ')}; keys of safes: ${safes}.`);
  if (incomplete.length > 0) say(`Lost, or not whole: ${incomplete.join(', ')}.`);
  if (safes === 0) say('A safe whose key is lost opens with its recovery kit only.');
  if (administrators === 0) {
    if (owner === undefined) throw needOwner(people, again);
    if (people.length === 0) {
      const password = await askPassword(`A password for ${owner}: `);
      if (!checkNewPassword(password).ok) throw new StartFailure(ISSUES.length);
      if (isCommonPassword(password, [owner])) throw new StartFailure(ISSUES.common);
      await createOwner(job, owner, password);
    } else if (people.includes(owner)) makeOwner(dataDir, embedded, owner);
    else throw needOwner(people, again);
    say(`${owner} is the owner.`);
  }
  say('Folders of people who could not be saved are untouched; each opens again for whoever joins with that user id.');
  say(`Start the box: ${commandLine(['--data', dataDir])}`);
};
