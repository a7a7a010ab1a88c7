import type { Readable } from 'node:stream';
import type { Location } from '../vault/index.ts';

/** Longest body of one PUT (B67). */
export const CHUNK_BYTES = 8 * 1024 * 1024;

/** The answer to PREPUT. */
export interface Prepared {
  readonly uuid: string;
  /** The committed file at the target; zeros when there is none. */
  readonly baseinfo: { readonly size: number; readonly mtime_sec: number; readonly mtime?: string };
  readonly start: number;
  /** What was said beside the call was understood. */
  readonly more?: 1;
  /** Where an upload that keeps what stands at its target has taken its name already. */
  readonly path?: string;
}

/** The answer to a PUT: an HTTP status and what goes into the body. `size` is what is held, `start` where to go on. */
export type PutOutcome =
  | { readonly status: 200; readonly size: number }
  | { readonly status: 404 }
  | { readonly status: 409; readonly start: number }
  | { readonly status: 413 }
  | { readonly status: 507 }
  /** The sender went away, or the box is leaving; what arrived is kept and nobody is answered. */
  | { readonly status: 0; readonly size: number };

export interface PutRequest {
  readonly uuid: string;
  readonly start: number;
  /** The body is all that is left of the file, however long. */
  readonly whole?: boolean;
  readonly body: Readable;
  /** Content-Length when it was given. */
  readonly length: number | null;
}

/** What is received of a body: at most `most` bytes. */
export interface Chunk extends Pick<PutRequest, 'start' | 'body'> {
  /** Of the part file. */
  readonly location: Location;
  readonly signal: AbortSignal;
  readonly most: number;
}

/** The longest body that is taken: a chunk, or the rest of the file when its sender says so. */
export const longest = ({ whole, start }: PutRequest, { size }: { readonly size: number }): number =>
  whole === true ? Math.max(CHUNK_BYTES, size - start) : CHUNK_BYTES;
