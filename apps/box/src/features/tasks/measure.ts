import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FairQueue } from '@boxwood/box-sdk/server';
import { startProgram } from '../../runtime/programs.ts';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import { type HeavyResult, runHeavy } from './heavy.ts';

/** Contents of an entry, including itself: bytes, files and folders. */
export type MeasuredTree = Pick<HeavyResult, 'bytes' | 'files' | 'folders'>;

/**
 * Maximum number of entries counted by a thread of the box, which opens everything through the folder and is slower per
 * file. For more, `find` counts in a third of the time, but takes a moment to start.
 */
const MAX_IN_WORKER = 10_000;
/** Walking one disk many times at once slows all walks. */
const walkQueue = new FairQueue({
  maxRunning: 2,
  maxPerHolder: Number.POSITIVE_INFINITY,
  maxWaiting: Number.POSITIVE_INFINITY,
});

const enterQueue = async (signal: AbortSignal): Promise<() => void> =>
  (await walkQueue.acquire({ holder: '', known: true }, signal)) ?? (() => undefined);

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
  maxInWorker = MAX_IN_WORKER,
): Promise<MeasuredTree> => {
  const job = { kind: 'measure', from, name } as const;
  const counted = await runHeavy({ ...job, maxEntries: maxInWorker }, new Progress(), signal);
  if (counted.files + counted.folders <= maxInWorker) return counted;
  return (await countWithFind(from, name, signal)) ?? runHeavy(job, new Progress(), signal);
};

/** Counts with `find`; undefined if it is not installed or could not read everything. */
const countWithFind = async (
  from: string,
  name: Uint8Array,
  signal: AbortSignal,
): Promise<MeasuredTree | undefined> => {
  const leave = await enterQueue(signal).catch(() => {
    throw new StoppedError();
  });
  try {
    const path = Buffer.concat([Buffer.from(`${from}/`), name]);
    await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const args = ['/proc/self/fd/3/.', '-ignore_readdir_race', '-printf', String.raw`%y%s\n`];
    const { child, ended, kill } = startProgram('find', args, { as: PROGRAMS.measure, fds: [folder.fd] });
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    const counter = new FindOutputCounter();
    child.stdout?.on('data', (chunk: Buffer) => counter.add(chunk));
    // Its messages are not used; the exit code shows that there were any.
    child.stderr?.resume();
    try {
      const code = await ended;
      if (signal.aborted) throw new StoppedError();
      return code === 0 ? counter.sum : undefined;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  } catch (failure) {
    if (failure instanceof StoppedError) throw failure;
    return undefined;
  } finally {
    leave();
  }
};

const [FOLDER, FILE, NEWLINE, ZERO] = [0x64, 0x66, 0x0a, 0x30];

/** Parses and sums lines of a type letter and a size, without building strings: a million lines are 10 MB. */
class FindOutputCounter {
  readonly #sum = { bytes: 0, files: 0, folders: 0 };
  #kind = 0;
  #size = 0;

  add(chunk: Buffer): void {
    for (const byte of chunk)
      if (byte === NEWLINE) this.#end();
      else if (this.#kind === 0) this.#kind = byte;
      else this.#size = this.#size * 10 + (byte - ZERO);
  }

  get sum(): MeasuredTree {
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
