import { downloadFile } from '@boxwood/box-sdk';
import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { andThen, fromTask, type Question, type Result } from '@boxwood/domain';
import { combineLatest, filter, map, type Observable, take } from 'rxjs';
import type { FileAddresses } from '../composition/file-addresses.ts';

/** The content of a file. `tag` is the ETag of the version that was read. */
export interface FileBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

/** Reads small files and file ranges for previews. */
export interface FileReading {
  /** Reads the whole file. Fails with the preview error when the file is larger than `limit` bytes (PREVIEW-07). */
  read(path: string, limit: number): Question<FileBytes>;
  /** Reads the first `bytes` bytes, for metadata in file headers. */
  head(path: string, bytes: number): Question<Uint8Array<ArrayBuffer>>;
  /** Reads the bytes from `from` to `to` (exclusive). */
  part(path: string, from: number, to: number): Question<Uint8Array<ArrayBuffer>>;
  /** Reads the current ETag of the file. */
  tag(path: string): Question<string>;
}

/** How long a broken connection is retried, in ms. An empty preview must show its error within five seconds. */
const PATIENCE_MS = 2000;

class TooLarge extends Error {}

const joined = (parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> => {
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
): Promise<Either<BoxError, FileBytes | 'too large'>> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const result = await downloadFile(url, {
      signal,
      patienceMs: PATIENCE_MS,
      onBytes: (piece) => {
        size += piece.byteLength;
        if (size > limit) throw new TooLarge();
        parts.push(piece);
      },
    });
    return result._tag === 'Left' ? result : right({ bytes: joined(parts, size), tag: result.right.etag });
  } catch (failure) {
    if (failure instanceof TooLarge) return right('too large');
    throw failure;
  }
};

/** Requests a part of a file. The body is read inside the task, because the end of the task aborts the request. */
const request = async <A>(
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
export const fileReading = (addresses: FileAddresses): FileReading => {
  /** Emits the URL of a file, or the failure to get a key for it. */
  const at = (path: string): Observable<Result<string>> =>
    combineLatest([addresses.key$, addresses.failure$]).pipe(
      map(([, failure]): Result<string> | null => {
        const url = addresses.file(path);
        if (url !== null) return right(url);
        return failure === null ? null : left(failure);
      }),
      filter((found) => found !== null),
      take(1),
    );
  const part: FileReading['part'] = (path, from, to) =>
    at(path).pipe(
      andThen((url) =>
        fromTask(
          (signal) => () =>
            request(url, { signal, headers: { range: `bytes=${from}-${to - 1}` } }, async (reply) =>
              right(new Uint8Array(await reply.arrayBuffer())),
            ),
        ),
      ),
    );
  return {
    read: (path, limit) =>
      at(path).pipe(
        andThen((url) => fromTask((signal) => () => readWhole(url, limit, signal))),
        map((result): Result<FileBytes> => {
          if (result._tag === 'Left') return result;
          return result.right === 'too large'
            ? left({ _tag: 'Rejected', word: 'preview.tooLarge' })
            : right(result.right);
        }),
      ),
    part,
    head: (path, bytes) => part(path, 0, bytes),
    tag: (path) =>
      at(path).pipe(
        andThen((url) =>
          fromTask(
            (signal) => () =>
              request(url, { signal, headers: { range: 'bytes=0-0' } }, async (reply) => {
                await reply.body?.cancel();
                return right(reply.headers.get('etag') ?? '');
              }),
          ),
        ),
      ),
  };
};
