import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FairQueue } from '@boxwood/box-sdk/server';
import { startProgram } from '../runtime/programs.ts';
import { Gauge, Stopped } from '../runtime/gauge.ts';
import { PROGRAMS } from '../runtime/registry.ts';
import { type HeavyResult, runHeavy } from './heavy.ts';

/** What an entry holds: bytes, files and folders, itself with them. */
export type Measured = Pick<HeavyResult, 'bytes' | 'files' | 'folders'>;

/**
 * So much is counted by a thread of the box, which names everything through the open folder and pays for that with every file. Where there is more,
 * `find` counts all of it: it goes from folder to folder itself, in a third of the time, but takes a moment to begin.
 */
const SMALL = 10_000;
/** A disk that is walked many times at once is slower for all. */
const walks = new FairQueue({ atOnce: 2, perHolder: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY });

const enter = async (signal: AbortSignal): Promise<() => void> =>
  (await walks.enter({ holder: '', known: true }, signal)) ?? (() => undefined);

/**
 * Counts what the entry `name` of an open folder holds, links as files without size, and follows none.
 *
 * @param from `path` of an open vault folder, which must stay open until the answer
 * @throws Stopped after the signal, OperationFailed as {@link runHeavy}
 */
export const measure = async (
  from: string,
  name: Uint8Array,
  signal: AbortSignal,
  small = SMALL,
): Promise<Measured> => {
  const job = { kind: 'measure', from, name } as const;
  const counted = await runHeavy({ ...job, most: small }, new Gauge(), signal);
  if (counted.files + counted.folders <= small) return counted;
  return (await found(from, name, signal)) ?? runHeavy(job, new Gauge(), signal);
};

/** What `find` counts; undefined where it is not there, or says that it could not see everything. */
const found = async (from: string, name: Uint8Array, signal: AbortSignal): Promise<Measured | undefined> => {
  const leave = await enter(signal).catch(() => {
    throw new Stopped();
  });
  try {
    const path = Buffer.concat([Buffer.from(`${from}/`), name]);
    await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const words = ['/proc/self/fd/3/.', '-ignore_readdir_race', '-printf', String.raw`%y%s\n`];
    const { child, ended, kill } = startProgram('find', words, { as: PROGRAMS.measure, fds: [folder.fd] });
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    const counter = new Counter();
    child.stdout?.on('data', (piece: Buffer) => counter.take(piece));
    // What it says of what it could not see is not for anybody; that it says something is told by its code.
    child.stderr?.resume();
    try {
      const code = await ended;
      if (signal.aborted) throw new Stopped();
      return code === 0 ? counter.sum : undefined;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  } catch (failure) {
    if (failure instanceof Stopped) throw failure;
    return undefined;
  } finally {
    leave();
  }
};

const [FOLDER, FILE, NEWLINE, ZERO] = [0x64, 0x66, 0x0a, 0x30];

/** Adds up lines of a letter for what it is and a number for its size: a million of them, ten megabytes, that are never a text. */
class Counter {
  readonly #sum = { bytes: 0, files: 0, folders: 0 };
  #kind = 0;
  #size = 0;

  take(piece: Buffer): void {
    for (const byte of piece)
      if (byte === NEWLINE) this.#end();
      else if (this.#kind === 0) this.#kind = byte;
      else this.#size = this.#size * 10 + (byte - ZERO);
  }

  get sum(): Measured {
    return { ...this.#sum };
  }

  #end(): void {
    if (this.#kind === FOLDER) this.#sum.folders += 1;
    else this.#sum.files += 1;
    if (this.#kind === FILE) this.#sum.bytes += this.#size;
    this.#kind = 0;
    this.#size = 0;
  }
}
