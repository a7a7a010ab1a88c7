import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import type { Patience } from '../connect/patience.ts';
import { backOff } from '../connect/patience.ts';

/**
 * The download resumes a broken connection after a pause, until the retry time is over; the retry time starts again
 * with every received byte.
 */
export interface DownloadOptions extends Patience {
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
  readonly onBytes: (piece: Uint8Array) => Promise<void> | void;
  readonly fetch?: typeof globalThis.fetch;
}

/** Result of a download; `etag` identifies the downloaded version. */
export interface Downloaded {
  readonly bytes: number;
  readonly etag: string;
}

/** RFC 9110, 8.8.1: only a strong validator says that the bytes are the same. */
const isStrong = (etag: string): boolean => etag !== '' && !etag.startsWith('W/');

const changed: Either<BoxError, never> = left({ _tag: 'Http', status: 412, body: '' });

/** Start offset of a response body, and size of the whole file; null when the response does not give it. */
const extentOf = ({ status, headers }: Response): { readonly start: number; readonly total: number | null } => {
  if (status === 206) {
    const [, start = '-1', total = ''] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
    return { start: Number(start), total: /^\d+$/.test(total) ? Number(total) : null };
  }
  const length = headers.get('content-length');
  // The length of a compressed response is not the length of the file.
  return { start: 0, total: length === null || headers.has('content-encoding') ? null : Number(length) };
};

/** A broken connection, as opposed to an error thrown by `onBytes`. */
class Broken extends Error {}

const broken = (cause: unknown): never => {
  throw new Broken('the connection broke', { cause });
};

/**
 * Downloads the file at `url` (see {@link fileUrl}) and resumes a broken connection with a range request, but only
 * while the file on the box is unchanged. It succeeds when every byte of one version was passed on. HTTP refusals are
 * `Http`; a file that has changed or became shorter is `Http` 412. A broken connection without a strong ETag is
 * `Network`, because the download cannot resume.
 */
export const downloadFile = async (url: string, options: DownloadOptions): Promise<Either<BoxError, Downloaded>> => {
  const { signal, onBytes, onVersion } = options;
  const get = options.fetch ?? globalThis.fetch;
  let offset = options.start ?? 0;
  let etag = options.etag ?? '';
  let total: number | null = null;
  let told = false;

  /** Reads one response of the box, from `offset` on. */
  const take = async (): Promise<Either<BoxError, Downloaded>> => {
    const reply = await get(url, {
      headers: {
        ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
        ...(offset > 0 && isStrong(etag) ? { 'if-range': etag } : {}),
      },
      redirect: 'error',
      credentials: 'omit',
      ...(signal === undefined ? {} : { signal }),
    }).catch(broken);
    const refuse = async (error: Either<BoxError, never>): Promise<Either<BoxError, never>> => {
      await reply.body?.cancel();
      return error;
    };
    const tag = reply.headers.get('etag') ?? '';
    const isOther = etag !== '' && tag !== etag;
    if (reply.status === 416) {
      // The file has exactly this size, so no bytes are missing.
      const size = /^bytes \*\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1];
      return await (!isOther && Number(size) === offset ? right({ bytes: offset, etag: tag }) : refuse(changed));
    }
    if (!reply.ok) return refuse(left({ _tag: 'Http', status: reply.status, body: '' }));
    const extent = extentOf(reply);
    const isElsewhere = (offset > 0 && reply.status !== 206) || extent.start !== offset;
    if (isOther || isElsewhere || (total !== null && extent.total !== total)) return refuse(changed);
    etag = tag;
    ({ total } = extent);
    if (!told) await onVersion?.(etag);
    told = true;
    const reader = reply.body?.getReader();
    try {
      for (;;) {
        const piece = await (reader?.read().catch(broken) ?? { done: true as const, value: undefined });
        if (piece.done) break;
        await onBytes(piece.value);
        offset += piece.value.byteLength;
      }
    } finally {
      // The rest of the body is not needed, whatever ended the loop.
      void reader?.cancel().catch(() => undefined);
    }
    if (total !== null && offset < total) broken('fewer bytes than announced');
    return offset === (total ?? offset) ? right({ bytes: offset, etag }) : changed;
  };

  const patience = backOff(options, signal);
  for (;;) {
    const begun = offset;
    try {
      return await take();
    } catch (failure) {
      if (!(failure instanceof Broken)) throw failure;
      if (signal?.aborted === true) return left({ _tag: 'Aborted' });
      if (offset > begun) patience.again();
      const isResumable = offset === 0 || isStrong(etag);
      if (!isResumable || !(await patience.wait())) return left({ _tag: 'Network', cause: failure.cause });
    }
  }
};
