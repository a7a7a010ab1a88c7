import { ACC, GEN } from './error-codes.ts';
import type { ErrorFamily } from './error-codes.ts';
import type { CommandSpec, TransferSpec } from './command.ts';
import { left } from './either.ts';
import type { DecodedReply } from './envelope.ts';
import type { BoxError } from './box-error.ts';
import { codeOf } from './box-error.ts';
import type { WireRequest } from './transport.ts';

/** One call passing through the middleware; a layer may replace `request` with a changed copy. */
export interface ClientCall {
  readonly spec: CommandSpec | TransferSpec;
  readonly request: WireRequest;
}
/** Resolves to the decoded result, which the client types again. Never rejects. */
export type Exchange = (call: ClientCall) => Promise<DecodedReply<unknown>>;
/** A layer around the exchange. */
export type Middleware = (next: Exchange) => Exchange;

/** Clock and timers, injectable for tests. The default is the global timers. */
export interface Timers {
  now(): number;
  set(run: () => void, ms: number): () => void;
}
export const globalTimers: Timers = {
  now: () => performance.now(),
  set: (run, ms) => {
    const id = setTimeout(run, ms);
    return () => {
      clearTimeout(id);
    };
  },
};

/** What a log receives about a call: names and outcome, never parameters, addresses, tokens or bodies. */
export interface CallRecord {
  readonly call: string;
  readonly ms: number;
  readonly outcome: 'ok' | BoxError['_tag'];
  readonly code: number;
  /** The number of values of the reply that could not be read and were left out; absent when there were none. */
  readonly unread?: number;
}

/** Logs the name and outcome of each call. Secrets cannot leak because only declared names are written. */
export const logging =
  (log: (record: CallRecord) => void, timers: Timers): Middleware =>
  (next) =>
  async (call) => {
    const started = timers.now();
    const result = await next(call);
    const error = result._tag === 'Left' ? result.left : undefined;
    log({
      call: call.spec.name,
      ms: Math.round(timers.now() - started),
      outcome: error?._tag ?? 'ok',
      code: error === undefined ? 0 : codeOf(error),
      ...(result.unread === undefined ? {} : { unread: result.unread }),
    });
    return result;
  };

/** Session problems that a reply can report: 18 on the box (G-28), 1001 at the account service. */
export type SessionProblem = 'expired' | 'identityFailed';

/** Whether a family shares the codes 2 and 18 of the box; the other families have their own (G-03). */
const usesBoxCodes = (family: ErrorFamily): boolean => !['ACC', 'BDU', 'RPC'].includes(family);

/** Reports refusals that mean the session is no longer valid; the refusal itself is passed on unchanged. */
export const reportSessionProblems =
  (onProblem: (problem: SessionProblem, call: string) => void): Middleware =>
  (next) =>
  async (call) => {
    const result = await next(call);
    if (result._tag === 'Left' && result.left._tag === 'Refused') {
      const { family, code } = result.left;
      if (family === 'ACC' && code === ACC.identity) onProblem('identityFailed', call.spec.name);
      if (usesBoxCodes(family) && code === GEN.session) onProblem('expired', call.spec.name);
    }
    return result;
  };

/** Remote-access values of the external network (G-06): headers on POST and PUT, query values on GET. */
export interface RelayValues {
  readonly host: string;
  readonly auth: string;
}
export interface Relay {
  /** The current values, null when the box is reached directly. */
  current(): RelayValues | null;
  /** Fetches new values after the relay answered 401; null when there are none. */
  renew(): Promise<RelayValues | null>;
}

const withRelay = (call: ClientCall, { host, auth }: RelayValues): ClientCall => {
  const { request } = call;
  const added =
    request.method === 'GET'
      ? { query: { ...request.query, host, auth } }
      : { headers: { ...request.headers, 'x-relay-host': host, 'x-relay-auth': auth } };
  return { ...call, request: { ...request, ...added } };
};

/** Adds the relay values. After a 401 from the relay, renews them and repeats the call once. */
export const relayValues =
  (relay: Relay): Middleware =>
  (next) =>
  async (call) => {
    const values = relay.current();
    if (values === null) return next(call);
    const result = await next(withRelay(call, values));
    if (result._tag === 'Right' || result.left._tag !== 'Http' || result.left.status !== 401) return result;
    const renewed = await relay.renew().catch(() => null);
    return renewed === null ? result : next(withRelay(call, renewed));
  };

/** Delay before a read is retried, in ms (G-70). */
export const RETRY_DELAY_MS = 500;

/** Whether the network failed, or the service was too busy (G-70). */
const isRetryable = (error: BoxError): boolean =>
  error._tag === 'Network' ||
  (error._tag === 'Refused' &&
    error.code === (error.family === 'ACC' ? ACC.busy : usesBoxCodes(error.family) ? GEN.busy : -1));

/** Waits until the retry is due or the caller aborts. */
const waitForRetry = (timers: Timers, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timers.set(end, signal.aborted ? 0 : RETRY_DELAY_MS);
    signal.addEventListener('abort', end);
  });

/**
 * Retries an idempotent command once, after 500 ms, when the network failed or the service was too busy. Never retries
 * a write.
 */
export const retryIdempotent =
  (timers: Timers): Middleware =>
  (next) =>
  async (call) => {
    const result = await next(call);
    if (!('idempotent' in call.spec) || !call.spec.idempotent) return result;
    if (result._tag === 'Right' || !isRetryable(result.left)) return result;
    const { signal } = call.request;
    await waitForRetry(timers, signal);
    return signal.aborted ? left({ _tag: 'Aborted' }) : next(call);
  };

/** Timeout of a call without its own, in ms (G-02). */
export const DEFAULT_TIMEOUT_MS = 15_000;

/** Abort reason of a call that exceeded its timeout. */
const TIMEOUT_REASON = 'late';

/** Slowest upload speed that is waited for, in bytes per millisecond. */
const MIN_UPLOAD_BYTES_PER_MS = 16;

/** Extra time in ms for the bytes of a body, where the transport reports no progress. */
const uploadAllowanceMs = (body: WireRequest['body']): number =>
  (body instanceof Uint8Array ? body.length : body instanceof Blob ? body.size : 0) / MIN_UPLOAD_BYTES_PER_MS;

/**
 * Aborts a call that takes too long. A command has a timeout for the whole call. A transfer has a timeout for stalls,
 * measured by its progress; where the transport reports no progress, the whole transfer has a timeout that leaves a
 * slow connection enough time for the bytes.
 */
export const timeout =
  (timers: Timers, reportsProgress: boolean): Middleware =>
  (next) =>
  async (call) => {
    const { spec, request } = call;
    const hasStallLimit = 'stallMs' in spec;
    const ms = hasStallLimit
      ? spec.stallMs + (reportsProgress ? 0 : uploadAllowanceMs(request.body))
      : (spec.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const controller = new AbortController();
    const expire = () => {
      controller.abort(TIMEOUT_REASON);
    };
    const onCallerAbort = () => {
      controller.abort();
    };
    let cancel: (() => void) | undefined = timers.set(expire, ms);
    const onProgress = (sentBytes: number) => {
      // A transport may still report progress after the connection closed. A timer started then would keep a script
      // alive until it fires.
      if (cancel === undefined) return;
      cancel();
      cancel = timers.set(expire, ms);
      request.onProgress?.(sentBytes);
    };
    request.signal.addEventListener('abort', onCallerAbort);
    if (request.signal.aborted) onCallerAbort();
    const result = await next({
      spec,
      request: { ...request, signal: controller.signal, ...(hasStallLimit && { onProgress }) },
    });
    cancel();
    cancel = undefined;
    request.signal.removeEventListener('abort', onCallerAbort);
    return controller.signal.reason === TIMEOUT_REASON && result._tag === 'Left' && result.left._tag === 'Aborted'
      ? left({ _tag: 'Timeout', ms })
      : result;
  };

/** Composes the defined layers, outermost first. */
export const compose = (layers: readonly (Middleware | undefined)[], core: Exchange): Exchange =>
  layers.reduceRight((next, layer) => layer?.(next) ?? next, core);
