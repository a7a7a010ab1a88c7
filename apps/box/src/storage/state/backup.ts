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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { decode, int, list, oneOf, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import { syncPath, writeFileAtomically } from './durable-files.ts';
import { boxFactsOf } from './box-facts.ts';
import type { StatePart } from './state-paths.ts';
import { databaseOf, STATE_PARTS } from './state-paths.ts';

/** Why a backup was made: periodically, before a schema update, on request, or before the secret was replaced. */
const BackupReasonCodec = oneOf(['rolling', 'update', 'asked', 'secret']);
export type BackupReason = TypeOf<typeof BackupReasonCodec>;

/**
 * Content of a backup's `manifest.json`. `made` is epoch milliseconds; `mark` is the `rowsDigest` that {@link
 * RollingBackups} compares.
 */
const Manifest = struct({
  format: int,
  made: int,
  reason: BackupReasonCodec,
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

const MANIFEST_FORMAT = 1;
const MANIFEST = 'manifest.json';
/** Name prefix of an unfinished backup. */
const UNFINISHED = 'unfinished-';
export const isUnfinished = (name: string): boolean => name.startsWith(UNFINISHED);
export const unfinishedName = (name: string): string => `${UNFINISHED}${process.pid}-${name}`;
/** Minimum free space left after a backup, for user files and the box. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

export const backupFileOf = (folder: string, part: StatePart): string => join(folder, `${part}.sqlite`);

/** Reads the backup in a folder; null if there is none in a format this program knows. */
export const readBackup = (folder: string): Backup | null => {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return null;
  const text = parseJson(readFileSync(file, 'utf8'));
  if (text._tag === 'Left') return null;
  const manifest = decode(Manifest, text.right);
  return manifest._tag === 'Right' && manifest.right.format === MANIFEST_FORMAT
    ? { folder, manifest: manifest.right }
    : null;
};

/** Finished backups in a folder, newest first; includes the folder itself if it is one. */
export const listBackups = (folder: string): readonly Backup[] => {
  if (!existsSync(folder)) return [];
  return [
    folder,
    ...readdirSync(folder)
      .filter((name) => !isUnfinished(name))
      .map((name) => join(folder, name)),
  ]
    .flatMap((candidate) => readBackup(candidate) ?? [])
    .sort((a, b) => b.manifest.made - a.manifest.made);
};

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Whether every file of a backup matches its recorded size and checksum. */
export const isIntact = async ({ folder, manifest }: Backup): Promise<boolean> => {
  for (const { part, size, sha256 } of manifest.files) {
    const file = backupFileOf(folder, part);
    if (statSync(file, { throwIfNoEntry: false })?.size !== size) return false;
    if ((await sha256Of(file)) !== sha256) return false;
  }
  return manifest.files.some(({ part }) => part === 'box');
};

/** The newest intact backup. */
export const findUsableBackup = async (folder: string): Promise<Backup | null> => {
  for (const candidate of listBackups(folder)) if (await isIntact(candidate)) return candidate;
  return null;
};

export interface BackupRequest {
  readonly stateDir: string;
  /** Destination: a folder of backups. */
  readonly into: string;
  readonly reason: BackupReason;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly rowsDigest: string;
}

type BackupFile = Manifest['files'][number];

const describeFile = async (folder: string, part: StatePart): Promise<BackupFile> => {
  const file = backupFileOf(folder, part);
  syncPath(file);
  return { part, size: statSync(file).size, sha256: await sha256Of(file) };
};

/** Recomputes the checksums of a backup after one of its files was changed on purpose. */
export const rewriteChecksums = async ({ folder, manifest }: Backup): Promise<void> => {
  const files = [];
  for (const { part } of manifest.files) files.push(await describeFile(folder, part));
  writeFileAtomically(join(folder, MANIFEST), JSON.stringify({ ...manifest, files }, null, 2));
};

/** Turns the copy into one file without a WAL, and checks all of it including its indexes. */
const finalizeCopy = (file: string): void => {
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
 * Backs up both databases as of one moment, also while a box writes to them: opens a read transaction on each, the
 * box's first (the account service reports its users to the box again at every start), and copies with SQLite's online
 * backup. The folder gets its final name after everything is verified and synced.
 */
export const makeBackup = async ({ stateDir, into, reason, now, rowsDigest }: BackupRequest): Promise<Backup> => {
  const name = new Date(now).toISOString().replaceAll(':', '-');
  const parts = STATE_PARTS.filter((part) => existsSync(databaseOf(stateDir, part)));
  const bytes = parts
    .flatMap((part) => [databaseOf(stateDir, part), `${databaseOf(stateDir, part)}-wal`])
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  mkdirSync(into, { recursive: true, mode: 0o700 });
  const space = statfsSync(into);
  if (space.bavail * space.bsize < bytes + MIN_FREE_BYTES)
    throw Object.assign(new Error('too little space for a backup of the database'), { code: 'ENOSPC' });
  const folder = join(into, unfinishedName(name));
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
      const file = backupFileOf(folder, part);
      // SQLite would create it readable for every user of the machine.
      writeFileSync(file, '', { mode: 0o600 });
      await backup(source, file);
      finalizeCopy(file);
      files.push(await describeFile(folder, part));
    }
    const { boxId, secret } = boxFactsOf(backupFileOf(folder, 'box'));
    const manifest = {
      format: MANIFEST_FORMAT,
      made: now,
      reason,
      boxId,
      secret: secret ?? '',
      mark: rowsDigest,
      files,
    };
    writeFileAtomically(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
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
/**
 * Number of rolling backups stored regardless of age, and the number of days for which the newest of each day is
 * stored.
 */
const MIN_STORED_BACKUPS = 3;
const DAILY_BACKUP_DAYS = 7;

/**
 * Rolling backups to delete: all but the newest three and the newest of each of the last seven days. Days count from
 * the newest backup, so that a clock that jumps forward deletes nothing. Requested backups stay until the user deletes
 * them.
 */
export const outdatedBackups = (backups: readonly Backup[]): readonly Backup[] => {
  const rolling = backups.filter(({ manifest }) => manifest.reason === 'rolling' || manifest.reason === 'update');
  const newest = rolling[0]?.manifest.made ?? 0;
  const days = new Set<number>();
  return rolling.filter(({ manifest: { made } }, index) => {
    const day = Math.floor(made / DAY_MS);
    const isLastOfDay = !days.has(day);
    days.add(day);
    return index >= MIN_STORED_BACKUPS && !(isLastOfDay && newest - made < DAILY_BACKUP_DAYS * DAY_MS);
  });
};

/** Deletes the {@link outdatedBackups}, and backups that a crashed box left unfinished more than a day ago. */
export const pruneBackups = (folder: string, now: number): void => {
  for (const { folder: old } of outdatedBackups(listBackups(folder))) rmSync(old, { recursive: true, force: true });
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (isUnfinished(name) && age > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
};
