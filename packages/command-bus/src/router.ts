import { ANSWERS } from './answers.ts';
import { decode } from './codecs/index.ts';
import type { CommandSpec, ParamsOf, RefusalOf, ResultOf } from './command.ts';
import type { CommandTree } from './facade.ts';
import type { Identity } from './envelope.ts';
import type { Either } from './either.ts';
import { right } from './either.ts';
import { encodeRefusal, encodeResult, recordOf } from './envelope.ts';
import type { Parsed, RouterRequest } from './requests.ts';
import { encodeRefused, parseRequest } from './requests.ts';
import { buildRoutes } from './routes.ts';

export type { RouterRequest };

/** The only throw a handler makes on purpose. `fields` travel beside the code (tries left, failed items). */
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

/** A handler, or what it called, refused with a code that its command does not declare: one of the two is wrong. */
export class Undeclared extends Error {
  override readonly name = 'Undeclared';

  constructor(command: string, refusal: Refusal) {
    super(`${command} refused with ${refusal.code}, which it does not declare`, { cause: refusal });
  }
}

const isDeclared = ({ refusals, errors }: CommandSpec, { code, info }: Refusal): boolean => {
  const { notOffered, notOnModel: _context, ...any } = ANSWERS[errors];
  return (
    refusals.includes(code) ||
    Object.values<number>(any).includes(code) ||
    (code === notOffered && info === NOT_OFFERED)
  );
};

/** What a refusal says beside its number when the service does not have the command. */
export const NOT_OFFERED = 'notOffered';

export interface RouterReply {
  readonly status: number;
  readonly body: string;
  /** The body in UTF-8, where it was written for an earlier call ({@link RouterOptions.bodies}); then `body` is empty. */
  readonly bytes?: Uint8Array;
}

/** Bodies of results that handlers give out again as the same object, such as a page that a hundred people open. */
export interface RepeatedBodies {
  get(command: CommandSpec, result: object): Uint8Array | undefined;
  /** Told about every body that was written. */
  offer(command: CommandSpec, result: object, body: string): void;
}

/** What the context is made from: the command, the claimed identity and where it came from. Nothing is verified yet. */
export interface IncomingCall {
  readonly command: CommandSpec;
  readonly params: unknown;
  readonly identity: Identity;
  readonly request: RouterRequest;
}

/** What a handler gets beside parameters and context. */
export interface Call<C extends CommandSpec> {
  /** Makes the refusal to throw. A code that the command does not declare does not compile. */
  readonly refuse: (code: RefusalOf<C>, info?: string, fields?: Readonly<Record<string, unknown>>) => Refusal;
  /** Aborted when the caller is gone before the answer: what takes long and changes nothing ends then. */
  readonly signal: AbortSignal;
}

/** One handler per command; leaving one out does not compile. */
export type Handlers<Cs extends Readonly<Record<string, CommandSpec>>, Ctx> = {
  readonly [K in keyof Cs]: (
    params: ParamsOf<Cs[K]>,
    context: Ctx,
    call: Call<Cs[K]>,
  ) => Promise<ResultOf<Cs[K]>> | ResultOf<Cs[K]>;
};

/** Handlers for a whole command tree, area by area, under the names the client's facade uses. */
export type TreeHandlers<T extends CommandTree, Ctx> = { readonly [A in keyof T]: Handlers<T[A], Ctx> };

/** Whose call it was that {@link RouterOptions.onCall} tells of. */
export interface Called<Ctx> {
  readonly command: CommandSpec;
  readonly request: RouterRequest;
  /** Undefined when `context` said no. */
  readonly context: Ctx | undefined;
}

export interface RouterOptions<T extends CommandTree, Ctx> {
  readonly commands: T;
  readonly handlers: TreeHandlers<T, Ctx>;
  /** Authenticates and authorises; throws a {@link Refusal} to say no. The one place where that happens. */
  readonly context: (call: IncomingCall) => Promise<Ctx> | Ctx;
  /** Called when a call may run; throws a {@link Refusal} when too much is under way, else answers with what to do at its end. */
  readonly enter?: (context: Ctx, command: CommandSpec) => () => void;
  /** Where bodies are looked up before they are written; without it each is written anew. */
  readonly bodies?: RepeatedBodies;
  /**
   * Told about what a handler threw without meaning to; the caller only learns "service error". Also about a refusal that the command does not
   * declare ({@link Undeclared}), which reaches the caller as it is.
   */
  readonly onFault: (fault: unknown, command: string) => void;
  /** Told about every finished call. */
  readonly onCall?: (
    record: { readonly command: string; readonly code: number; readonly ms: number },
    called: Called<Ctx>,
  ) => void;
}

export interface Router {
  /** Answers a request; HTTP 404 when no endpoint has this path, 200 with a code for everything else. */
  handle(request: RouterRequest): Promise<RouterReply>;
  /** Whether some command lives at this method and path. */
  knows(method: string, path: string): boolean;
}

/** Parameters and what was said beside them, as one value. */
const decodeParams = (command: CommandSpec, wireParams: unknown, more: unknown): Either<readonly string[], unknown> => {
  const params = decode<unknown, unknown>(command.params, wireParams);
  if (params._tag === 'Left' || command.more === undefined || more === undefined) return params;
  const beside = decode<unknown, unknown>(command.more, more);
  return beside._tag === 'Left' ? beside : right({ ...recordOf(params.right), more: beside.right });
};

/** What `refuse` of a call makes, and its signal when somebody asks for it. */
const callOf = ({ gone }: RouterRequest): Call<CommandSpec> => ({
  refuse: (code, info, fields) => new Refusal(code, info, fields),
  get signal() {
    return gone?.() ?? new AbortController().signal;
  },
});

/** What a call is answered with: the code for the log, and the body. */
type Answer = Omit<RouterReply, 'status'> & { readonly code: number };
/** Where the context of a call is put as soon as it has one. */
interface Under<Ctx> {
  context: Ctx | undefined;
}

/**
 * Makes the server side of a set of commands. All of the catalogue's "who said no and with which number" is here: undecodable
 * JSON 20, wrong version 19, unknown command or parameters 4 (or the family's own number), anything unexpected "service error".
 */
export const createRouter = <T extends CommandTree, Ctx>(options: RouterOptions<T, Ctx>): Router => {
  type Handler = (params: unknown, context: Ctx, call: Call<CommandSpec>) => unknown;
  const handlers = new Map<CommandSpec, Handler>();
  for (const [area, commands] of Object.entries(options.commands)) {
    const group: Readonly<Record<string, unknown>> = options.handlers[area as keyof T];
    for (const [verb, command] of Object.entries(commands)) {
      // The tree's type pairs each command with its handler; iterating loses that pairing.
      handlers.set(command, group[verb] as Handler);
    }
  }
  const routes = buildRoutes([...handlers.keys()]);

  /** Handlers and codecs agree by the type of the handlers; a `Map` of them cannot say so. */
  const write = (command: CommandSpec, result: unknown): Answer => {
    const { bodies } = options;
    if (bodies === undefined || typeof result !== 'object' || result === null)
      return { code: 0, body: encodeResult(command, result) };
    const bytes = bodies.get(command, result);
    if (bytes !== undefined) return { code: 0, body: '', bytes };
    const body = encodeResult(command, result);
    bodies.offer(command, result, body);
    return { code: 0, body };
  };

  const answer = async (parsed: Parsed, request: RouterRequest, under: Under<Ctx>): Promise<Answer> => {
    const { command, wireParams, more, identity } = parsed;
    const numbers = ANSWERS[command.errors];
    const refuse = (code: number, info?: string, fields: Readonly<Record<string, unknown>> = {}) => ({
      code,
      body: encodeRefusal(command.reply, code, info, fields),
    });
    const params = decodeParams(command, wireParams, more);
    try {
      // Authorisation comes before any word about the parameters: a stranger learns nothing from their shape.
      const context = await options.context({
        command,
        params: params._tag === 'Right' ? params.right : undefined,
        identity,
        request,
      });
      under.context = context;
      if (params._tag === 'Left') return refuse(numbers.badParameter, params.left[0]);
      const handler = handlers.get(command);
      if (handler === undefined) throw new TypeError(`no handler for ${command.name}`);
      const leave = options.enter?.(context, command);
      try {
        const result: unknown = await handler(params.right, context, callOf(request));
        return write(command, result);
      } catch (fault) {
        if (fault instanceof Refusal && !isDeclared(command, fault))
          options.onFault(new Undeclared(command.name, fault), command.name);
        throw fault;
      } finally {
        leave?.();
      }
    } catch (fault) {
      if (fault instanceof Refusal) return refuse(fault.code, fault.info, fault.fields);
      // Whoever would have read the answer is gone, and the work that ended for it says so.
      if (request.gone === undefined || fault !== request.gone().reason) options.onFault(fault, command.name);
      return refuse(numbers.service);
    }
  };

  return {
    knows: (method, path) => routes.find(method, path) !== null,
    handle: async (request) => {
      const route = routes.find(request.method, request.path);
      if (route === null) return { status: 404, body: '{"error":4,"info":"endpoint"}' };
      const started = performance.now();
      const parsed = parseRequest(route.endpoint, route.captured, request);
      if (parsed._tag === 'Left') return { status: 200, body: encodeRefused(parsed.left) };
      const { command } = parsed.right;
      const under: Under<Ctx> = { context: undefined };
      const { code, ...reply } = await answer(parsed.right, request, under);
      const ms = Math.round(performance.now() - started);
      options.onCall?.({ command: command.name, code, ms }, { command, request, context: under.context });
      return { status: 200, ...reply };
    },
  };
};
