import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../../platform/clock.ts';
import { StartFailure } from '../../config.ts';
import { findUsableBackup } from '../../storage/state/backup.ts';
import type { Backup } from '../../storage/state/backup.ts';
import { readState, findStateProblem, formatTime } from '../../storage/state/state-check.ts';
import { lockDataFolder } from '../../storage/state/data-folder-lock.ts';
import { backupsDirOf, stateDirOf } from '../../storage/state/state-paths.ts';
import { restoreBackup } from '../../storage/state/restore-backup.ts';
import { commandLine, resolvePath, restoreCommandFor } from './command-options.ts';
import type { RestoreJob } from './restore-job.ts';
import { printLine } from './print-line.ts';

const parseRestoreOptions = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: './data' },
      account: { type: 'string' },
      from: { type: 'string' },
      yes: { type: 'boolean', default: false },
      kit: { type: 'string' },
      'new-secret': { type: 'boolean', default: false },
      rebuild: { type: 'boolean', default: false },
      owner: { type: 'string' },
    },
  }).values;
type RestoreOptions = ReturnType<typeof parseRestoreOptions>;

const printAside = (aside: string | null): void => {
  if (aside !== null) printLine(`The previous databases are in ${aside}`);
};

const restoreFromBackup = (
  { dataDir, embedded, state, now, restoreCommand }: RestoreJob,
  backup: Backup,
  values: RestoreOptions,
): void => {
  const when = formatTime(backup.manifest.made, now);
  const isWhole =
    state.box.tag === 'newer' || (state.box.tag === 'sound' && findStateProblem(state, embedded) === null);
  if (isWhole && !values.yes) {
    const from = values.from === undefined ? '' : `--from ${backup.folder} `;
    throw new StartFailure(
      `The databases are intact. The backup of ${when} would replace them, and later changes would be lost: new users, passwords, shares, tasks, history. Files are not changed. To restore it anyway: ${restoreCommand(`${from}--yes`)}`,
    );
  }
  const aside = restoreBackup(dataDir, backup, now);
  printLine(
    `Restored the backup of ${when}. Later changes are lost: new users, passwords, shares, tasks, history. Files were not changed.`,
  );
  printLine('All users must sign in again. Tasks that were waiting at that time are not run again.');
  printAside(aside);
  const { secret } = backup.manifest;
  if (secret !== '')
    printLine(
      `The backup needs the secret with the fingerprint ${secret}. The box reports at its start if that secret is missing.`,
    );
  printLine(`Start the box: ${commandLine(['--data', dataDir])}`);
};

const rebuild = async (job: RestoreJob, backup: Backup | null, values: RestoreOptions): Promise<void> => {
  const { embedded, state, restoreCommand } = job;
  if (findStateProblem(state, embedded) === null || state.box.tag === 'newer')
    throw new StartFailure('The databases are intact; there is nothing to rebuild.');
  if (backup !== null && !values.yes)
    throw new StartFailure(
      `There is a backup of ${formatTime(backup.manifest.made, job.now)}: restore it with ${restoreCommand('')}. To rebuild anyway: ${restoreCommand('--rebuild --yes')}`,
    );
  const { rebuildBox } = await import('./rebuild-box.ts');
  await rebuildBox(job, values.owner);
};

/** Restores state: a backup, the secret, or what can be saved without a backup. The box must be stopped. */
export const runRestore = async (args: readonly string[]): Promise<void> => {
  const values = parseRestoreOptions(args);
  const dataDir = resolvePath(values.data);
  if (!existsSync(dataDir)) throw new StartFailure(`There is no data folder ${dataDir}; name it with --data DIR.`);
  const lock = lockDataFolder(dataDir, stateDirOf(dataDir));
  try {
    const job: RestoreJob = {
      dataDir,
      accountUrl: values.account ?? null,
      embedded: values.account === undefined,
      state: readState(dataDir),
      now: systemClock.now(),
      restoreCommand: restoreCommandFor(dataDir, values.account),
    };
    const folder = values.from === undefined ? backupsDirOf(dataDir) : resolvePath(values.from);
    const backup = await findUsableBackup(folder);
    if (values.kit !== undefined) {
      const { restoreSecret } = await import('./restore-secret.ts');
      restoreSecret(job, resolvePath(values.kit), backup);
    } else if (values['new-secret']) {
      const { replaceSecret } = await import('./restore-secret.ts');
      await replaceSecret(job, values.yes);
    } else if (values.rebuild) await rebuild(job, backup, values);
    else if (backup === null)
      throw new StartFailure(
        `There is no intact backup in ${folder}. Name another folder with --from DIR, or recover the readable data with ${job.restoreCommand('--rebuild')}`,
      );
    else restoreFromBackup(job, backup, values);
  } finally {
    lock.release();
  }
};
