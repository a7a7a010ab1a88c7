import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createAccount } from '@boxwood/account';
import { systemClock } from '../../platform/clock.ts';
import { StartFailure } from '../../config.ts';
import { explainStateProblem, readState, findStateProblem } from '../../storage/state/state-check.ts';
import { lockDataFolder } from '../../storage/state/data-folder-lock.ts';
import { accountDirOf, stateDirOf } from '../../storage/state/state-paths.ts';
import { promptPassword, PASSWORD_ISSUES } from './prompt-password.ts';
import { commandLine, resolvePath, restoreCommandFor } from './command-options.ts';
import { printLine } from './print-line.ts';

/** Checks that this data folder holds accounts and that their database is intact. */
const requireAccounts = async (dataDir: string): Promise<void> => {
  const state = readState(dataDir);
  const problem = findStateProblem(state, true);
  if (state.facts.hasExternalAccounts)
    throw new StartFailure('This box uses an external account service. Change the password there.');
  if (problem !== null)
    throw new StartFailure(
      await explainStateProblem(problem, state, systemClock.now(), restoreCommandFor(dataDir, undefined)),
    );
  if (state.members === 0) throw new StartFailure(`No user has a password in ${dataDir} yet.`);
};

/**
 * Sets a new password for a user who forgot it, including the administrator, whom no other user can help. Anyone who
 * can stop the box and write its folders owns the machine. The box must be stopped; at its next start it ends the
 * sessions made with the old password.
 */
export const runPassword = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: { type: 'string', default: './data' } },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new StartFailure('Name the user: password NAME --data DIR');
  const dataDir = resolvePath(values.data);
  if (!existsSync(dataDir)) throw new StartFailure(`There is no data folder ${dataDir}; name it with --data DIR.`);
  const stateDir = stateDirOf(dataDir);
  const lock = lockDataFolder(dataDir, stateDir);
  try {
    await requireAccounts(dataDir);
    const typed = await promptPassword(`New password for ${name}: `);
    const account = await createAccount({ dataDir: accountDirOf(stateDir) });
    try {
      const result = await account.givePassword(name, typed);
      if (result === 'nobody') throw new StartFailure(`There is no user ${name}.`);
      if (result !== 'given') throw new StartFailure(PASSWORD_ISSUES[result]);
    } finally {
      await account.close();
    }
    printLine(
      `${name} has a new password and must sign in again on every device. The passwords of the safe and the private files did not change.`,
    );
    printLine(`Start the box: ${commandLine(['--data', dataDir])}`);
  } finally {
    lock.release();
  }
};
