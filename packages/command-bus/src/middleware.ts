import { ACC, GEN } from './codes.ts';
import type { ErrorFamily } from './codes.ts';
import type { CommandSpec, TransferSpec } from './command.ts';
import { left } from './either.ts';
import type { Answer } from './envelope.ts';
import type { BoxError } from './failure.ts';
import { codeOf } from './failure.ts';
import type { WireRequest } from './transport.ts';

/** One call on its way through the middleware; `request` may be replaced by a changed copy. */
export interface Call {
  readonly spec: CommandSpec | TransferSpec;
  readonly request: WireRequest;
}
/** Answers with the decoded result, typed again by the client. Never rejects. */
export type Exchange = (call: Call) => Promise<Answer<unknown>>;
/** An onion layer around the exchange. */
export type Middleware = (next: Exchange) => Exchange;

/** Time, injectable for tests. The defaults are the global timers. */
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

/** What a log learns about a call: names and outcome, never parameters, addresses, tokens or bodies. */
export interface CallRecord {
  readonly call: string;
  readonly ms: number;
  readonly outcome: 'ok' | BoxError['_tag'];
  readonly code: number;
  /** Parts of the answer that could not be read and were left out; absent when there were none. */
  readonly unread?: number;
}

/** Tells what was called and how it went. Secrets cannot leak because only declared names are written. */
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

/** Session problems that a reply can reveal: 18 on the box (G-28), 1001 at the account service. */
export type SessionProblem = 'expired' | 'identityFailed';

/** Whether a family shares the numbers 2 and 18 of the box; the others have their own (G-03). */
const isOfBox = (family: ErrorFamily): boolean => !['ACC', 'BDU', 'RPC'].includes(family);

/** Reports refusals that mean the session is no longer good; the refusal itself passes on unchanged. */
export const sessionWatch =
  (onProblem: (problem: SessionProblem, call: string) => void): Middleware =>
  (next) =>
  async (call) => {
    const result = await next(call);
    if (result._tag === 'Left' && result.left._tag === 'Refused') {
      const { family, code } = result.left;
      if (family === 'ACC' && code === ACC.identity) onProblem('identityFailed', call.spec.name);
      if (isOfBox(family) && code === GEN.session) onProblem('expired', call.spec.name);
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

const withRelay = (call: Call, { host, auth }: RelayValues): Call => {
  const { request } = call;
  const added =
    request.method === 'GET'
      ? { query: { ...request.query, host, auth } }
      : { headers: { ...request.headers, 'x-relay-host': host, 'x-relay-auth': auth } };
  return { ...call, request: { ...request, ...added } };
};

/** Adds the relay's values, and after a 401 of the relay renews them and repeats the call once. */
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

/** Milliseconds before a read is repeated (G-70). */
export const RETRY_AFTER_MS = 500;

/** The network failed, or the service was too busy (G-70). */
const worthRepeating = (error: BoxError): boolean =>
  error._tag === 'Network' ||
  (error._tag === 'Refused' &&
    error.code === (error.family === 'ACC' ? ACC.busy : isOfBox(error.family) ? GEN.busy : -1));

/** Waits until the repetition is due, or the caller gave up. */
const pause = (timers: Timers, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timers.set(end, signal.aborted ? 0 : RETRY_AFTER_MS);
    signal.addEventListener('abort', end);
  });

/** Repeats an idempotent command once, 500 ms later, when the network failed or the service was too busy. Never a write. */
export const retryIdempotent =
  (timers: Timers): Middleware =>
  (next) =>
  async (call) => {
    const result = await next(call);
    if (!('idempotent' in call.spec) || !call.spec.idempotent) return result;
    if (result._tag === 'Right' || !worthRepeating(result.left)) return result;
    const { signal } = call.request;
    await pause(timers, signal);
    return signal.aborted ? left({ _tag: 'Aborted' }) : next(call);
  };

/** How long a call without an own limit may take (G-02). */
export const DEFAULT_TIMEOUT_MS = 15_000;

/** Why a call was aborted that nobody gave up. */
const LATE = 'late';

/** Bytes a millisecond of the slowest line that is waited for. */
const SLOWEST = 16;

/** The milliseconds that bytes may take where nobody says how far they are. */
const patienceFor = (body: WireRequest['body']): number =>
  (body instanceof Uint8Array ? body.length : body instanceof Blob ? body.size : 0) / SLOWEST;

/**
 * Ends a call that takes too long. Commands have a limit for the whole call; transfers one for standing still, which is told by their
 * progress; where the transport reports none, one for the whole as well, as long as a slow line needs for the bytes.
 */
export const timeout =
  (timers: Timers, reportsProgress: boolean): Middleware =>
  (next) =>
  async (call) => {
    const { spec, request } = call;
    const stalls = 'stallMs' in spec;
    const ms = stalls
      ? spec.stallMs + (reportsProgress ? 0 : patienceFor(request.body))
      : (spec.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const own = new AbortController();
    const expire = () => {
      own.abort(LATE);
    };
    const follow = () => {
      own.abort();
    };
    let cancel: (() => void) | undefined = timers.set(expire, ms);
    const onProgress = (sent: number) => {
      // A transport may still hear of a piece when the line is gone; a limit that began then would keep a script alive for as long as it is.
      if (cancel === undefined) return;
      cancel();
      cancel = timers.set(expire, ms);
      request.onProgress?.(sent);
    };
    request.signal.addEventListener('abort', follow);
    if (request.signal.aborted) follow();
    const result = await next({
      spec,
      request: { ...request, signal: own.signal, ...(stalls && { onProgress }) },
    });
    cancel();
    cancel = undefined;
    request.signal.removeEventListener('abort', follow);
    return own.signal.reason === LATE && result._tag === 'Left' && result.left._tag === 'Aborted'
      ? left({ _tag: 'Timeout', ms })
      : result;
  };

/** Composes the layers that are there, outermost first. */
export const compose = (layers: readonly (Middleware | undefined)[], core: Exchange): Exchange =>
  layers.reduceRight((next, layer) => layer?.(next) ?? next, core);
