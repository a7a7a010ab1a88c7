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
  /** Uploads at the same time, 4 when absent. */
  readonly parallel?: number;
  /**
   * Told with every piece: bytes of everything that was sent or found on the box so far, also of files that are on their way at the same time, and
   * which file it was. A file that fails is none of it.
   */
  readonly onProgress?: (bytes: number, source: UploadSource) => void;
  /** Keeps what stands at a target, as with one file: a name of your own for each upload, the same when you call again. */
  readonly keep?: (source: UploadSource) => string;
}

/** What became of one file. */
export interface Sent<S extends UploadSource> {
  readonly source: S;
  readonly result: Either<SendError, Uploaded>;
}

const PARALLEL = 4;

/** A source's own failure, on its way through whoever reads it. */
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

/** A source that changed under who read it, among the causes of a failed call, by the name that browsers and Node give to that. */
const unreadableIn = (cause: unknown): Error | undefined =>
  !(cause instanceof Error) ? undefined : cause.name === 'NotReadableError' ? cause : unreadableIn(cause.cause);

/** Hands out what goes next: one file, or small ones that go together. */
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
  // Workers ask one after the other: a source is read by one at a time.
  let last: Promise<unknown> = Promise.resolve();
  return (): Promise<readonly S[]> => {
    const mine = last.then(pack);
    last = mine.catch(() => undefined);
    return mine;
  };
};

/**
 * Uploads many files: small ones together, several at a time, each with its time, and each tried again while the box is away or busy. What the
 * box has already is not sent, what was cut goes on. One result for each source, in the order in which they are done; once the signal was aborted,
 * what was under way ends with `Aborted`, and what had not begun has none. A box that is away for longer than the patience ends everything: what was
 * under way has its result, and the error is thrown.
 *
 * @example
 * ```ts
 * const note = new Blob(['milk']);
 * const read = (start: number, end: number) => Promise.resolve(note.slice(start, end));
 * const files = [{ target: '/mnt/usb1/ann/a.txt', size: note.size, mtime: 1_760_000_000, read }];
 * for await (const { source, result } of uploadMany(box, files))
 *   if (isLeft(result)) console.log(source.target, result.left._tag);
 * ```
 * @throws BoxFailure when the box was away for longer than the patience
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
  /** Of each file that is on its way, the bytes that the box has of it. */
  const underWay = new Map<UploadSource, number>();
  /** How often the box was heard of, and what ended everything: that it was away for longer than anybody waits. */
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

  /** The client, heard: a box that answers a call is there, whatever becomes of the bytes of one file. */
  const box: Pick<Client, 'exec' | 'transfer'> = {
    ...client,
    exec: (command, params, call) => async () => {
      const result = await client.exec(command, params, call)();
      if (result._tag === 'Right' || result.left._tag === 'Refused') line.heard += 1;
      return result;
    },
  };

  /** Waits for a line that broke; when it is not heard of again meanwhile, whatever comes next would wait in vain as well. */
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
  // It is awaited below; until then nobody has taken its failure.
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
