import { randomFillSync } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWN_PREFIX } from '../vault/own-names.ts';
import { errnoOf, saysFull } from '../vault/refusal.ts';

/** Size of a reserve file. Deleting one also frees an inode. */
export const PIECE_BYTES = 1024 * 1024;
/** Sixteen megabytes are enough for thousands of database writes on a disk that is otherwise full. */
export const RESERVE_PIECES = 16;
/** A disk with fewer free inodes than this, or less than one chunk of bytes, counts as full. */
const LOW_NAMES = 16;
/** Chunks needed at the start: opening a database creates additional files. */
const START_PIECES = 4;

export interface ReserveOptions {
  /** A folder on each disk to which the box writes its own records; created when missing. */
  readonly folders: readonly string[];
  readonly pieces?: number;
}

const pieceNames = (pieces: number): readonly string[] =>
  Array.from({ length: pieces }, (_, index) => String(index).padStart(2, '0'));

/**
 * Disk space reserved for the box in placeholder files. On a full disk it deletes them one by one, so that it can still
 * record removals, sign users in and undo. They are created again when there is space. User files never use this space.
 */
export class Reserve {
  readonly #folders: readonly string[];
  readonly #names: readonly string[];

  constructor({ folders, pieces = RESERVE_PIECES }: ReserveOptions) {
    this.#folders = folders;
    this.#names = pieceNames(pieces);
  }

  /** Bytes reserved now on all disks together. */
  get bytes(): number {
    return this.#folders.reduce((sum, folder) => sum + held(folder).length * PIECE_BYTES, 0);
  }

  /** Bytes that should be reserved. */
  get wanted(): number {
    return this.#folders.length * this.#names.length * PIECE_BYTES;
  }

  /** Creates up to `most` missing chunks on each disk, using at most half of its free space. Call it periodically. */
  fill(most = RESERVE_PIECES): void {
    let bytes: Buffer | undefined;
    for (const folder of this.#folders) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const there = new Set(held(folder));
      const half = Math.floor(spaceOf(folder).bytes / 2 / PIECE_BYTES);
      for (const name of this.#names.filter((each) => !there.has(each)).slice(0, Math.min(half, most))) {
        // Random bytes cannot be compressed or deduplicated, so they really occupy the space.
        bytes ??= randomFillSync(Buffer.allocUnsafe(PIECE_BYTES));
        if (!wrote(join(folder, name), bytes)) break;
      }
    }
  }

  /** Releases one chunk on every full disk. @returns false when that freed no space */
  give(): boolean {
    let gave = false;
    for (const folder of this.#folders) {
      const { bytes, names } = spaceOf(folder);
      if (bytes < PIECE_BYTES || names < LOW_NAMES) gave = drop(folder) || gave;
    }
    return gave;
  }

  /** Frees the space that opening the databases needs. */
  giveForStart(): void {
    for (const folder of this.#folders)
      for (let free = spaceOf(folder).bytes; free < START_PIECES * PIECE_BYTES; free = spaceOf(folder).bytes)
        if (!drop(folder)) break;
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
        if (!saysFull(failure) || !this.give()) throw failure;
      }
  }
}

/** An empty reserve. */
export const noReserve = new Reserve({ folders: [] });

/** The folders of the reserve: one next to the database, and one on each volume on another disk. */
export const reserveFolders = (stateDir: string, volumes: readonly string[] = []): readonly string[] => {
  const home = deviceOf(stateDir);
  const others = volumes.filter((root) => ![undefined, home].includes(deviceOf(root)));
  return [join(stateDir, 'reserve'), ...others.map((root) => join(root, OWN_PREFIX, 'reserve'))];
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
const held = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === PIECE_BYTES)
      .sort();
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return [];
    throw failure;
  }
};

const drop = (folder: string): boolean => {
  const last = held(folder).at(-1);
  if (last !== undefined) rmSync(join(folder, last), { force: true });
  return last !== undefined;
};

const wrote = (file: string, bytes: Buffer): boolean => {
  try {
    writeFileSync(file, bytes, { mode: 0o600 });
    return true;
  } catch (failure) {
    rmSync(file, { force: true });
    if (saysFull(failure)) return false;
    throw failure;
  }
};
