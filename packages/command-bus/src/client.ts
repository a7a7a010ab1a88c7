import { explain, parseJson } from './codecs/index.ts';
import type { CommandSpec, ParamsOf, QueryOf, ResultOf, TransferResultOf, TransferSpec } from './command.ts';
import type { TaskEither } from './either.ts';
import { left } from './either.ts';
import type { Answer, Identity } from './envelope.ts';
import { decodeReply, decodeResult, encodeRequest, nobody, queryOf, recordOf } from './envelope.ts';
import type { BoxError } from './failure.ts';
import { BoxFailure, malformed } from './failure.ts';
import type { CallRecord, Exchange, Middleware, Relay, SessionProblem, Timers } from './middleware.ts';
import { compose, globalTimers, logging, relayValues, retryIdempotent, sessionWatch, timeout } from './middleware.ts';
import type { Transport, WireBody, WireRequest } from './transport.ts';
import { failureOf, LongReply } from './transport.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Overrides the command's own limit. */
  readonly timeoutMs?: number;
}

export interface TransferOptions extends CallOptions {
  readonly onProgress?: (sentBytes: number) => void;
}

export interface ClientOptions {
  /** Where the service is, without a trailing slash; read at every call, a session may move. */
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
  /** Sends bytes; the result is the JSON answer of a 200. What is read has an address instead, which anything that speaks HTTP can fetch. */
  transfer<T extends TransferSpec & { readonly method: 'PUT' }>(
    transfer: T,
    query: QueryOf<T>,
    body: WireBody,
    options?: TransferOptions,
  ): TaskEither<BoxError, TransferResultOf<T>>;
}

const never = new AbortController().signal;

/** Bytes down to text, status to error, text to result: what the innermost layer does. */
const core =
  (transport: Transport): Exchange =>
  async ({ spec, request }) => {
    const reply = await transport.exchange(request);
    if (reply._tag === 'Left') return reply;
    const { status } = reply.right;
    // These come from something between us and the service: that is the network (G-02, ERR-052).
    if (status >= 502 && status <= 504) return left({ _tag: 'Network', cause: `HTTP ${status}` });
    try {
      const source = await reply.right.text();
      if (status !== 200) return left({ _tag: 'Http', status, body: source.slice(0, 2000) });
      return 'cmd' in spec ? decodeReply(spec, source) : decodeTransfer(spec, source);
    } catch (cause) {
      if (cause instanceof LongReply) return malformed('envelope', ['too long']);
      return left(failureOf(cause, request.signal));
    }
  };

/** A 200 is a yes, whatever is in it (UPLOAD-32): what is no object says nothing beside that. */
const decodeTransfer = (spec: TransferSpec, source: string): Answer<unknown> => {
  const parsed = parseJson(source);
  return decodeResult(spec.result, parsed._tag === 'Right' ? recordOf(parsed.right) : {});
};

/** Makes a client. The layers run in the order in which they are listed here, outermost first. */
export const createClient = (options: ClientOptions): Client => {
  const timers = options.timers ?? globalTimers;
  const { baseUrl, identity, log, onSessionProblem, relay } = options;
  const address = (path: string) => (typeof baseUrl === 'string' ? baseUrl : baseUrl()) + path;
  const through = (transport: Transport): Exchange => {
    const layers: readonly (Middleware | undefined)[] = [
      log && logging(log, timers),
      onSessionProblem && sessionWatch(onSessionProblem),
      relay && relayValues(relay),
      retryIdempotent(timers),
      timeout(timers, transport.reportsProgress),
    ];
    return compose(layers, core(transport));
  };
  const exchangeCommand = through(options.transport);
  const exchangeBytes = through(options.transferTransport ?? options.transport);

  const exec =
    <C extends CommandSpec>(
      command: C,
      params: ParamsOf<C>,
      { signal = never, timeoutMs }: CallOptions = {},
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
      { signal = never, onProgress }: TransferOptions = {},
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
