import { serviceTree } from '@boxwood/account-sdk/server';
import { commandTree, WaitChanges } from '@boxwood/box-sdk';
import {
  createRouter,
  localTransport,
  NOT_OFFERED,
  Refusal,
  STANDARD_REFUSALS,
  type TreeHandlers,
} from '@boxwood/box-sdk/server';
import { ACC, type CommandSpec, left, right, type Transport } from '@boxwood/command-bus';
import { vi } from 'vitest';
import { ACCOUNT_PATH, type AccountReplies, accountTables, replyDrive, sentAccountCommand } from './account-replies.ts';

type BoxTree = typeof commandTree;
/** The caller of a handler; a reply rarely needs it. */
export interface BoxCaller {
  readonly isAdmin: boolean;
}

/**
 * Typed handlers by area and verb. A command without a handler is refused with "not offered", as by an older box. A
 * handler refuses with `throw refuse(GEN.path)`.
 */
export type BoxReplies = {
  readonly [A in keyof BoxTree]?: Partial<TreeHandlers<BoxTree, BoxCaller>[A]>;
};

/** A request that reached the router, also when it was refused. */
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

/** The id of the box that the replies describe. */
export const REPLY_BOX_ID = 'TEST01';

type HandlerTable = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
type CommandHandler = (params: unknown, caller: BoxCaller, call: { readonly signal: AbortSignal }) => unknown;

/** A box in this process: the real router over a table of handlers, without a server. */
export interface ReplyBox {
  readonly transport: Transport;
  /** In order of arrival. */
  readonly requests: readonly BoxRequest[];
  /** Errors of handlers, other than refusals. */
  readonly faults: readonly unknown[];
  /** The number of requests so far, and of those without a reply. Long polls do not count. */
  readonly activity: () => { readonly started: number; readonly pending: number };
  /** Reports changed areas, or folders by their path, with the long poll of the page. Resolves when the page has polled. */
  readonly reportChange: (changed: readonly string[]) => Promise<void>;
  /** Makes the box unreachable, or reachable again. */
  readonly setReachable: (isReachable: boolean) => void;
}

/** The user of a {@link ReplyBox}. */
export interface ReplyUser {
  readonly name: string;
  readonly isAdmin: boolean;
}

/** What a {@link ReplyBox} answers for its files. */
export interface FileReplies {
  readonly replies: BoxReplies;
  /** Receives the body of an upload. */
  readonly receive: Transport['exchange'];
}

/** Optional parts of a {@link ReplyBox}: what its account service answers, and its files. */
export interface ReplyParts {
  readonly account?: AccountReplies | undefined;
  readonly files?: FileReplies | undefined;
}

/**
 * Creates a box that answers with `replies`, and the account service of this page. The box refuses commands of
 * administrators to a member, as a box does.
 */
export const createReplyBox = (
  replies: BoxReplies,
  { name, isAdmin }: ReplyUser,
  { account = {}, files }: ReplyParts = {},
): ReplyBox => {
  const requests: BoxRequest[] = [];
  const waiting = new Set<(changed: readonly string[]) => void>();
  const faults: unknown[] = [];
  let pending = 0;
  let isReachable = true;

  const defaults: BoxReplies = {
    session: { setup: () => ({ needed: 0, boxname: 'Test box', boxid: REPLY_BOX_ID, account: '' }) },
    system: {
      product: () => ({
        product: 'G2',
        version: '1.0.0',
        versionname: '1.0.0',
        boxid: REPLY_BOX_ID,
        boxjid: '',
        boxname: 'Test box',
        sn: '',
        mac: '',
        uptime: 1,
        inited: 1,
      }),
    },
    changes: {
      wait: ({ wait }, _caller, { signal }) => {
        if (wait === 0) return { cursor: '1', folders: [], areas: [], everything: 0 };
        const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
        waiting.add(resolve);
        signal.addEventListener('abort', () => {
          reject(signal.reason);
        });
        return promise
          .then((changed) => ({
            cursor: '1',
            folders: changed.filter((each) => each.startsWith('/')),
            areas: changed.filter((each) => !each.startsWith('/')),
            everything: 0 as const,
          }))
          .finally(() => waiting.delete(resolve));
      },
    },
  };

  const handlerOf = (
    tables: readonly HandlerTable[],
    area: string,
    verb: string,
    command: CommandSpec,
  ): CommandHandler => {
    const handler = tables.map((table) => table[area]?.[verb]).find((each) => each !== undefined);
    if (typeof handler !== 'function')
      return () => {
        throw new Refusal(STANDARD_REFUSALS[command.errors].notOffered, NOT_OFFERED);
      };
    return async (...call) => {
      const reply: unknown = Reflect.apply(handler, undefined, call);
      if (command === WaitChanges || (reply instanceof Promise && heldReplies.has(reply))) return reply;
      pending += 1;
      try {
        return await reply;
      } finally {
        pending -= 1;
      }
    };
  };
  const handlersOf = (
    tree: Readonly<Record<string, Readonly<Record<string, CommandSpec>>>>,
    tables: readonly HandlerTable[],
  ): unknown =>
    Object.fromEntries(
      Object.entries(tree).map(([area, commands]) => [
        area,
        Object.fromEntries(
          Object.entries(commands).map(([verb, command]) => [verb, handlerOf(tables, area, verb, command)] as const),
        ),
      ]),
    );
  const onFault = (fault: unknown, command: string): void => {
    // The page shows only "service error", so the kit reports the mistake of the test at its end.
    faults.push(new Error(`the handler of ${command} failed`, { cause: fault }));
  };
  const router = createRouter<BoxTree, BoxCaller>({
    commands: commandTree,
    handlers: handlersOf(commandTree, [replies, files?.replies ?? {}, defaults]) as TreeHandlers<BoxTree, BoxCaller>, // built from the tree
    context: ({ command, params, identity }) => {
      requests.push({ command, params });
      if (command.access !== 'public' && identity.token === '')
        throw new Refusal(STANDARD_REFUSALS[command.errors].session);
      if (command.access === 'admin' && !isAdmin) throw new Refusal(STANDARD_REFUSALS[command.errors].noPrivilege);
      return { isAdmin };
    },
    onFault,
  });
  const accountRouter = createRouter<typeof serviceTree, BoxCaller>({
    commands: serviceTree,
    handlers: handlersOf(serviceTree, accountTables(account, name, replyDrive(REPLY_BOX_ID, isAdmin))) as TreeHandlers<
      typeof serviceTree,
      BoxCaller
    >, // built from the tree
    context: ({ command, params, identity }) => {
      requests.push({ command: sentAccountCommand(command, params), params });
      if (command.access !== 'public' && identity.token === '') throw new Refusal(ACC.identity);
      return { isAdmin };
    },
    onFault,
  });
  const local = localTransport(router);
  const accountTransport = localTransport(accountRouter);
  const accountUrl = `${location.origin}${ACCOUNT_PATH}/`;
  const exchangeWithAccount: Transport['exchange'] = async (request) => {
    const url = request.url.replace(accountUrl, `${location.origin}/`);
    const reply = await accountTransport.exchange({ ...request, url });
    if (reply._tag === 'Left') return reply;
    const text = await reply.right.text();
    // An account service does not know the path of a command that it does not offer.
    const status = text.includes(`"${NOT_OFFERED}"`) ? 404 : reply.right.status;
    return right({ status, text: () => Promise.resolve(text) });
  };
  const exchange: Transport['exchange'] = (request) => {
    if (request.url.startsWith(accountUrl)) return exchangeWithAccount(request);
    return files !== undefined && request.method === 'PUT' ? files.receive(request) : local.exchange(request);
  };
  return {
    transport: {
      ...local,
      exchange: (request) =>
        isReachable
          ? exchange(request)
          : Promise.resolve(left({ _tag: 'Network', cause: new TypeError('the box is unreachable') })),
    },
    requests,
    faults,
    activity: () => ({ started: requests.length, pending }),
    reportChange: async (changed) => {
      // The page pauses between two polls.
      await vi.waitUntil(() => waiting.size > 0, { timeout: 30_000, interval: 10 });
      for (const resolve of waiting) resolve(changed);
    },
    setReachable: (next) => {
      isReachable = next;
    },
  };
};
