import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { BoxFailure, left } from '@boxwood/command-bus';
import type { RetryOptions } from '../connect/retry.ts';
import { createBackoff, isBusy } from '../connect/retry.ts';
import type { SendError } from './upload-bundle.ts';
import { sendBundle } from './upload-bundle.ts';
import { MAX_BUNDLE_BYTES, MAX_BUNDLE_FILES } from './transfer-commands.ts';
import { MAX_SMALL_FILE_BYTES } from './transfer-rules.ts';
import type { UploadResult, UploadSource } from './upload.ts';
import { uploadFile } from './upload.ts';

export interface UploadManyOptions extends RetryOptions {
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
export interface UploadManyResult<S extends UploadSource> {
  readonly source: S;
  readonly result: Either<SendError, UploadResult>;
}

const DEFAULT_PARALLEL_UPLOADS = 4;

/** An error of a source while it was read, to distinguish it from errors of the client. */
class SourceReadError extends Error {}

const throwSourceReadError = (cause: unknown): never => {
  throw new SourceReadError('the source cannot be read', { cause });
};

const withReadErrors = (source: UploadSource): UploadSource => {
  const { rest } = source;
  return {
    ...source,
    read: (start, end) => source.read(start, end).catch(throwSourceReadError),
    ...(rest === undefined ? {} : { rest: (start) => rest(start).catch(throwSourceReadError) }),
  };
};

/**
 * Finds an error that says a source changed while it was read, among the causes of a failed call, by the name that
 * browsers and Node use.
 */
const findReadError = (cause: unknown): Error | undefined =>
  !(cause instanceof Error) ? undefined : cause.name === 'NotReadableError' ? cause : findReadError(cause.cause);

/** Creates a function that returns the next files to upload: one file, or a bundle of small ones. */
const createBatcher = <S extends UploadSource>(sources: Iterable<S> | AsyncIterable<S>) => {
  const iterator = (async function* () {
    yield* sources;
  })();
  let batch: S[] = [];
  let bytes = 0;
  let targets = new Set<string>();
  let isFinished = false;
  const takeBatch = (): readonly S[] => {
    const current = batch;
    batch = [];
    bytes = 0;
    targets = new Set();
    return current;
  };
  const readBatch = async (): Promise<readonly S[]> => {
    while (!isFinished) {
      const next = await iterator.next();
      if (next.done === true) break;
      const source = next.value;
      if (source.size > MAX_SMALL_FILE_BYTES) return [source];
      const isFull =
        batch.length === MAX_BUNDLE_FILES || bytes + source.size > MAX_BUNDLE_BYTES || targets.has(source.target);
      const fullBatch = isFull ? takeBatch() : [];
      batch.push(source);
      bytes += source.size;
      targets.add(source.target);
      if (fullBatch.length > 0) return fullBatch;
    }
    isFinished = true;
    return takeBatch();
  };
  // Serialises the calls of the workers, because the source iterator allows only one reader.
  let previous: Promise<unknown> = Promise.resolve();
  return (): Promise<readonly S[]> => {
    const result = previous.then(readBatch);
    previous = result.catch(() => undefined);
    return result;
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
  options: UploadManyOptions = {},
): AsyncGenerator<UploadManyResult<S>, void, undefined> {
  const abortController = new AbortController();
  const signal =
    options.signal === undefined ? abortController.signal : AbortSignal.any([options.signal, abortController.signal]);
  const next = createBatcher(sources);
  const results: UploadManyResult<S>[] = [];
  const resultSignal = { wake: (): void => undefined, isFinished: false };
  let settledBytes = 0;
  /** For each file in progress, the number of bytes on the box. */
  const bytesInProgress = new Map<UploadSource, number>();
  /**
   * Number of responses from the box, and the error that ended everything: the box was unreachable for longer than the
   * retry limit.
   */
  const connection: { responses: number; lost: BoxError | undefined } = { responses: 0, lost: undefined };
  const reportProgress = (source: UploadSource, sent?: number): void => {
    connection.responses += 1;
    if (sent === undefined) bytesInProgress.delete(source);
    else bytesInProgress.set(source, sent);
    let bytes = settledBytes;
    for (const part of bytesInProgress.values()) bytes += part;
    options.onProgress?.(bytes, source);
  };

  const settle = (source: S, result: Either<SendError, UploadResult>): void => {
    if (result._tag === 'Right') {
      settledBytes += source.size;
      reportProgress(source);
    } else bytesInProgress.delete(source);
    results.push({ source, result });
    resultSignal.wake();
  };

  /**
   * The client, counting responses: a box that answers a call is reachable, whatever happens to the bytes of one file.
   */
  const countingClient: Pick<Client, 'exec' | 'transfer'> = {
    ...client,
    exec: (command, params, call) => async () => {
      const result = await client.exec(command, params, call)();
      if (result._tag === 'Right' || result.left._tag === 'Refused') connection.responses += 1;
      return result;
    },
  };

  /**
   * Waits before a retry. When the box gives no response during the whole wait, the connection is lost, because later
   * files would wait in vain as well.
   */
  const createRetry = () => {
    const retry = createBackoff(options, signal);
    let responsesBefore: number | undefined;
    return {
      reset: (): void => {
        retry.reset();
        responsesBefore = undefined;
      },
      wait: async (error: BoxError): Promise<boolean> => {
        responsesBefore ??= connection.responses;
        if (await retry.wait()) return true;
        if (error._tag === 'Network' && !signal.aborted && connection.responses === responsesBefore)
          connection.lost = error;
        return false;
      },
    };
  };

  const sendOne = async (source: S): Promise<void> => {
    const retry = createRetry();
    const keep = options.keep?.(source);
    const upload = {
      signal,
      onProgress: (sent: number) => {
        retry.reset();
        reportProgress(source, sent);
      },
      ...(keep === undefined ? {} : { keep }),
    };
    for (;;) {
      try {
        const result = await uploadFile(countingClient, withReadErrors(source), upload);
        const changed =
          result._tag === 'Left' && result.left._tag === 'Network' ? findReadError(result.left.cause) : undefined;
        if (changed !== undefined) {
          settle(source, left({ _tag: 'Unread', cause: changed }));
          return;
        }
        const isTransient =
          result._tag === 'Left' &&
          (result.left._tag === 'Network' || result.left._tag === 'Timeout' || isBusy(result.left));
        if (isTransient && (await retry.wait(result.left))) continue;
        settle(source, result);
        return;
      } catch (failure) {
        if (!(failure instanceof SourceReadError)) throw failure;
        settle(source, left({ _tag: 'Unread', cause: failure.cause }));
        return;
      }
    }
  };

  const sendAsBundle = async (bundle: readonly S[]): Promise<void> => {
    const retry = createRetry();
    for (;;) {
      const result = await sendBundle(countingClient, bundle, signal, options.keep);
      if (result._tag === 'Right') {
        for (const [index, source] of bundle.entries()) {
          const member = result.right[index] ?? 'apart';
          if (member === 'apart') await sendOne(source);
          else settle(source, member);
        }
        return;
      }
      if (result.left._tag === 'Aborted' || !(await retry.wait(result.left))) {
        for (const source of bundle) settle(source, result);
        return;
      }
    }
  };

  const runWorker = async (): Promise<void> => {
    for (;;) {
      const batch = await next();
      const [first] = batch;
      if (first === undefined || signal.aborted || connection.lost !== undefined) return;
      await (batch.length === 1 ? sendOne(first) : sendAsBundle(batch));
    }
  };

  const workers = Promise.all(
    Array.from({ length: Math.max(1, options.parallel ?? DEFAULT_PARALLEL_UPLOADS) }, runWorker),
  );
  const finished = workers.finally(() => {
    resultSignal.isFinished = true;
    resultSignal.wake();
  });
  // The promise is awaited below; this avoids an unhandled rejection until then.
  finished.catch(() => undefined);
  try {
    for (;;) {
      const one = results.shift();
      if (one !== undefined) yield one;
      else if (resultSignal.isFinished) break;
      else
        await new Promise<void>((resolve) => {
          resultSignal.wake = resolve;
        });
    }
    await finished;
    if (connection.lost !== undefined) throw new BoxFailure(connection.lost, 'uploadMany');
  } finally {
    abortController.abort();
  }
};
