import { parseArgs } from 'node:util';
import { systemClock } from '../../platform/clock.ts';
import { StartFailure } from '../../config.ts';
import { makeBackup } from '../../storage/state/backup.ts';
import { readState, formatTime } from '../../storage/state/state-check.ts';
import { fingerprintOf, readSecret, secretFileOf } from '../../storage/state/box-secret.ts';
import { backupsDirOf, stateDirOf } from '../../storage/state/state-paths.ts';
import { writeKit } from '../../storage/state/secret-kit.ts';
import { resolvePath } from './command-options.ts';
import { printLine } from './print-line.ts';

/** Makes a backup of both databases, also while the box runs, and prints what else the user must store. */
export const runBackup = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: 'string', default: './data' }, to: { type: 'string' }, kit: { type: 'string' } },
  });
  const dataDir = resolvePath(values.data);
  const into = values.to === undefined ? backupsDirOf(dataDir) : resolvePath(values.to);
  const { box, facts } = readState(dataDir);
  if (box.tag !== 'sound')
    throw new StartFailure(
      box.tag === 'newer'
        ? `The database in ${stateDirOf(dataDir)} is of a newer Boxwood; use that one for its backup.`
        : `There is nothing to back up: the database of the box in ${stateDirOf(dataDir)} ${box.why}.`,
    );
  const now = systemClock.now();
  const made = await makeBackup({ stateDir: stateDirOf(dataDir), into, reason: 'asked', now, mark: '' });
  printLine(`Backed up ${formatTime(now, now)} into ${made.folder}`);
  printLine(
    'It holds people, passwords, shares, tasks and history. The files themselves are in the data folder: copy that as well.',
  );
  const secretFile = secretFileOf(dataDir);
  const secret = readSecret(secretFile);
  if (secret === undefined || (facts.secret !== null && fingerprintOf(secret) !== facts.secret)) {
    printLine(
      `The box's secret is not in ${secretFile}. Run "boxwood-box doctor" with the same options: it says how to bring it back.`,
    );
    process.exitCode = 1;
    return;
  }
  if (values.kit === undefined) {
    printLine(
      `Keep ${secretFile} as well, apart from the data: without it the safes cannot be opened. --kit FILE writes it for printing.`,
    );
    return;
  }
  const kit = writeKit(dataDir, resolvePath(values.kit), { boxId: facts.boxId, secret });
  printLine(
    `The box's secret is in ${kit}. Keep it apart from the data: with both, a thief may begin to guess the passwords of safes.`,
  );
};
