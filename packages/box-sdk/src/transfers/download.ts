import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';

export interface DownloadOptions {
  /** Bytes that are here already; the rest is asked for. */
  readonly start?: number;
  readonly signal?: AbortSignal;
  /** Called with every piece in order; the next one waits for it. */
  readonly onBytes: (piece: Uint8Array) => Promise<void> | void;
  /** Broken connections are taken up again this many times. */
  readonly attempts?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** `etag` names the version that was read. */
export interface Downloaded {
  readonly bytes: number;
  readonly etag: string;
}

/**
 * Downloads the file at `url` (see {@link fileUrl}) and goes on after a broken connection with a range, but only while the file
 * on the box is still the same one. HTTP refusals are `Http`; a file that changed in between is `Http` 412.
 */
export const downloadFile = async (url: string, options: DownloadOptions): Promise<Either<BoxError, Downloaded>> => {
  const { signal, onBytes, attempts = 3 } = options;
  const get = options.fetch ?? globalThis.fetch;
  let offset = options.start ?? 0;
  let etag = '';
  let remaining = attempts;
  for (;;) {
    try {
      const reply = await get(url, {
        headers: offset > 0 ? { range: `bytes=${offset}-` } : {},
        redirect: 'error',
        credentials: 'omit',
        ...(signal === undefined ? {} : { signal }),
      });
      if (reply.status === 416) return right({ bytes: offset, etag });
      const tag = reply.headers.get('etag') ?? '';
      if (!reply.ok || (offset > 0 && reply.status !== 206)) {
        await reply.body?.cancel();
        return left({ _tag: 'Http', status: reply.ok ? 412 : reply.status, body: '' });
      }
      if (etag !== '' && tag !== etag) {
        await reply.body?.cancel();
        return left({ _tag: 'Http', status: 412, body: '' });
      }
      etag = tag;
      if (reply.body === null) return right({ bytes: offset, etag });
      const reader = reply.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        await onBytes(piece.value);
        offset += piece.value.byteLength;
      }
      return right({ bytes: offset, etag });
    } catch (cause) {
      if (signal?.aborted === true) return left({ _tag: 'Aborted' });
      remaining -= 1;
      if (remaining <= 0) return left({ _tag: 'Network', cause });
    }
  }
};
