import type { Either } from './either.ts';
import type { BoxError } from './box-error.ts';

/** Bytes or text of a request. `FormData` only where the command is multipart. */
export type WireBody = string | Blob | Uint8Array<ArrayBuffer> | FormData | null;

/** One HTTP request, independent of the HTTP client. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute URL without the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody;
  readonly signal: AbortSignal;
  /** Called with the bytes sent so far, if the transport reports progress. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
}

export interface WireReply {
  readonly status: number;
  /** Rejects with a `ReplyTooLong` as soon as the text exceeds 32 MiB. */
  text(): Promise<string>;
}

/** The longest reply that is read, in bytes; the longest valid reply of a box has a few hundred kilobytes. */
export const MAX_REPLY_BYTES = 32 * 1024 * 1024;

/** The reply exceeded {@link MAX_REPLY_BYTES}. */
export class ReplyTooLong extends Error {}

/** Sends requests and receives replies as bytes. Never rejects: failures are returned as a {@link BoxError}. */
export interface Transport {
  /**
   * Whether `onProgress` is called during an upload. Without it a stall cannot be distinguished from a slow connection.
   */
  readonly reportsProgress: boolean;
  exchange(request: WireRequest): Promise<Either<BoxError, WireReply>>;
}

/** The URL with its query, for an HTTP client. */
export const addressOf = (request: Pick<WireRequest, 'url' | 'query'>): string => {
  const query = new URLSearchParams(request.query).toString();
  return query === '' ? request.url : `${request.url}?${query}`;
};

/** The error of a failed exchange. If the signal aborted, that is the reason, whatever the HTTP client reports. */
export const transportErrorOf = (cause: unknown, signal: AbortSignal): BoxError =>
  signal.aborted ? { _tag: 'Aborted' } : { _tag: 'Network', cause };
