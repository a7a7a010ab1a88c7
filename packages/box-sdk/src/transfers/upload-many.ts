import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { BoxFailure, left } from '@boxwood/command-bus';
import type { Patience } from '../connect/patience.ts';
import { backOff, isBusy } from '../connect/patience.ts';
import type { SendError } from './bundle.ts';
import { sendBundle } from './bundle.ts';
import { BUNDLE_BYTES, BUNDLE_FILES } from './commands.ts';
import { SMALL_BYTES } from './rules.ts';
import type { Uploaded, UploadSource } from './upload.ts';
import { uploadFile } from './upload.ts';

export interface ManyOptions extends Patience {
  readonly signal?: AbortSignal;
  /** Number of parallel uploads, 4 by default. */
  readonly parallel?: number;
  /**
   * Called after every chunk with the total bytes that were sent or already on the box, including files still in
   * progress, and with the file of that chunk. Failed files do not count.
   */
  readonly onProgress?: (bytes: number, source: UploadSource) => void;
  /**
   * Keeps an existing file at the target, as for a single upload: returns a unique id for each upload, the same one on
   * a retry.
   */
  readonly keep?: (source: UploadSource) => string;
}

/** Result of one file. */
export interface Sent<S extends UploadSource> {
  readonly source: S;
  readonly result: Either<SendError, Uploaded>;
}

const PARALLEL = 4;

/** An error of a source while it was read, to distinguish it from errors of the client. */
class Unread extends Error {}

const unread = (cause: unknown): never => {
  throw new Unread('the source cannot be read', { cause });
};

const guarded = (source: UploadSource): UploadSource => {
  const { rest } = source;
  return {
    ...source,
    read: (start, end) => source.read(start, end).catch(unread),
    ...(rest === undefined ? {} : { rest: (start) => rest(start).catch(unread) }),
  };
};

/**
 * Finds an error that says a source changed while it was read, among the causes of a failed call, by the name that
 * browsers and Node use.
 */
const unreadableIn = (cause: unknown): Error | undefined =>
  !(cause instanceof Error) ? undefined : cause.name === 'NotReadableError' ? cause : unreadableIn(cause.cause);

/** Creates a function that returns the next files to upload: one file, or a bundle of small ones. */
const createPacker = <S extends UploadSource>(sources: Iterable<S> | AsyncIterable<S>) => {
  const asked = (async function* () {
    yield* sources;
  })();
  let small: S[] = [];
  let bytes = 0;
  let targets = new Set<string>();
  let over = false;
  const take = (): readonly S[] => {
    const taken = small;
    small = [];
    bytes = 0;
    targets = new Set();
    return taken;
  };
  const pack = async (): Promise<readonly S[]> => {
    while (!over) {
      const next = await asked.next();
      if (next.done === true) break;
      const source = next.value;
      if (source.size > SMALL_BYTES) return [source];
      const isFull = small.length === BUNDLE_FILES || bytes + source.size > BUNDLE_BYTES || targets.has(source.target);
      const full = isFull ? take() : [];
      small.push(source);
      bytes += source.size;
      targets.add(source.target);
      if (full.length > 0) return full;
    }
    over = true;
    return take();
  };
  // Serialises the calls of the workers, because the source iterator allows only one reader.
  let last: Promise<unknown> = Promise.resolve();
  return (): Promise<readonly S[]> => {
    const mine = last.then(pack);
    last = mine.catch(() => undefined);
    return mine;
  };
};

/**
 * Uploads many files: small ones in bundles, several at a time, each with its modification time, and with retries while
 * the box is unreachable or busy. Files already on the box are not sent, and interrupted uploads resume. Yields one
 * result per source, in the order in which they finish. After the signal is aborted, uploads in progress end with
 * `Aborted`, and files not started yet have no result. If the box is unreachable for longer than the retry limit,
 * uploads in progress get their result and the error is thrown.
 *
 * @example
 * ```ts
 * const note = new Blob(['milk']);
 * const read = (start: number, end: number) => Promise.resolve(note.slice(start, end));
 * const files = [{ target: '/mnt/usb1/ann/a.txt', size: note.size, mtime: 1_760_000_000, read }];
 * for await (const { source, result } of uploadMany(box, files))
 *   if (isLeft(result)) console.log(source.target, result.left._tag);
 * ```
 * @throws BoxFailure when the box was unreachable for longer than the retry limit
 */
export const uploadMany = async function* <S extends UploadSource>(
  client: Pick<Client, 'exec' | 'transfer'>,
  sources: Iterable<S> | AsyncIterable<S>,
  options: ManyOptions = {},
): AsyncGenerator<Sent<S>, void, undefined> {
  const own = new AbortController();
  const signal = options.signal === undefined ? own.signal : AbortSignal.any([options.signal, own.signal]);
  const next = createPacker(sources);
  const done: Sent<S>[] = [];
  const heard = { wake: (): void => undefined, over: false };
  let settledBytes = 0;
  /** For each file in progress, the number of bytes on the box. */
  const underWay = new Map<UploadSource, number>();
  /**
   * Number of responses from the box, and the error that ended everything: the box was unreachable for longer than the
   * retry limit.
   */
  const line: { heard: number; lost: BoxError | undefined } = { heard: 0, lost: undefined };
  const told = (source: UploadSource, sent?: number): void => {
    line.heard += 1;
    if (sent === undefined) underWay.delete(source);
    else underWay.set(source, sent);
    let bytes = settledBytes;
    for (const part of underWay.values()) bytes += part;
    options.onProgress?.(bytes, source);
  };

  const settle = (source: S, result: Either<SendError, Uploaded>): void => {
    if (result._tag === 'Right') {
      settledBytes += source.size;
      told(source);
    } else underWay.delete(source);
    done.push({ source, result });
    heard.wake();
  };

  /**
   * The client, counting responses: a box that answers a call is reachable, whatever happens to the bytes of one file.
   */
  const box: Pick<Client, 'exec' | 'transfer'> = {
    ...client,
    exec: (command, params, call) => async () => {
      const result = await client.exec(command, params, call)();
      if (result._tag === 'Right' || result.left._tag === 'Refused') line.heard += 1;
      return result;
    },
  };

  /**
   * Waits before a retry. When the box gives no response during the whole wait, the connection is lost, because later
   * files would wait in vain as well.
   */
  const createPatience = () => {
    const patience = backOff(options, signal);
    let heard: number | undefined;
    return {
      again: (): void => {
        patience.again();
        heard = undefined;
      },
      wait: async (error: BoxError): Promise<boolean> => {
        heard ??= line.heard;
        if (await patience.wait()) return true;
        if (error._tag === 'Network' && !signal.aborted && line.heard === heard) line.lost = error;
        return false;
      },
    };
  };

  const sendOne = async (source: S): Promise<void> => {
    const patience = createPatience();
    const keep = options.keep?.(source);
    const upload = {
      signal,
      onProgress: (sent: number) => {
        patience.again();
        told(source, sent);
      },
      ...(keep === undefined ? {} : { keep }),
    };
    for (;;) {
      try {
        const result = await uploadFile(box, guarded(source), upload);
        const changed =
          result._tag === 'Left' && result.left._tag === 'Network' ? unreadableIn(result.left.cause) : undefined;
        if (changed !== undefined) {
          settle(source, left({ _tag: 'Unread', cause: changed }));
          return;
        }
        const isPassing =
          result._tag === 'Left' &&
          (result.left._tag === 'Network' || result.left._tag === 'Timeout' || isBusy(result.left));
        if (isPassing && (await patience.wait(result.left))) continue;
        settle(source, result);
        return;
      } catch (failure) {
        if (!(failure instanceof Unread)) throw failure;
        settle(source, left({ _tag: 'Unread', cause: failure.cause }));
        return;
      }
    }
  };

  const sendTogether = async (sources_: readonly S[]): Promise<void> => {
    const patience = createPatience();
    for (;;) {
      const result = await sendBundle(box, sources_, signal, options.keep);
      if (result._tag === 'Right') {
        for (const [at, source] of sources_.entries()) {
          const member = result.right[at] ?? 'apart';
          if (member === 'apart') await sendOne(source);
          else settle(source, member);
        }
        return;
      }
      if (result.left._tag === 'Aborted' || !(await patience.wait(result.left))) {
        for (const source of sources_) settle(source, result);
        return;
      }
    }
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const pack = await next();
      const [only] = pack;
      if (only === undefined || signal.aborted || line.lost !== undefined) return;
      await (pack.length === 1 ? sendOne(only) : sendTogether(pack));
    }
  };

  const workers = Promise.all(Array.from({ length: Math.max(1, options.parallel ?? PARALLEL) }, work));
  const ended = workers.finally(() => {
    heard.over = true;
    heard.wake();
  });
  // The promise is awaited below; this avoids an unhandled rejection until then.
  ended.catch(() => undefined);
  try {
    for (;;) {
      const one = done.shift();
      if (one !== undefined) yield one;
      else if (heard.over) break;
      else
        await new Promise<void>((resolve) => {
          heard.wake = resolve;
        });
    }
    await ended;
    if (line.lost !== undefined) throw new BoxFailure(line.lost, 'uploadMany');
  } finally {
    own.abort();
  }
};
