import { randomFillSync } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BOX_FILE_PREFIX } from '../vault/own-names.ts';
import { errnoOf, isDiskFullError } from '../vault/refusal.ts';

/** Size of a reserve file. Deleting one also frees an inode. */
export const RESERVE_CHUNK_BYTES = 1024 * 1024;
/** Sixteen megabytes are enough for thousands of database writes on a disk that is otherwise full. */
export const RESERVE_CHUNK_COUNT = 16;
/** A disk with fewer free inodes than this, or less than one chunk of bytes, counts as full. */
const MIN_FREE_INODES = 16;
/** Chunks needed at the start: opening a database creates additional files. */
const START_CHUNK_COUNT = 4;

export interface DiskReserveOptions {
  /** A folder on each disk to which the box writes its own records; created when missing. */
  readonly folders: readonly string[];
  readonly chunks?: number;
}

const chunkNames = (chunks: number): readonly string[] =>
  Array.from({ length: chunks }, (_, index) => String(index).padStart(2, '0'));

/**
 * Disk space reserved for the box in placeholder files. On a full disk it deletes them one by one, so that it can still
 * record removals, sign users in and undo. They are created again when there is space. User files never use this space.
 */
export class DiskReserve {
  readonly #folders: readonly string[];
  readonly #names: readonly string[];

  constructor({ folders, chunks = RESERVE_CHUNK_COUNT }: DiskReserveOptions) {
    this.#folders = folders;
    this.#names = chunkNames(chunks);
  }

  /** Bytes reserved now on all disks together. */
  get bytes(): number {
    return this.#folders.reduce((sum, folder) => sum + listChunks(folder).length * RESERVE_CHUNK_BYTES, 0);
  }

  /** Bytes that should be reserved. */
  get targetBytes(): number {
    return this.#folders.length * this.#names.length * RESERVE_CHUNK_BYTES;
  }

  /** Creates up to `most` missing chunks on each disk, using at most half of its free space. Call it periodically. */
  fill(maxChunks = RESERVE_CHUNK_COUNT): void {
    let bytes: Buffer | undefined;
    for (const folder of this.#folders) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const existing = new Set(listChunks(folder));
      const half = Math.floor(spaceOf(folder).bytes / 2 / RESERVE_CHUNK_BYTES);
      for (const name of this.#names.filter((each) => !existing.has(each)).slice(0, Math.min(half, maxChunks))) {
        // Random bytes cannot be compressed or deduplicated, so they really occupy the space.
        bytes ??= randomFillSync(Buffer.allocUnsafe(RESERVE_CHUNK_BYTES));
        if (!tryWrite(join(folder, name), bytes)) break;
      }
    }
  }

  /** Releases one chunk on every full disk. @returns false when that freed no space */
  release(): boolean {
    let hasReleased = false;
    for (const folder of this.#folders) {
      const { bytes, names } = spaceOf(folder);
      if (bytes < RESERVE_CHUNK_BYTES || names < MIN_FREE_INODES) hasReleased = removeChunk(folder) || hasReleased;
    }
    return hasReleased;
  }

  /** Frees the space that opening the databases needs. */
  releaseForStart(): void {
    for (const folder of this.#folders)
      for (
        let free = spaceOf(folder).bytes;
        free < START_CHUNK_COUNT * RESERVE_CHUNK_BYTES;
        free = spaceOf(folder).bytes
      )
        if (!removeChunk(folder)) break;
  }

  /**
   * Runs work that must succeed on a full disk: releases a chunk and retries `work` as long as that helps.
   * `work` must leave no partial result when it fails.
   */
  async within<T>(work: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await work();
      } catch (failure) {
        if (!isDiskFullError(failure) || !this.release()) throw failure;
      }
  }
}

/** An empty reserve. */
export const noReserve = new DiskReserve({ folders: [] });

/** The folders of the reserve: one next to the database, and one on each volume on another disk. */
export const reserveFolders = (stateDir: string, volumes: readonly string[] = []): readonly string[] => {
  const home = deviceOf(stateDir);
  const others = volumes.filter((root) => ![undefined, home].includes(deviceOf(root)));
  return [join(stateDir, 'reserve'), ...others.map((root) => join(root, BOX_FILE_PREFIX, 'reserve'))];
};

/** Device number of a folder, or of its nearest existing parent. */
const deviceOf = (folder: string): number | undefined =>
  statSync(folder, { throwIfNoEntry: false })?.dev ??
  (folder === dirname(folder) ? undefined : deviceOf(dirname(folder)));

const spaceOf = (folder: string): { readonly bytes: number; readonly names: number } => {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder);
    // File systems that create inodes on demand report a count of zero.
    return { bytes: bavail * bsize, names: files === 0 ? Infinity : ffree };
  } catch {
    // The folder or its disk is missing: nothing can be released or created.
    return { bytes: 0, names: Infinity };
  }
};

/**
 * Names of the complete chunks in a folder. A chunk truncated by a power failure does not count and is created again.
 */
const listChunks = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === RESERVE_CHUNK_BYTES)
      .sort();
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return [];
    throw failure;
  }
};

const removeChunk = (folder: string): boolean => {
  const last = listChunks(folder).at(-1);
  if (last !== undefined) rmSync(join(folder, last), { force: true });
  return last !== undefined;
};

const tryWrite = (file: string, bytes: Buffer): boolean => {
  try {
    writeFileSync(file, bytes, { mode: 0o600 });
    return true;
  } catch (failure) {
    rmSync(file, { force: true });
    if (isDiskFullError(failure)) return false;
    throw failure;
  }
};
