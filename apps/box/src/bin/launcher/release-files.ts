/** The files of the releases folder, shared by the launcher and the box. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { type Codec, decode, int, list, mapOf, oneOf, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import { syncFolder, writeFileAtomically } from '../../storage/state/durable-files.ts';

/** `release.json` beside `main.js`: the version for each model, and the Node flags and environment to start it with. */
export const ReleaseManifest = struct({
  platform: str,
  versions: mapOf(str),
  node: struct({ flags: list(str), env: mapOf(str) }),
});
export type ReleaseManifest = TypeOf<typeof ReleaseManifest>;

/** A release on its first run, not proven yet. */
const TrialCodec = struct({ from: str, version: str, dataDir: str, backedUp: int, tries: int });

/** The release in use: a folder name, or an empty string for the launcher's own folder. */
const ReleaseInUse = struct({ use: str, before: str }, { trial: TrialCodec });
export type ReleaseInUse = TypeOf<typeof ReleaseInUse>;

/**
 * Why a release was rolled back: it exited before it was ready, was not ready in time, its backup failed, or its files
 * are incomplete.
 */
const RollbackReason = oneOf(['ended', 'silent', 'backup', 'broken']);
export type RollbackReason = TypeOf<typeof RollbackReason>;

/**
 * A failed release, recorded for the release that runs instead. `backup` is the folder of the backup made before it;
 * `restored` is 1 when the databases were restored from it.
 */
const FailedRelease = struct({ version: str, why: RollbackReason, backup: str, restored: int });
export type FailedRelease = TypeOf<typeof FailedRelease>;

const readAs = <T>(codec: Codec<T>, file: string): T | null => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null; // The file does not exist.
  }
  const parsed = parseJson(text);
  const read = parsed._tag === 'Right' ? decode(codec, parsed.right) : parsed;
  return read._tag === 'Right' ? read.right : null;
};

/** The release in a folder; null when there is none that can be started. */
export const releaseIn = (folder: string): ReleaseManifest | null =>
  existsSync(join(folder, 'main.js')) ? readAs(ReleaseManifest, join(folder, 'release.json')) : null;

/** Name prefix of a folder with a complete release. */
const RELEASE_PREFIX = 'v-';
export const folderOf = (version: string): string => `${RELEASE_PREFIX}${version}`;

const stateOf = (releases: string): string => join(releases, 'in-use.json');
const provenOf = (releases: string): string => join(releases, 'proven.json');
const failedOf = (releases: string): string => join(releases, 'failed.json');
/** Folder of the backup that is made before a release runs for the first time. */
export const backupOf = (releases: string): string => join(releases, 'before');

export const readInUse = (releases: string): ReleaseInUse =>
  readAs(ReleaseInUse, stateOf(releases)) ?? { use: '', before: '' };
/** Also prepares the file for the proven state: on a full disk a rename works where a write fails. */
export const writeTrial = (releases: string, { use, before, trial }: Required<ReleaseInUse>): void => {
  writeFileAtomically(provenOf(releases), JSON.stringify({ use, before }));
  writeInUse(releases, { use, before, trial });
};
export const writeProven = (releases: string): void => {
  renameSync(provenOf(releases), stateOf(releases));
  syncFolder(releases);
};
export const writeInUse = (releases: string, state: ReleaseInUse): void =>
  writeFileAtomically(stateOf(releases), JSON.stringify(state));
export const readFailed = (releases: string): FailedRelease | null => readAs(FailedRelease, failedOf(releases));
export const writeFailed = (releases: string, failed: FailedRelease): void =>
  writeFileAtomically(failedOf(releases), JSON.stringify(failed));
/** Called once all administrators were notified. */
export const forgetFailed = (releases: string): void => rmSync(failedOf(releases), { force: true });

/** Deletes every release except these. */
export const removeOtherReleases = (releases: string, retained: readonly string[]): void => {
  for (const name of readdirSync(releases))
    if (name.startsWith(RELEASE_PREFIX) && !retained.includes(name))
      rmSync(join(releases, name), { recursive: true, force: true });
};
