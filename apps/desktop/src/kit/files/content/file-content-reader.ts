import { downloadFile } from '@boxwood/box-sdk';
import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { andThen, fromTask, type LazyResult, type Result } from '@boxwood/domain';
import { combineLatest, filter, map, type Observable, take } from 'rxjs';
import type { FileUrls } from '../../../composition/file-urls.ts';

/** The content of a file. `tag` is the ETag of the version that was read. */
export interface FileContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Reads small files and file ranges for previews. */
export interface FileContentReader {
  /** Reads the whole file. Fails with the preview error when the file is larger than `limit` bytes (PREVIEW-07). */
  read(path: string, limit: number): LazyResult<FileContent>;
  /** Reads the first `bytes` bytes, for metadata in file headers. */
  readStart(path: string, bytes: number): LazyResult<Uint8Array<ArrayBuffer>>;
  /** Reads the bytes from `from` to `to` (exclusive). */
  readRange(path: string, from: number, to: number): LazyResult<Uint8Array<ArrayBuffer>>;
  /** Reads the current ETag of the file. */
  readEtag(path: string): LazyResult<string>;
}

/** How long a broken connection is retried, in ms. An empty preview must show its error within five seconds. */
const RETRY_WINDOW_MS = 2000;

class FileTooLargeError extends Error {}

const concatBytes = (parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
};

const readWhole = async (
  url: string,
  limit: number,
  signal: AbortSignal,
): Promise<Either<BoxError, FileContent | 'too large'>> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const result = await downloadFile(url, {
      signal,
      patienceMs: RETRY_WINDOW_MS,
      onBytes: (chunk) => {
        size += chunk.byteLength;
        if (size > limit) throw new FileTooLargeError();
        parts.push(chunk);
      },
    });
    return result._tag === 'Left' ? result : right({ bytes: concatBytes(parts, size), etag: result.right.etag });
  } catch (failure) {
    if (failure instanceof FileTooLargeError) return right('too large');
    throw failure;
  }
};

/** Requests a part of a file. The body is read inside the task, because the end of the task aborts the request. */
const requestRange = async <A>(
  url: string,
  init: RequestInit,
  read: (reply: Response) => Promise<Either<BoxError, A>>,
): Promise<Either<BoxError, A>> => {
  try {
    const reply = await fetch(url, { ...init, credentials: 'omit', redirect: 'error' });
    if (reply.ok) return await read(reply);
    await reply.body?.cancel();
    return left({ _tag: 'Http', status: reply.status, body: '' });
  } catch (cause) {
    return left({ _tag: 'Network', cause });
  }
};

/** Creates a {@link FileContentReader} that uses file URLs. It waits for the first URL key. */
export const createFileContentReader = (addresses: FileUrls): FileContentReader => {
  /** Emits the URL of a file, or the failure to get a key for it. */
  const urlOf = (path: string): Observable<Result<string>> =>
    combineLatest([addresses.key$, addresses.failure$]).pipe(
      map(([, failure]): Result<string> | null => {
        const url = addresses.file(path);
        if (url !== null) return right(url);
        return failure === null ? null : left(failure);
      }),
      filter((found) => found !== null),
      take(1),
    );
  const readRange: FileContentReader['readRange'] = (path, from, to) =>
    urlOf(path).pipe(
      andThen((url) =>
        fromTask(
          (signal) => () =>
            requestRange(url, { signal, headers: { range: `bytes=${from}-${to - 1}` } }, async (reply) =>
              right(new Uint8Array(await reply.arrayBuffer())),
            ),
        ),
      ),
    );
  return {
    read: (path, limit) =>
      urlOf(path).pipe(
        andThen((url) => fromTask((signal) => () => readWhole(url, limit, signal))),
        map((result): Result<FileContent> => {
          if (result._tag === 'Left') return result;
          return result.right === 'too large'
            ? left({ _tag: 'Rejected', messageKey: 'preview.tooLarge' })
            : right(result.right);
        }),
      ),
    readRange,
    readStart: (path, bytes) => readRange(path, 0, bytes),
    readEtag: (path) =>
      urlOf(path).pipe(
        andThen((url) =>
          fromTask(
            (signal) => () =>
              requestRange(url, { signal, headers: { range: 'bytes=0-0' } }, async (reply) => {
                await reply.body?.cancel();
                return right(reply.headers.get('etag') ?? '');
              }),
          ),
        ),
      ),
  };
};
