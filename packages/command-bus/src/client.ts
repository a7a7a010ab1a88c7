import { explain, parseJson } from './codecs/index.ts';
import type { CommandSpec, ParamsOf, QueryOf, ResultOf, TransferResultOf, TransferSpec } from './command.ts';
import type { TaskEither } from './either.ts';
import { left } from './either.ts';
import type { DecodedReply, Identity } from './envelope.ts';
import { decodeReply, decodeResult, encodeRequest, nobody, queryOf, recordOf } from './envelope.ts';
import type { BoxError } from './box-error.ts';
import { BoxFailure, malformed } from './box-error.ts';
import type { CallRecord, Exchange, Middleware, Relay, SessionProblem, Timers } from './middleware.ts';
import {
  compose,
  globalTimers,
  logging,
  relayValues,
  retryIdempotent,
  reportSessionProblems,
  timeout,
} from './middleware.ts';
import type { Transport, WireBody, WireRequest } from './transport.ts';
import { transportErrorOf, ReplyTooLong } from './transport.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Overrides the timeout of the command. */
  readonly timeoutMs?: number;
}

export interface TransferOptions extends CallOptions {
  readonly onProgress?: (sentBytes: number) => void;
}

export interface ClientOptions {
  /**
   * Base address of the service, without a trailing slash. Read on every call, because a session may move to another
   * address.
   */
  readonly baseUrl: string | (() => string);
  readonly transport: Transport;
  /** Transport for transfers when it differs (XHR in a browser, for progress). */
  readonly transferTransport?: Transport;
  readonly identity?: () => Identity;
  readonly log?: (record: CallRecord) => void;
  readonly onSessionProblem?: (problem: SessionProblem, call: string) => void;
  readonly relay?: Relay;
  readonly timers?: Timers;
}

/** Calls commands. `exec` gives errors as values, `send` throws {@link BoxFailure}. */
export interface Client {
  exec<C extends CommandSpec>(
    command: C,
    params: ParamsOf<C>,
    options?: CallOptions,
  ): TaskEither<BoxError, ResultOf<C>>;
  send<C extends CommandSpec>(command: C, params: ParamsOf<C>, options?: CallOptions): Promise<ResultOf<C>>;
  /**
   * Sends bytes; the result is the JSON body of a 200. Downloads have a URL instead, which any HTTP client can fetch.
   */
  transfer<T extends TransferSpec & { readonly method: 'PUT' }>(
    transfer: T,
    query: QueryOf<T>,
    body: WireBody,
    options?: TransferOptions,
  ): TaskEither<BoxError, TransferResultOf<T>>;
}

const NEVER_ABORTED = new AbortController().signal;

/** The innermost layer: turns bytes into text, the HTTP status into an error, and the text into a result. */
const coreExchange =
  (transport: Transport): Exchange =>
  async ({ spec, request }) => {
    const reply = await transport.exchange(request);
    if (reply._tag === 'Left') return reply;
    const { status } = reply.right;
    // A gateway between the client and the service sends these statuses, so they count as network failures
    // (G-02, ERR-052).
    if (status >= 502 && status <= 504) return left({ _tag: 'Network', cause: `HTTP ${status}` });
    try {
      const source = await reply.right.text();
      if (status !== 200) return left({ _tag: 'Http', status, body: source.slice(0, 2000) });
      return 'cmd' in spec ? decodeReply(spec, source) : decodeTransfer(spec, source);
    } catch (cause) {
      if (cause instanceof ReplyTooLong) return malformed('envelope', ['too long']);
      return left(transportErrorOf(cause, request.signal));
    }
  };

/** A 200 means success whatever its body holds (UPLOAD-32); a body that is not an object counts as an empty object. */
const decodeTransfer = (spec: TransferSpec, source: string): DecodedReply<unknown> => {
  const parsed = parseJson(source);
  return decodeResult(spec.result, parsed._tag === 'Right' ? recordOf(parsed.right) : {});
};

/** Creates a client. The middleware layers run in the order listed here, outermost first. */
export const createClient = (options: ClientOptions): Client => {
  const timers = options.timers ?? globalTimers;
  const { baseUrl, identity, log, onSessionProblem, relay } = options;
  const address = (path: string) => (typeof baseUrl === 'string' ? baseUrl : baseUrl()) + path;
  const buildExchange = (transport: Transport): Exchange => {
    const layers: readonly (Middleware | undefined)[] = [
      log && logging(log, timers),
      onSessionProblem && reportSessionProblems(onSessionProblem),
      relay && relayValues(relay),
      retryIdempotent(timers),
      timeout(timers, transport.reportsProgress),
    ];
    return compose(layers, coreExchange(transport));
  };
  const exchangeCommand = buildExchange(options.transport);
  const exchangeBytes = buildExchange(options.transferTransport ?? options.transport);

  const exec =
    <C extends CommandSpec>(
      command: C,
      params: ParamsOf<C>,
      { signal = NEVER_ABORTED, timeoutMs }: CallOptions = {},
    ): TaskEither<BoxError, ResultOf<C>> =>
    async () => {
      const encoded = encodeRequest(command, params, identity?.() ?? nobody);
      if (encoded._tag === 'Left') return encoded;
      const { path, ...rest } = encoded.right;
      const request: WireRequest = { ...rest, url: address(path), signal };
      const spec: CommandSpec = timeoutMs === undefined ? command : { ...command, timeoutMs };
      const result = await exchangeCommand({ spec, request });
      return result; // decoded by the command's own codec in the core
    };

  const send = async <C extends CommandSpec>(
    command: C,
    params: ParamsOf<C>,
    callOptions?: CallOptions,
  ): Promise<ResultOf<C>> => {
    const result = await exec(command, params, callOptions)();
    if (result._tag === 'Left') throw new BoxFailure(result.left, command.name);
    return result.right;
  };

  const transfer =
    <T extends TransferSpec>(
      spec: T,
      query: QueryOf<T>,
      body: WireBody,
      { signal = NEVER_ABORTED, onProgress }: TransferOptions = {},
    ): TaskEither<BoxError, TransferResultOf<T>> =>
    async () => {
      if (!spec.query.is(query)) return malformed('params', explain(spec.query, query));
      const request: WireRequest = {
        method: spec.method,
        url: address(spec.path),
        query: queryOf(recordOf(spec.query.encode(query))),
        headers: body === null ? {} : { 'content-type': 'application/octet-stream' },
        body,
        signal,
        onProgress,
      };
      const result = await exchangeBytes({ spec, request });
      return result; // decoded by the transfer's own codec in the core
    };

  return { exec, send, transfer };
};
