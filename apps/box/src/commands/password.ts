import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createAccount } from '@boxwood/account';
import { systemClock } from '../clock.ts';
import { StartFailure } from '../config.ts';
import { explainTrouble, readState, troubleOf } from '../state/condition.ts';
import { holdDataFolder } from '../state/lock.ts';
import { accountDirOf, stateDirOf } from '../state/places.ts';
import { askPassword, ISSUES } from './ask-password.ts';
import { commandLine, placeOf, restoreLine } from './options.ts';
import { say } from './say.ts';

/** Checks that this data folder holds accounts and that their database is intact. */
const demandPeople = async (dataDir: string): Promise<void> => {
  const state = readState(dataDir);
  const trouble = troubleOf(state, true);
  if (state.facts.elsewhere)
    throw new StartFailure('The account service of this box is elsewhere, and it keeps the passwords.');
  if (trouble !== null)
    throw new StartFailure(await explainTrouble(trouble, state, systemClock.now(), restoreLine(dataDir, undefined)));
  if (state.members === 0) throw new StartFailure(`Nobody has a password in ${dataDir} yet.`);
};

/**
 * Sets a new password for a user who forgot it, including the administrator, whom no other user can help. Anyone who
 * can stop the box and write its folders owns the machine. The box must be stopped; at its next start it ends the
 * sessions made with the old password.
 */
export const password = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: { type: 'string', default: './data' } },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new StartFailure('Whose password? password NAME --data DIR');
  const dataDir = placeOf(values.data);
  if (!existsSync(dataDir)) throw new StartFailure(`There is no data folder ${dataDir}; name it with --data DIR.`);
  const stateDir = stateDirOf(dataDir);
  const lock = holdDataFolder(dataDir, stateDir);
  try {
    await demandPeople(dataDir);
    const typed = await askPassword(`A new password for ${name}: `);
    const account = await createAccount({ dataDir: accountDirOf(stateDir) });
    try {
      const given = await account.givePassword(name, typed);
      if (given === 'nobody') throw new StartFailure(`Nobody here is called ${name}.`);
      if (given !== 'given') throw new StartFailure(ISSUES[given]);
    } finally {
      await account.close();
    }
    say(`${name} has a new password, and signs in anew everywhere. The safe and the private files keep theirs.`);
    say(`Start the box: ${commandLine(['--data', dataDir])}`);
  } finally {
    lock.release();
  }
};
