import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FairQueue } from '@boxwood/box-sdk/server';
import { startProgram } from '../runtime/programs.ts';
import { Gauge, Stopped } from '../runtime/gauge.ts';
import { PROGRAMS } from '../runtime/registry.ts';
import { type HeavyResult, runHeavy } from './heavy.ts';

/** Contents of an entry, including itself: bytes, files and folders. */
export type Measured = Pick<HeavyResult, 'bytes' | 'files' | 'folders'>;

/**
 * Maximum number of entries counted by a thread of the box, which opens everything through the folder and is slower per
 * file. For more, `find` counts in a third of the time, but takes a moment to start.
 */
const SMALL = 10_000;
/** Walking one disk many times at once slows all walks. */
const walks = new FairQueue({ atOnce: 2, perHolder: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY });

const enter = async (signal: AbortSignal): Promise<() => void> =>
  (await walks.enter({ holder: '', known: true }, signal)) ?? (() => undefined);

/**
 * Counts the contents of the entry `name` of an open folder. Links count as files without size and are not followed.
 *
 * @param from `path` of an open vault folder, which must stay open until the result
 * @throws StoppedError after the signal, OperationFailed as {@link runHeavy}
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

/** Counts with `find`; undefined if it is not installed or could not read everything. */
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
    // Its messages are not used; the exit code shows that there were any.
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

/** Parses and sums lines of a type letter and a size, without building strings: a million lines are 10 MB. */
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
