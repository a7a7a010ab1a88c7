import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { decode, int, list, oneOf, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import { syncPath, writeWhole } from './durable.ts';
import { boxFactsOf } from './facts-of.ts';
import type { StatePart } from './places.ts';
import { databaseOf, STATE_PARTS } from './places.ts';

/** Why a backup was made: by the clock, before an update of the schema, because somebody asked, before the secret was given up. */
const Reason = oneOf(['rolling', 'update', 'asked', 'secret']);
export type BackupReason = TypeOf<typeof Reason>;

/** What stands in `manifest.json` of a backup. `made` is epoch milliseconds; `mark` is what {@link RollingBackups} compares. */
const Manifest = struct({
  format: int,
  made: int,
  reason: Reason,
  boxId: str,
  secret: str,
  mark: str,
  files: list(struct({ part: oneOf(['box', 'account']), size: int, sha256: str })),
});
export type Manifest = TypeOf<typeof Manifest>;

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

const FORMAT = 1;
const MANIFEST = 'manifest.json';
/** Begins the name of a backup that is being made. */
const UNFINISHED = 'unfinished-';
export const isUnfinished = (name: string): boolean => name.startsWith(UNFINISHED);
export const unfinished = (name: string): string => `${UNFINISHED}${process.pid}-${name}`;
/** What is left to the family's files and to the box itself when a backup is made. */
const SPARE_BYTES = 64 * 1024 * 1024;

export const backedUp = (folder: string, part: StatePart): string => join(folder, `${part}.sqlite`);

/** The backup in a folder; null when there is none of a form that this program knows. */
export const readBackup = (folder: string): Backup | null => {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return null;
  const text = parseJson(readFileSync(file, 'utf8'));
  if (text._tag === 'Left') return null;
  const manifest = decode(Manifest, text.right);
  return manifest._tag === 'Right' && manifest.right.format === FORMAT ? { folder, manifest: manifest.right } : null;
};

/** The finished backups in a folder, newest first; also the folder itself, when it is one. */
export const listBackups = (folder: string): readonly Backup[] => {
  if (!existsSync(folder)) return [];
  return [
    folder,
    ...readdirSync(folder)
      .filter((name) => !isUnfinished(name))
      .map((name) => join(folder, name)),
  ]
    .flatMap((each) => readBackup(each) ?? [])
    .sort((a, b) => b.manifest.made - a.manifest.made);
};

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Whether every file of a backup is as it was written. */
export const isWhole = async ({ folder, manifest }: Backup): Promise<boolean> => {
  for (const { part, size, sha256 } of manifest.files) {
    const file = backedUp(folder, part);
    if (statSync(file, { throwIfNoEntry: false })?.size !== size) return false;
    if ((await sha256Of(file)) !== sha256) return false;
  }
  return manifest.files.some(({ part }) => part === 'box');
};

/** The newest backup that is whole. */
export const usableBackup = async (folder: string): Promise<Backup | null> => {
  for (const each of listBackups(folder)) if (await isWhole(each)) return each;
  return null;
};

export interface BackupRequest {
  readonly stateDir: string;
  /** Where the backup goes: a folder of backups. */
  readonly into: string;
  readonly reason: BackupReason;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly mark: string;
}

type BackupFile = Manifest['files'][number];

const fileOf = async (folder: string, part: StatePart): Promise<BackupFile> => {
  const file = backedUp(folder, part);
  syncPath(file);
  return { part, size: statSync(file).size, sha256: await sha256Of(file) };
};

/** Writes the sums of a backup's files anew, after one of them was changed on purpose. */
export const reseal = async ({ folder, manifest }: Backup): Promise<void> => {
  const files = [];
  for (const { part } of manifest.files) files.push(await fileOf(folder, part));
  writeWhole(join(folder, MANIFEST), JSON.stringify({ ...manifest, files }, null, 2));
};

/** Turns the copy into one file without a log beside it, and reads all of it and its indexes. */
const settle = (file: string): void => {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const found = copy.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    if (found !== 'ok') throw new Error(`the copy of the database is damaged: ${String(found)}`);
  } finally {
    copy.close();
  }
};

/**
 * Makes one backup of both databases as they are at one moment, also while a box writes into them: a read transaction is opened on each,
 * the box's first (the account service, which is the later one then, tells the box about its people anew at every start), and SQLite's
 * online backup copies what these see. The folder gets its name when everything in it was verified and is on the disk.
 */
export const makeBackup = async ({ stateDir, into, reason, now, mark }: BackupRequest): Promise<Backup> => {
  const name = new Date(now).toISOString().replaceAll(':', '-');
  const parts = STATE_PARTS.filter((part) => existsSync(databaseOf(stateDir, part)));
  const bytes = parts
    .flatMap((part) => [databaseOf(stateDir, part), `${databaseOf(stateDir, part)}-wal`])
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  mkdirSync(into, { recursive: true, mode: 0o700 });
  const space = statfsSync(into);
  if (space.bavail * space.bsize < bytes + SPARE_BYTES)
    throw Object.assign(new Error('too little space for a backup of the database'), { code: 'ENOSPC' });
  const folder = join(into, unfinished(name));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const open: DatabaseSync[] = [];
  try {
    const sources = parts.map((part) => {
      const source = new DatabaseSync(databaseOf(stateDir, part), { readOnly: true, timeout: 5000 });
      open.push(source);
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      return { part, source };
    });
    const files: BackupFile[] = [];
    for (const { part, source } of sources) {
      const file = backedUp(folder, part);
      await backup(source, file);
      settle(file);
      files.push(await fileOf(folder, part));
    }
    const { boxId, secret } = boxFactsOf(backedUp(folder, 'box'));
    const manifest = { format: FORMAT, made: now, reason, boxId, secret: secret ?? '', mark, files };
    writeWhole(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
    const finished = join(into, `${name}-${reason}`);
    renameSync(folder, finished);
    syncPath(into);
    return { folder: finished, manifest };
  } finally {
    for (const source of open) source.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const DAY_MS = 86_400_000;
/** Rolling backups that are kept whatever their age, and the days for which the newest of each is. */
const NEWEST = 3;
const DAYS = 7;

/**
 * Which rolling backups have had their time: the newest three stay, and the newest of each of the last seven days. Days count from the
 * newest backup, so that a clock that jumps ahead removes nothing. What somebody asked for stays until they remove it.
 */
export const outdated = (backups: readonly Backup[]): readonly Backup[] => {
  const rolling = backups.filter(({ manifest }) => manifest.reason === 'rolling' || manifest.reason === 'update');
  const newest = rolling[0]?.manifest.made ?? 0;
  const days = new Set<number>();
  return rolling.filter(({ manifest: { made } }, at) => {
    const day = Math.floor(made / DAY_MS);
    const isLastOfDay = !days.has(day);
    days.add(day);
    return at >= NEWEST && !(isLastOfDay && newest - made < DAYS * DAY_MS);
  });
};

/** Removes what {@link outdated} names, and what a killed box left unfinished more than a day ago. */
export const pruneBackups = (folder: string, now: number): void => {
  for (const { folder: old } of outdated(listBackups(folder))) rmSync(old, { recursive: true, force: true });
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (isUnfinished(name) && age > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
};
