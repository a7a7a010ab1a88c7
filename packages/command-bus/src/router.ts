import { STANDARD_REFUSALS } from './standard-refusals.ts';
import { decode } from './codecs/index.ts';
import type { CommandSpec, ParamsOf, RefusalOf, ResultOf } from './command.ts';
import type { CommandTree } from './facade.ts';
import type { Identity } from './envelope.ts';
import type { Either } from './either.ts';
import { right } from './either.ts';
import { encodeRefusal, encodeResult, recordOf } from './envelope.ts';
import type { ParsedRequest, RouterRequest } from './parse-request.ts';
import { encodeRejection, parseRequest } from './parse-request.ts';
import { buildRouteTable } from './route-table.ts';

export type { RouterRequest };

/** The only error that a handler throws on purpose. `fields` are sent next to the code (tries left, failed items). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly info: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(code: number, info?: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(info ?? `refused with ${code}`);
    this.code = code;
    this.info = info;
    this.fields = fields;
  }
}

/**
 * A handler, or code that it called, refused with a code that its command does not declare. Either the handler or the
 * declaration is wrong.
 */
export class Undeclared extends Error {
  override readonly name = 'Undeclared';

  constructor(command: string, refusal: Refusal) {
    super(`${command} refused with ${refusal.code}, which it does not declare`, { cause: refusal });
  }
}

const isDeclared = ({ refusals, errors }: CommandSpec, { code, info }: Refusal): boolean => {
  const { notOffered, notOnModel: _context, ...standardCodes } = STANDARD_REFUSALS[errors];
  return (
    refusals.includes(code) ||
    Object.values<number>(standardCodes).includes(code) ||
    (code === notOffered && info === NOT_OFFERED)
  );
};

/** The info text of a refusal when the service does not offer the command. */
export const NOT_OFFERED = 'notOffered';

export interface RouterReply {
  readonly status: number;
  readonly body: string;
  /** The body in UTF-8 when it was encoded for an earlier call ({@link RouterOptions.bodies}); `body` is empty then. */
  readonly bytes?: Uint8Array;
}

/**
 * Caches encoded bodies of results that handlers return repeatedly as the same object, such as a page that a hundred
 * users open.
 */
export interface BodyCache {
  get(command: CommandSpec, result: object): Uint8Array | undefined;
  /** Called with every newly encoded body. */
  put(command: CommandSpec, result: object, body: string): void;
}

/** The input of the context function: the command, the claimed identity and the request. Nothing is verified yet. */
export interface IncomingCall {
  readonly command: CommandSpec;
  readonly params: unknown;
  readonly identity: Identity;
  readonly request: RouterRequest;
}

/** What a handler receives in addition to parameters and context. */
export interface HandlerCall<C extends CommandSpec> {
  /** Creates the refusal to throw. A code that the command does not declare does not compile. */
  readonly refuse: (code: RefusalOf<C>, info?: string, fields?: Readonly<Record<string, unknown>>) => Refusal;
  /** Aborts when the caller disconnects before the reply. Long read-only work should stop then. */
  readonly signal: AbortSignal;
}

/** One handler for each command; a missing one does not compile. */
export type Handlers<Cs extends Readonly<Record<string, CommandSpec>>, Ctx> = {
  readonly [K in keyof Cs]: (
    params: ParamsOf<Cs[K]>,
    context: Ctx,
    call: HandlerCall<Cs[K]>,
  ) => Promise<ResultOf<Cs[K]>> | ResultOf<Cs[K]>;
};

/** Handlers for a whole command tree, by area, under the names of the client's facade. */
export type TreeHandlers<T extends CommandTree, Ctx> = { readonly [A in keyof T]: Handlers<T[A], Ctx> };

/** The call that {@link RouterOptions.onCall} reports. */
export interface FinishedCall<Ctx> {
  readonly command: CommandSpec;
  readonly request: RouterRequest;
  /** Undefined when `context` refused the call. */
  readonly context: Ctx | undefined;
}

export interface RouterOptions<T extends CommandTree, Ctx> {
  readonly commands: T;
  readonly handlers: TreeHandlers<T, Ctx>;
  /** Authenticates and authorises a call; throws a {@link Refusal} to refuse it. No other place does this. */
  readonly context: (call: IncomingCall) => Promise<Ctx> | Ctx;
  /**
   * Called before a handler runs. Throws a {@link Refusal} when too many calls are running, otherwise returns a
   * function to call at the end.
   */
  readonly enter?: (context: Ctx, command: CommandSpec) => () => void;
  /** Cache of encoded bodies; without it every body is encoded anew. */
  readonly bodies?: BodyCache;
  /**
   * Called with an unexpected error of a handler; the caller only receives "service error". Also called for a refusal
   * that the command does not declare ({@link Undeclared}), which is sent to the caller unchanged.
   */
  readonly onFault: (fault: unknown, command: string) => void;
  /** Called after every finished call. */
  readonly onCall?: (
    record: { readonly command: string; readonly code: number; readonly ms: number },
    finished: FinishedCall<Ctx>,
  ) => void;
}

export interface Router {
  /** Handles a request: HTTP 404 when no endpoint has this path, otherwise 200 with a code. */
  handle(request: RouterRequest): Promise<RouterReply>;
  /** Whether a command exists for this method and path. */
  hasRoute(method: string, path: string): boolean;
}

/** Decodes the parameters and `more` into one value. */
const decodeParams = (command: CommandSpec, wireParams: unknown, more: unknown): Either<readonly string[], unknown> => {
  const params = decode<unknown, unknown>(command.params, wireParams);
  if (params._tag === 'Left' || command.more === undefined || more === undefined) return params;
  const decodedMore = decode<unknown, unknown>(command.more, more);
  return decodedMore._tag === 'Left' ? decodedMore : right({ ...recordOf(params.right), more: decodedMore.right });
};

/** The call object of a handler; its signal is created only when read. */
const callOf = ({ disconnectSignal }: RouterRequest): HandlerCall<CommandSpec> => ({
  refuse: (code, info, fields) => new Refusal(code, info, fields),
  get signal() {
    return disconnectSignal?.() ?? new AbortController().signal;
  },
});

/** The encoded reply of a call, and its code for the log. */
type EncodedReply = Omit<RouterReply, 'status'> & { readonly code: number };
/** Holds the context of a call as soon as it exists. */
interface CallScope<Ctx> {
  context: Ctx | undefined;
}

/**
 * Creates the server side of a set of commands. It implements the general refusals of the catalogue: undecodable JSON
 * 20, wrong version 19, unknown command or parameters 4 (or the family's own number), anything unexpected "service
 * error".
 */
export const createRouter = <T extends CommandTree, Ctx>(options: RouterOptions<T, Ctx>): Router => {
  type Handler = (params: unknown, context: Ctx, call: HandlerCall<CommandSpec>) => unknown;
  const handlers = new Map<CommandSpec, Handler>();
  for (const [area, commands] of Object.entries(options.commands)) {
    const group: Readonly<Record<string, unknown>> = options.handlers[area as keyof T];
    for (const [verb, command] of Object.entries(commands)) {
      // The tree's type pairs each command with its handler; iterating loses that pairing.
      handlers.set(command, group[verb] as Handler);
    }
  }
  const routes = buildRouteTable([...handlers.keys()]);

  /** The type of the handlers guarantees that results match their codecs; a `Map` cannot express that. */
  const encodeReply = (command: CommandSpec, result: unknown): EncodedReply => {
    const { bodies } = options;
    if (bodies === undefined || typeof result !== 'object' || result === null)
      return { code: 0, body: encodeResult(command, result) };
    const bytes = bodies.get(command, result);
    if (bytes !== undefined) return { code: 0, body: '', bytes };
    const body = encodeResult(command, result);
    bodies.put(command, result, body);
    return { code: 0, body };
  };

  const runCall = async (
    parsed: ParsedRequest,
    request: RouterRequest,
    scope: CallScope<Ctx>,
  ): Promise<EncodedReply> => {
    const { command, wireParams, more, identity } = parsed;
    const standardCodes = STANDARD_REFUSALS[command.errors];
    const refuse = (code: number, info?: string, fields: Readonly<Record<string, unknown>> = {}) => ({
      code,
      body: encodeRefusal(command.reply, code, info, fields),
    });
    const params = decodeParams(command, wireParams, more);
    try {
      // Authorisation comes before any message about the parameters, so that an unauthorised caller learns nothing
      // about them.
      const context = await options.context({
        command,
        params: params._tag === 'Right' ? params.right : undefined,
        identity,
        request,
      });
      scope.context = context;
      if (params._tag === 'Left') return refuse(standardCodes.badParameter, params.left[0]);
      const handler = handlers.get(command);
      if (handler === undefined) throw new TypeError(`no handler for ${command.name}`);
      const leave = options.enter?.(context, command);
      try {
        const result: unknown = await handler(params.right, context, callOf(request));
        return encodeReply(command, result);
      } catch (fault) {
        if (fault instanceof Refusal && !isDeclared(command, fault))
          options.onFault(new Undeclared(command.name, fault), command.name);
        throw fault;
      } finally {
        leave?.();
      }
    } catch (fault) {
      if (fault instanceof Refusal) return refuse(fault.code, fault.info, fault.fields);
      // The caller has disconnected, and the handler stopped because of that: this is not a fault.
      if (request.disconnectSignal === undefined || fault !== request.disconnectSignal().reason)
        options.onFault(fault, command.name);
      return refuse(standardCodes.service);
    }
  };

  return {
    hasRoute: (method, path) => routes.find(method, path) !== null,
    handle: async (request) => {
      const route = routes.find(request.method, request.path);
      if (route === null) return { status: 404, body: '{"error":4,"info":"endpoint"}' };
      const started = performance.now();
      const parsed = parseRequest(route.endpoint, route.captured, request);
      if (parsed._tag === 'Left') return { status: 200, body: encodeRejection(parsed.left) };
      const { command } = parsed.right;
      const scope: CallScope<Ctx> = { context: undefined };
      const { code, ...reply } = await runCall(parsed.right, request, scope);
      const ms = Math.round(performance.now() - started);
      options.onCall?.({ command: command.name, code, ms }, { command, request, context: scope.context });
      return { status: 200, ...reply };
    },
  };
};
