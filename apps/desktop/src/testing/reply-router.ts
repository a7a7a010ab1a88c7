import { WaitChanges } from '@boxwood/box-sdk';
import {
  createRouter,
  localTransport,
  NOT_OFFERED,
  Refusal,
  STANDARD_REFUSALS,
  type TreeHandlers,
} from '@boxwood/box-sdk/server';
import type { CommandSpec, Transport } from '@boxwood/command-bus';

/** The caller of a handler; a reply rarely needs it. */
export interface BoxCaller {
  readonly isAdmin: boolean;
}

/** A request that reached a router, also when it was refused. */
export interface BoxRequest {
  readonly command: CommandSpec;
  /** Decoded parameters; undefined when they were invalid. */
  readonly params: unknown;
}

const heldReplies = new WeakSet<Promise<unknown>>();

/**
 * A reply that arrives when the test releases it, to look at what is shown meanwhile. The app counts as settled while
 * the reply is held; the handler must return the promise itself.
 */
export const holdReply = <T>(): { readonly reply: Promise<T>; readonly release: (value: T) => void } => {
  const { promise, resolve } = Promise.withResolvers<T>();
  heldReplies.add(promise);
  return { reply: promise, release: resolve };
};

/** What the routers of one test record. */
export class ReplyLog {
  readonly requests: BoxRequest[] = [];
  readonly faults: unknown[] = [];
  pending = 0;
}

type CommandTree = Readonly<Record<string, Readonly<Record<string, CommandSpec>>>>;
type HandlerTable = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
type CommandHandler = (params: unknown, caller: BoxCaller, call: { readonly signal: AbortSignal }) => unknown;

/** Options of {@link replyTransport}. */
interface ReplyRouterOptions<T> {
  readonly commands: T;
  /** The first table that has a handler answers. */
  readonly tables: readonly HandlerTable[];
  readonly isAdmin: boolean;
  readonly log: ReplyLog;
  /** The code of the refusal of a command without a token. */
  readonly noSession: (command: CommandSpec) => number;
  /** The command that the client sent, where two commands share a route. */
  readonly sentCommand?: (command: CommandSpec, params: unknown) => CommandSpec;
}

/**
 * The real router over tables of handlers, without a server. A command without a handler is refused as not offered, and
 * a command of administrators is refused to a member.
 */
export const replyTransport = <T extends CommandTree>(options: ReplyRouterOptions<T>): Transport => {
  const { commands, tables, isAdmin, log, noSession, sentCommand = (command) => command } = options;
  const handlerOf = (area: string, verb: string, command: CommandSpec): CommandHandler => {
    const handler = tables.map((table) => table[area]?.[verb]).find((each) => each !== undefined);
    if (typeof handler !== 'function')
      return () => {
        throw new Refusal(STANDARD_REFUSALS[command.errors].notOffered, NOT_OFFERED);
      };
    return async (...call) => {
      const reply: unknown = Reflect.apply(handler, undefined, call);
      if (command === WaitChanges || (reply instanceof Promise && heldReplies.has(reply))) return reply;
      log.pending += 1;
      try {
        return await reply;
      } finally {
        log.pending -= 1;
      }
    };
  };
  const areas = Object.entries(commands).map(([area, group]) => [
    area,
    Object.fromEntries(Object.entries(group).map(([verb, command]) => [verb, handlerOf(area, verb, command)] as const)),
  ]);
  const router = createRouter<T, BoxCaller>({
    commands,
    handlers: Object.fromEntries(areas) as TreeHandlers<T, BoxCaller>, // built key by key from the tree
    context: ({ command, params, identity }) => {
      log.requests.push({ command: sentCommand(command, params), params });
      if (command.access !== 'public' && identity.token === '') throw new Refusal(noSession(command));
      if (command.access === 'admin' && !isAdmin) throw new Refusal(STANDARD_REFUSALS[command.errors].noPrivilege);
      return { isAdmin };
    },
    onFault: (fault, command) => {
      // The page shows only "service error", so the kit reports the mistake of the test at its end.
      log.faults.push(new Error(`the handler of ${command} failed`, { cause: fault }));
    },
  });
  return localTransport(router);
};
