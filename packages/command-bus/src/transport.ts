import type { Either } from './either.ts';
import type { BoxError } from './failure.ts';

/** Bytes or text of a request. `FormData` only where the command is multipart. */
export type WireBody = string | Blob | Uint8Array<ArrayBuffer> | FormData | null;

/** One HTTP exchange, before it meets a particular HTTP client. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute address without the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody;
  readonly signal: AbortSignal;
  /** Called with the bytes sent so far, where the transport can tell. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
}

export interface WireReply {
  readonly status: number;
  /** Rejects with a `LongReply` as soon as the text is longer than 32 MiB. */
  text(): Promise<string>;
}

/** The longest reply that is read; the longest of a box in order has some hundred kilobytes. */
export const REPLY_BYTES = 32 * 1024 * 1024;

/** A reply that did not end where every reply ends. */
export class LongReply extends Error {}

/** Moves bytes. Never rejects: what goes wrong is a {@link BoxError}. */
export interface Transport {
  /** Whether `onProgress` is called while a body is on its way; without it a stall cannot be told from a slow line. */
  readonly reportsProgress: boolean;
  exchange(request: WireRequest): Promise<Either<BoxError, WireReply>>;
}

/** The address with its query, as an HTTP client wants it. */
export const addressOf = (request: Pick<WireRequest, 'url' | 'query'>): string => {
  const query = new URLSearchParams(request.query).toString();
  return query === '' ? request.url : `${request.url}?${query}`;
};

/** An aborted signal explains a failure better than the failure itself does. */
export const failureOf = (cause: unknown, signal: AbortSignal): BoxError =>
  signal.aborted ? { _tag: 'Aborted' } : { _tag: 'Network', cause };
