import type { Readable } from 'node:stream';
import type { Location } from '../../storage/vault/index.ts';

/** Longest body of one PUT (B67). */
export const CHUNK_BYTES = 8 * 1024 * 1024;

/** Response to PREPUT. */
export interface PreparedUpload {
  readonly uuid: string;
  /** The existing file at the target; zeros if there is none. */
  readonly baseinfo: { readonly size: number; readonly mtime_sec: number; readonly mtime?: string };
  readonly start: number;
  /** The extra parameters of the request were understood. */
  readonly more?: 1;
  /** Path of a "keep both" upload that is already complete. */
  readonly path?: string;
}

/**
 * Response to a PUT: an HTTP status and fields of the body. `size` is the number of bytes held, `start` where to
 * continue.
 */
export type PutOutcome =
  | { readonly status: 200; readonly size: number }
  | { readonly status: 404 }
  | { readonly status: 409; readonly start: number }
  | { readonly status: 413 }
  | { readonly status: 507 }
  /** The sender disconnected, or the box is stopping; received bytes are kept and no response is sent. */
  | { readonly status: 0; readonly size: number };

export interface PutRequest {
  readonly uuid: string;
  readonly start: number;
  /** The body is the whole rest of the file, however long. */
  readonly whole?: boolean;
  readonly body: Readable;
  /** Content-Length, if present. */
  readonly length: number | null;
}

/** A body to receive, limited to `maxBytes`. */
export interface IncomingChunk extends Pick<PutRequest, 'start' | 'body'> {
  /** Location of the part file. */
  readonly location: Location;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** Maximum body size: a chunk, or the rest of the file if the sender says so. */
export const maxBodyBytes = ({ whole: isRest, start }: PutRequest, { size }: { readonly size: number }): number =>
  isRest === true ? Math.max(CHUNK_BYTES, size - start) : CHUNK_BYTES;
