/** What launcher and box both know of the folder of releases. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { type Codec, decode, int, list, mapOf, oneOf, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import { syncFolder, writeWhole } from '../state/durable.ts';

/** `release.json` beside `main.js`: which version it is on which model, and how Node has to be started for it. */
export const Release = struct({
  platform: str,
  versions: mapOf(str),
  node: struct({ flags: list(str), env: mapOf(str) }),
});
export type Release = TypeOf<typeof Release>;

/** A release that has not shown yet that it runs. */
const Trial = struct({ from: str, version: str, dataDir: str, backedUp: int, tries: int });

/** Which release is in use: the name of a folder, or nothing for the one that the launcher lies in. */
const InUse = struct({ use: str, before: str }, { trial: Trial });
export type InUse = TypeOf<typeof InUse>;

/** Why a release was left: it ended before it was ready, it was not ready in time, nothing could be backed up for it, or it is not whole. */
const Why = oneOf(['ended', 'silent', 'backup', 'broken']);
export type Why = TypeOf<typeof Why>;

/**
 * For the release that runs again: what became of the other one. `backup` is the folder of backups that were made before it,
 * `restored` 1 when the databases came back from it.
 */
const Failed = struct({ version: str, why: Why, backup: str, restored: int });
export type Failed = TypeOf<typeof Failed>;

const readAs = <T>(codec: Codec<T>, file: string): T | null => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null; // There is none.
  }
  const parsed = parseJson(text);
  const read = parsed._tag === 'Right' ? decode(codec, parsed.right) : parsed;
  return read._tag === 'Right' ? read.right : null;
};

/** The release in a folder; null when there is none that can be started. */
export const releaseIn = (folder: string): Release | null =>
  existsSync(join(folder, 'main.js')) ? readAs(Release, join(folder, 'release.json')) : null;

/** Begins the name of a folder that holds a whole release. */
const WHOLE = 'v-';
export const folderOf = (version: string): string => `${WHOLE}${version}`;

const stateOf = (releases: string): string => join(releases, 'in-use.json');
const provenOf = (releases: string): string => join(releases, 'proven.json');
const failedOf = (releases: string): string => join(releases, 'failed.json');
/** Where the backup lies that is made before a release runs for the first time. */
export const backupOf = (releases: string): string => join(releases, 'before');

export const readInUse = (releases: string): InUse => readAs(InUse, stateOf(releases)) ?? { use: '', before: '' };
/** Also what will stand there once it is proven: on a full disk a name can be changed when nothing can be written any more. */
export const writeTrial = (releases: string, { use, before, trial }: Required<InUse>): void => {
  writeWhole(provenOf(releases), JSON.stringify({ use, before }));
  writeInUse(releases, { use, before, trial });
};
export const writeProven = (releases: string): void => {
  renameSync(provenOf(releases), stateOf(releases));
  syncFolder(releases);
};
export const writeInUse = (releases: string, state: InUse): void =>
  writeWhole(stateOf(releases), JSON.stringify(state));
export const readFailed = (releases: string): Failed | null => readAs(Failed, failedOf(releases));
export const writeFailed = (releases: string, failed: Failed): void =>
  writeWhole(failedOf(releases), JSON.stringify(failed));
/** Once everybody was told. */
export const forgetFailed = (releases: string): void => rmSync(failedOf(releases), { force: true });

/** Removes every release but these. */
export const keepOnly = (releases: string, kept: readonly string[]): void => {
  for (const name of readdirSync(releases))
    if (name.startsWith(WHOLE) && !kept.includes(name)) rmSync(join(releases, name), { recursive: true, force: true });
};
