import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../clock.ts';
import { StartFailure } from '../config.ts';
import { usableBackup } from '../state/backup.ts';
import type { Backup } from '../state/backup.ts';
import { readState, troubleOf, whenOf } from '../state/condition.ts';
import { holdDataFolder } from '../state/lock.ts';
import { backupsDirOf, stateDirOf } from '../state/places.ts';
import { restoreBackup } from '../state/restore.ts';
import { commandLine, placeOf, restoreLine } from './options.ts';
import type { RestoreJob } from './restore-job.ts';
import { say } from './say.ts';

const parse = (args: readonly string[]) =>
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
type Values = ReturnType<typeof parse>;

const sayAside = (aside: string | null): void => {
  if (aside !== null) say(`What was there is kept in ${aside}`);
};

const bringBack = ({ dataDir, embedded, state, now, again }: RestoreJob, backup: Backup, values: Values): void => {
  const when = whenOf(backup.manifest.made, now);
  const isWhole = state.box.tag === 'newer' || (state.box.tag === 'sound' && troubleOf(state, embedded) === null);
  if (isWhole && !values.yes) {
    const from = values.from === undefined ? '' : `--from ${backup.folder} `;
    throw new StartFailure(
      `The databases are whole. The backup of ${when} would take their place, and what was done since would be forgotten: people who joined, passwords, shares, tasks, history. Files are not touched. If that is what you want: ${again(`${from}--yes`)}`,
    );
  }
  const aside = restoreBackup(dataDir, backup, now);
  say(
    `Restored the backup of ${when}. What came after it is forgotten: people who joined, passwords, shares, tasks, history. Files were not touched.`,
  );
  say('Everybody signs in anew; tasks that were waiting then are not done again.');
  sayAside(aside);
  const { secret } = backup.manifest;
  if (secret !== '')
    say(`It belongs to the secret with the fingerprint ${secret}; the start says when that one is missing.`);
  say(`Start the box: ${commandLine(['--data', dataDir])}`);
};

const rebuild = async (job: RestoreJob, backup: Backup | null, values: Values): Promise<void> => {
  const { embedded, state, again } = job;
  if (troubleOf(state, embedded) === null || state.box.tag === 'newer')
    throw new StartFailure('The databases are whole; there is nothing to rebuild.');
  if (backup !== null && !values.yes)
    throw new StartFailure(
      `There is a backup of ${whenOf(backup.manifest.made, job.now)}: bring that one back with ${again('')}. To rebuild nevertheless: ${again('--rebuild --yes')}`,
    );
  const { rebuildBox } = await import('./rebuild.ts');
  await rebuildBox(job, values.owner);
};

/** Restores state: a backup, the secret, or what can be saved without a backup. The box must be stopped. */
export const restore = async (args: readonly string[]): Promise<void> => {
  const values = parse(args);
  const dataDir = placeOf(values.data);
  if (!existsSync(dataDir)) throw new StartFailure(`There is no data folder ${dataDir}; name it with --data DIR.`);
  const lock = holdDataFolder(dataDir, stateDirOf(dataDir));
  try {
    const job: RestoreJob = {
      dataDir,
      accountUrl: values.account ?? null,
      embedded: values.account === undefined,
      state: readState(dataDir),
      now: systemClock.now(),
      again: restoreLine(dataDir, values.account),
    };
    const folder = values.from === undefined ? backupsDirOf(dataDir) : placeOf(values.from);
    const backup = await usableBackup(folder);
    if (values.kit !== undefined) {
      const { bringSecret } = await import('./secret.ts');
      bringSecret(job, placeOf(values.kit), backup);
    } else if (values['new-secret']) {
      const { renewSecret } = await import('./secret.ts');
      await renewSecret(job, values.yes);
    } else if (values.rebuild) await rebuild(job, backup, values);
    else if (backup === null)
      throw new StartFailure(
        `There is no backup that is whole in ${folder}. Name another folder with --from DIR, or save what can be read with ${job.again('--rebuild')}`,
      );
    else bringBack(job, backup, values);
  } finally {
    lock.release();
  }
};
