import { randomFillSync } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWN_PREFIX } from '../vault/own-names.ts';
import { errnoOf, saysFull } from '../vault/refusal.ts';

/** One piece of a reserve: a file of so many bytes, so that giving it up frees a name on the disk as well. */
export const PIECE_BYTES = 1024 * 1024;
/** Sixteen megabytes carry the database through thousands of writes with not a byte left beside them. */
export const RESERVE_PIECES = 16;
/** A disk with less than this many names or bytes left is the one that is full. */
const LOW_NAMES = 16;
/** What the start needs: a database that is opened makes files beside itself. */
const START_PIECES = 4;

export interface ReserveOptions {
  /** A folder on each disk that the box writes its own records to; made when missing. */
  readonly folders: readonly string[];
  readonly pieces?: number;
}

const pieceNames = (pieces: number): readonly string[] =>
  Array.from({ length: pieces }, (_, index) => String(index).padStart(2, '0'));

/**
 * What the box keeps of a disk for itself, as files that hold nothing: on a full disk it gives them up one by one, so that it can still write
 * down what is removed, let people in and undo. It takes them back when there is room. Everybody else's files never get at it.
 */
export class Reserve {
  readonly #folders: readonly string[];
  readonly #names: readonly string[];

  constructor({ folders, pieces = RESERVE_PIECES }: ReserveOptions) {
    this.#folders = folders;
    this.#names = pieceNames(pieces);
  }

  /** Bytes kept back now, on all disks together. */
  get bytes(): number {
    return this.#folders.reduce((sum, folder) => sum + held(folder).length * PIECE_BYTES, 0);
  }

  /** Bytes that should be kept back. */
  get wanted(): number {
    return this.#folders.length * this.#names.length * PIECE_BYTES;
  }

  /** Makes pieces that are missing, `most` on each disk, as far as they take no more than half of what is free. Call it now and then. */
  fill(most = RESERVE_PIECES): void {
    let bytes: Buffer | undefined;
    for (const folder of this.#folders) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const there = new Set(held(folder));
      const half = Math.floor(spaceOf(folder).bytes / 2 / PIECE_BYTES);
      for (const name of this.#names.filter((each) => !there.has(each)).slice(0, Math.min(half, most))) {
        // What cannot be compressed or shared takes the room that it says.
        bytes ??= randomFillSync(Buffer.allocUnsafe(PIECE_BYTES));
        if (!wrote(join(folder, name), bytes)) break;
      }
    }
  }

  /** Gives one piece of every disk that is full back to the box. @returns false when that made no room */
  give(): boolean {
    let gave = false;
    for (const folder of this.#folders) {
      const { bytes, names } = spaceOf(folder);
      if (bytes < PIECE_BYTES || names < LOW_NAMES) gave = drop(folder) || gave;
    }
    return gave;
  }

  /** Makes sure of the room that opening the databases takes. */
  giveForStart(): void {
    for (const folder of this.#folders)
      for (let free = spaceOf(folder).bytes; free < START_PIECES * PIECE_BYTES; free = spaceOf(folder).bytes)
        if (!drop(folder)) break;
  }

  /**
   * Runs what has to work on a full disk too: a piece of the reserve is given up and `work` repeated for as long as that helps.
   * `work` leaves nothing half done when it fails.
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

/** Keeps nothing and gives nothing. */
export const noReserve = new Reserve({ folders: [] });

/** The folders of the reserve: one beside the database, and one on each volume that is another disk. */
export const reserveFolders = (stateDir: string, volumes: readonly string[] = []): readonly string[] => {
  const home = deviceOf(stateDir);
  const others = volumes.filter((root) => ![undefined, home].includes(deviceOf(root)));
  return [join(stateDir, 'reserve'), ...others.map((root) => join(root, OWN_PREFIX, 'reserve'))];
};

/** The disk that a folder lies on, or will lie on when it is made. */
const deviceOf = (folder: string): number | undefined =>
  statSync(folder, { throwIfNoEntry: false })?.dev ??
  (folder === dirname(folder) ? undefined : deviceOf(dirname(folder)));

const spaceOf = (folder: string): { readonly bytes: number; readonly names: number } => {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder);
    // File systems that make names as they need them count none.
    return { bytes: bavail * bsize, names: files === 0 ? Infinity : ffree };
  } catch {
    // The folder, or its disk, is not there: nothing can be given or taken.
    return { bytes: 0, names: Infinity };
  }
};

/** The whole pieces in a folder. A piece that a power cut left short is none, and is made again. */
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
