import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import type { Patience } from '../connect/patience.ts';
import { backOff } from '../connect/patience.ts';

/** A broken connection is taken up again after a pause, until the patience is over; it begins anew with every byte. */
export interface DownloadOptions extends Patience {
  /** Bytes that are here already; the rest is asked for. */
  readonly start?: number;
  /**
   * The version those bytes are of, as an earlier download told it (`onVersion`): another one is refused with 412. Without it the rest of
   * whatever is there now is taken.
   */
  readonly etag?: string;
  /** Told the name of the version before its first byte; '' when the box gives it none. */
  readonly onVersion?: (etag: string) => Promise<void> | void;
  readonly signal?: AbortSignal;
  /** Called with every piece in order; the next one waits for it. What it throws ends the download and is thrown to the caller. */
  readonly onBytes: (piece: Uint8Array) => Promise<void> | void;
  readonly fetch?: typeof globalThis.fetch;
}

/** `etag` names the version that was read. */
export interface Downloaded {
  readonly bytes: number;
  readonly etag: string;
}

/** RFC 9110, 8.8.1: only a strong validator says that the bytes are the same. */
const isStrong = (etag: string): boolean => etag !== '' && !etag.startsWith('W/');

const changed: Either<BoxError, never> = left({ _tag: 'Http', status: 412, body: '' });

/** Where the body of an answer begins, and how long the whole file is; null where the answer does not say. */
const extentOf = ({ status, headers }: Response): { readonly start: number; readonly total: number | null } => {
  if (status === 206) {
    const [, start = '-1', total = ''] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
    return { start: Number(start), total: /^\d+$/.test(total) ? Number(total) : null };
  }
  const length = headers.get('content-length');
  // The length of something that was packed on the way says nothing.
  return { start: 0, total: length === null || headers.has('content-encoding') ? null : Number(length) };
};

/** A connection that broke, which is not what a piece was refused with. */
class Broken extends Error {}

const broken = (cause: unknown): never => {
  throw new Broken('the connection broke', { cause });
};

/**
 * Downloads the file at `url` (see {@link fileUrl}) and goes on after a broken connection with a range, but only while the file
 * on the box is still the same one. It ends well when every byte of one version was handed over. HTTP refusals are `Http`; a file that is
 * another one by now is `Http` 412, and so is one that became shorter. A connection that breaks when the box has not named the version
 * strongly is `Network`: what is here cannot be gone on with.
 */
export const downloadFile = async (url: string, options: DownloadOptions): Promise<Either<BoxError, Downloaded>> => {
  const { signal, onBytes, onVersion } = options;
  const get = options.fetch ?? globalThis.fetch;
  let offset = options.start ?? 0;
  let etag = options.etag ?? '';
  let total: number | null = null;
  let told = false;

  /** One answer of the box, from `offset` on. */
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
      // Nothing is left of a file of exactly this size.
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
      // Whatever ended it: nobody reads the rest.
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
