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
        ? `The database in ${stateDirOf(dataDir)} was written by a newer Boxwood. Use that version for the backup.`
        : `There is nothing to back up: the database of the box in ${stateDirOf(dataDir)} ${box.why}.`,
    );
  const now = systemClock.now();
  const made = await makeBackup({ stateDir: stateDirOf(dataDir), into, reason: 'asked', now, rowsDigest: '' });
  printLine(`Backed up ${formatTime(now, now)} into ${made.folder}`);
  printLine(
    'The backup contains users, passwords, shares, tasks and history. The files are in the data folder: copy that folder as well.',
  );
  const secretFile = secretFileOf(dataDir);
  const secret = readSecret(secretFile);
  if (secret === undefined || (facts.secret !== null && fingerprintOf(secret) !== facts.secret)) {
    printLine(
      `The box's secret is not in ${secretFile}. Run "boxwood-box doctor" with the same options to see how to restore it.`,
    );
    process.exitCode = 1;
    return;
  }
  if (values.kit === undefined) {
    printLine(
      `Keep ${secretFile} as well, apart from the data: without it the safes cannot be opened. To print it, use --kit FILE.`,
    );
    return;
  }
  const kit = writeKit(dataDir, resolvePath(values.kit), { boxId: facts.boxId, secret });
  printLine(
    `The box's secret is in ${kit}. Keep it apart from the data: with both, a thief can try to guess the passwords of safes.`,
  );
};
