import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import type { RetryOptions } from '../connect/retry.ts';
import { createBackoff } from '../connect/retry.ts';

/**
 * The download resumes a broken connection after a pause, until the retry time is over; the retry time starts again
 * with every received byte.
 */
export interface DownloadOptions extends RetryOptions {
  /** Number of bytes the caller already has; the download requests the rest. */
  readonly start?: number;
  /**
   * The version of those bytes, from `onVersion` of an earlier download: another version is refused with 412. Without
   * it the download continues with the current version of the file.
   */
  readonly etag?: string;
  /** Called with the ETag of the version before its first byte; '' when the box sends none. */
  readonly onVersion?: (etag: string) => Promise<void> | void;
  readonly signal?: AbortSignal;
  /**
   * Called with every chunk in order; the download waits for it before the next chunk. An error that it throws ends the
   * download and reaches the caller.
   */
  readonly onBytes: (chunk: Uint8Array) => Promise<void> | void;
  readonly fetch?: typeof globalThis.fetch;
}

/** Result of a download; `etag` identifies the downloaded version. */
export interface DownloadResult {
  readonly bytes: number;
  readonly etag: string;
}

/** RFC 9110, 8.8.1: only a strong validator says that the bytes are the same. */
const isStrong = (etag: string): boolean => etag !== '' && !etag.startsWith('W/');

const changedError: Either<BoxError, never> = left({ _tag: 'Http', status: 412, body: '' });

/** Start offset of a response body, and size of the whole file; null when the response does not give it. */
const bodyRangeOf = ({ status, headers }: Response): { readonly start: number; readonly total: number | null } => {
  if (status === 206) {
    const [, start = '-1', total = ''] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
    return { start: Number(start), total: /^\d+$/.test(total) ? Number(total) : null };
  }
  const length = headers.get('content-length');
  // The length of a compressed response is not the length of the file.
  return { start: 0, total: length === null || headers.has('content-encoding') ? null : Number(length) };
};

/** A broken connection, as opposed to an error thrown by `onBytes`. */
class ConnectionBroken extends Error {}

const throwBroken = (cause: unknown): never => {
  throw new ConnectionBroken('the connection broke', { cause });
};

/**
 * Downloads the file at `url` (see {@link fileUrl}) and resumes a broken connection with a range request, but only
 * while the file on the box is unchanged. It succeeds when every byte of one version was passed on. HTTP refusals are
 * `Http`; a file that has changed or became shorter is `Http` 412. A broken connection without a strong ETag is
 * `Network`, because the download cannot resume.
 */
export const downloadFile = async (
  url: string,
  options: DownloadOptions,
): Promise<Either<BoxError, DownloadResult>> => {
  const { signal, onBytes, onVersion } = options;
  const get = options.fetch ?? globalThis.fetch;
  let offset = options.start ?? 0;
  let etag = options.etag ?? '';
  let total: number | null = null;
  let hasReportedVersion = false;

  /** Reads one response of the box, from `offset` on. */
  const readResponse = async (): Promise<Either<BoxError, DownloadResult>> => {
    const reply = await get(url, {
      headers: {
        ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
        ...(offset > 0 && isStrong(etag) ? { 'if-range': etag } : {}),
      },
      redirect: 'error',
      credentials: 'omit',
      ...(signal === undefined ? {} : { signal }),
    }).catch(throwBroken);
    const refuse = async (error: Either<BoxError, never>): Promise<Either<BoxError, never>> => {
      await reply.body?.cancel();
      return error;
    };
    const newEtag = reply.headers.get('etag') ?? '';
    const isOtherVersion = etag !== '' && newEtag !== etag;
    if (reply.status === 416) {
      // The file has exactly this size, so no bytes are missing.
      const size = /^bytes \*\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1];
      return await (!isOtherVersion && Number(size) === offset
        ? right({ bytes: offset, etag: newEtag })
        : refuse(changedError));
    }
    if (!reply.ok) return refuse(left({ _tag: 'Http', status: reply.status, body: '' }));
    const range = bodyRangeOf(reply);
    const isWrongOffset = (offset > 0 && reply.status !== 206) || range.start !== offset;
    if (isOtherVersion || isWrongOffset || (total !== null && range.total !== total)) return refuse(changedError);
    etag = newEtag;
    ({ total } = range);
    if (!hasReportedVersion) await onVersion?.(etag);
    hasReportedVersion = true;
    const reader = reply.body?.getReader();
    try {
      for (;;) {
        const chunk = await (reader?.read().catch(throwBroken) ?? { done: true as const, value: undefined });
        if (chunk.done) break;
        await onBytes(chunk.value);
        offset += chunk.value.byteLength;
      }
    } finally {
      // The rest of the body is not needed, whatever ended the loop.
      void reader?.cancel().catch(() => undefined);
    }
    if (total !== null && offset < total) throwBroken('fewer bytes than announced');
    return offset === (total ?? offset) ? right({ bytes: offset, etag }) : changedError;
  };

  const retry = createBackoff(options, signal);
  for (;;) {
    const startOffset = offset;
    try {
      return await readResponse();
    } catch (failure) {
      if (!(failure instanceof ConnectionBroken)) throw failure;
      if (signal?.aborted === true) return left({ _tag: 'Aborted' });
      if (offset > startOffset) retry.reset();
      const isResumable = offset === 0 || isStrong(etag);
      if (!isResumable || !(await retry.wait())) return left({ _tag: 'Network', cause: failure.cause });
    }
  }
};
