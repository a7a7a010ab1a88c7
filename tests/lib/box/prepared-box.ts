/** The folder of a box with the test users, which a real box set up once for a run; each further box copies it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { secretFileOf } from '../../../apps/box/src/storage/state/box-secret.ts';

/** The variable with the data folder of the prepared box; its configuration is next to it. */
export const PREPARED_BOX = 'BOXWOOD_PREPARED_BOX';

/** The data folder that has the copy of this process: a second copy would be the same box with the same keys. */
let holder: string | null = null;

const copy = (from: string, to: string): void => {
  execFileSync('cp', ['--reflink=auto', '-a', `${from}/.`, to]);
};

/**
 * Copies the prepared box into the folders of a new one. One box of a process at a time is a copy, so that two boxes of
 * one test differ in their ids and secrets.
 * @returns whether the users are there; false when nothing is prepared or another box of this process is a copy
 */
export const copyPreparedBox = (dataDir: string, configDir: string): boolean => {
  const from = process.env[PREPARED_BOX] ?? '';
  if (from === '' || holder !== null) return false;
  holder = dataDir;
  copy(from, dataDir);
  mkdirSync(configDir);
  copy(`${from}-config`, configDir);
  // The folder of the secret is named after the data folder.
  const secrets = join(configDir, 'boxwood');
  for (const name of readdirSync(secrets)) renameSync(join(secrets, name), dirname(secretFileOf(dataDir, secrets)));
  return true;
};

/** Allows the next copy in this process. */
export const releasePreparedBox = (dataDir: string): void => {
  if (holder === dataDir) holder = null;
};
