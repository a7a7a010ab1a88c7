import type { ShareRecord } from '@boxwood/box-sdk';
import { commandTree, DEFAULT_SHARE_DAYS, NO_SHARE_CODE, sharePageAddress } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import { GEN, Refusal } from '../vault/index.ts';
import { shareOrigin } from './origin.ts';
import type { Share, Shared, Shares } from './shares.ts';
import type { Visitors } from './visitors.ts';

export interface ShareServices {
  readonly shares: Shares;
  readonly visitors: Visitors;
  /** Where the box can be reached when a request does not say. */
  readonly listening: { readonly port: number };
}

/** B60 to B63 for HTTP shares, X11. Box links, cloud-shares and family shares are not offered: the box says so. */
export const shareHandlers = ({ shares, visitors, listening }: ShareServices) => {
  const addressOf = (id: string, context: BoxContext): string =>
    sharePageAddress(shareOrigin(context.headers, listening.port), id);
  const recordOf = (share: Share, context: BoxContext): ShareRecord => ({
    ...{ id: share.id, type: 1, path: share.path, files: [...share.names], url: addressOf(share.id, context) },
    ...{ code: share.code, days: share.days, ctime: share.created, etime: share.ends, visits: share.visits },
  });
  const make = async (shared: Shared): Promise<Share> => {
    await visitors.check(shared);
    return shares.make(shared);
  };
  const own = ({ caller }: BoxContext, user: string): string => {
    if (user !== caller.user) throw new Refusal(GEN.noPrivilege, 'user');
    return user;
  };
  return {
    ...notOffered(commandTree.shares),
    add: async ({ type, user, path, files, days = DEFAULT_SHARE_DAYS, code = NO_SHARE_CODE }, context) => {
      own(context, user);
      if (type !== 1) throw new Refusal(GEN.failed, 'notOffered');
      const { id } = await make({ user, path, names: files, days, code });
      return { id, link: addressOf(id, context) };
    },
    link: async ({ path, names, days, code }, context) => {
      const share = await make({ user: context.caller.user, path, names, days, code });
      return { url: addressOf(share.id, context), id: share.id, etime: share.ends };
    },
    list: ({ user, page, count }, context) => {
      own(context, user);
      const found = shares.list(user, (page - 1) * count, count);
      return { total: shares.count(user), list: found.map((share) => recordOf(share, context)) };
    },
    remove: ({ id }, { caller }) => {
      const share = shares.get(id);
      if (share === undefined) throw new Refusal(GEN.invalid, 'share');
      if (share.user !== caller.user) throw new Refusal(GEN.noPrivilege, 'share');
      shares.remove(id);
      return {};
    },
    open: async ({ id, code }) => {
      const { share, ticket } = visitors.open(id, code);
      const entries = await visitors.entries(share);
      return {
        name: share.names[0] ?? '',
        etime: share.ends,
        // An address names an entry by its place in the share: what is gone keeps its place.
        list: share.names.map((name, at) => {
          const { n, t, s, m } = entries.find(({ index }) => index === at)?.item ?? { n: name, t: 0, s: 0, m: 0 };
          return { n, t, s, m };
        }),
        ticket,
      };
    },
  } satisfies Handlers<(typeof commandTree)['shares'], BoxContext>;
};
