import { serviceTree } from '@boxwood/account-sdk/server';
import { commandTree } from '@boxwood/box-sdk';
import { NOT_OFFERED, STANDARD_REFUSALS, type TreeHandlers } from '@boxwood/box-sdk/server';
import { ACC, left, right, type Transport } from '@boxwood/command-bus';
import { vi } from 'vitest';
import {
  ACCOUNT_PATH,
  type AccountReplies,
  type AccountUser,
  accountTables,
  replyDrive,
  sentAccountCommand,
} from './account-replies.ts';
import { type BoxCaller, type BoxRequest, ReplyLog, replyTransport } from './reply-router.ts';

export { type BoxRequest, holdReply } from './reply-router.ts';

type BoxTree = typeof commandTree;

/**
 * Typed handlers by area and verb. A command without a handler is refused with "not offered", as by an older box. A
 * handler refuses with `throw refuse(GEN.path)`.
 */
export type BoxReplies = {
  readonly [A in keyof BoxTree]?: Partial<TreeHandlers<BoxTree, BoxCaller>[A]>;
};

/** The id of the box that the replies describe. */
export const REPLY_BOX_ID = 'TEST01';
/** What the box says of itself. */
export const REPLY_PRODUCT = {
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
} as const;

/** A box in this process, and its account service. */
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
  user: AccountUser,
  { account = {}, files }: ReplyParts = {},
): ReplyBox => {
  const log = new ReplyLog();
  const waiting = new Set<(changed: readonly string[]) => void>();
  let isReachable = true;

  const defaults: BoxReplies = {
    session: { setup: () => ({ needed: 0, boxname: 'Test box', boxid: REPLY_BOX_ID, account: '' }) },
    system: {
      product: () => REPLY_PRODUCT,
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

  const { isAdmin } = user;
  const local = replyTransport({
    commands: commandTree,
    tables: [replies, files?.replies ?? {}, defaults],
    isAdmin,
    log,
    noSession: ({ errors }) => STANDARD_REFUSALS[errors].session,
  });
  const accountTransport = replyTransport({
    commands: serviceTree,
    tables: accountTables(account, user, replyDrive(REPLY_BOX_ID, user)),
    isAdmin,
    log,
    noSession: () => ACC.identity,
    sentCommand: sentAccountCommand,
  });
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
    requests: log.requests,
    faults: log.faults,
    activity: () => ({ started: log.requests.length, pending: log.pending }),
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
