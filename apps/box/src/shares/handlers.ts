import type { ShareRecord } from '@boxwood/box-sdk';
import { commandTree, DEFAULT_SHARE_DAYS, NO_SHARE_CODE, sharePageAddress } from '@boxwood/box-sdk';
import { checkFamilyPermissions, checkFolderName, PLACES, userRoot } from '@boxwood/box-sdk/rules';
import { type Handlers, NOT_OFFERED } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import type { Endings } from '../identity/endings.ts';
import { type Stamp, stampOf } from '../journal/stamp.ts';
import { notOffered } from '../not-offered.ts';
import { type Caller, GEN, Refusal, type Vault } from '../vault/index.ts';
import { type Listening, shareOrigin } from './origin.ts';
import type { FamilyFolder, FamilyShares } from './family.ts';
import type { MadeShare, Share, Shared, Shares } from './shares.ts';
import type { Visitors } from './visitors.ts';

export interface ShareServices {
  readonly shares: Shares;
  readonly visitors: Visitors;
  readonly family: FamilyShares;
  readonly vault: Vault;
  readonly endings: Endings;
  /** Address of the box for requests that do not name a host. */
  readonly listening: Listening;
}

/** B60 to B63 for HTTP shares, X07 to X09 and X11. Box links and cloud shares answer "not offered". */
export const shareHandlers = ({ shares, visitors, family, vault, endings, listening }: ShareServices) => {
  const addressOf = (id: string, context: BoxContext): string =>
    sharePageAddress(shareOrigin(context.headers, listening), id);
  /** The share URL, and whether it lacks TLS. */
  const foundAt = (id: string, context: BoxContext): Pick<ShareRecord, 'url' | 'plain'> => {
    const url = addressOf(id, context);
    return { url, plain: url.startsWith('https:') ? 0 : 1 };
  };
  const recordOf = (share: Share, context: BoxContext): ShareRecord => ({
    id: share.id,
    type: 1,
    path: share.path,
    files: [...share.names],
    ...foundAt(share.id, context),
    code: share.code,
    days: share.days,
    ctime: share.created,
    etime: share.ends,
    visits: share.visits,
  });
  const make = async (shared: Shared): Promise<MadeShare> => {
    await visitors.check(shared);
    return shares.make(shared);
  };
  const own = ({ caller }: BoxContext, user: string): string => {
    if (user !== caller.user) throw new Refusal(GEN.noPrivilege, 'user');
    return user;
  };
  /**
   * Resolves the folder of a family share: one in the caller's own space, not its root. Creates the folder that the
   * desktop suggests.
   */
  const familyFolder = async (
    caller: Caller,
    path: string,
  ): Promise<{ readonly path: string; readonly thing: Stamp }> => {
    const location = vault.resolve(caller, path, 'write');
    if (location.place.kind !== 'personal' || location.isPlaceRoot) throw new Refusal(GEN.path, 'place');
    if (location.key === `${userRoot(caller.user)}/${PLACES.myShares}/${location.name}`)
      await vault.makeFolder(location);
    const stat = await vault.lstatExact(location);
    if (stat?.isDirectory() !== true) throw new Refusal(GEN.path, 'absent');
    return { path: location.key, thing: stampOf(stat) };
  };
  const ownFamily = (caller: Caller, id: string): FamilyFolder => {
    const share = family.get(id);
    if (share === undefined) throw new Refusal(GEN.invalid, 'share');
    if (share.owner !== caller.user) throw new Refusal(GEN.noPrivilege, 'share');
    return share;
  };
  const may = { perm: 'rw' } as const;
  return {
    ...notOffered(commandTree.shares),
    add: async ({ type, user, path, files, days = DEFAULT_SHARE_DAYS, code = NO_SHARE_CODE }, context, { refuse }) => {
      own(context, user);
      if (type !== 1) throw refuse(GEN.failed, NOT_OFFERED);
      const { id } = await make({ user, path, names: files, days, code });
      return { id, link: addressOf(id, context) };
    },
    link: async ({ path, names, days, code }, context) => {
      const share = await make({ user: context.caller.user, path, names, days, code });
      return { ...foundAt(share.id, context), id: share.id, etime: share.ends, known: share.known ? 1 : 0 };
    },
    list: ({ user, page, count }, context) => {
      own(context, user);
      const found = shares.list(user, (page - 1) * count, count);
      return { total: shares.count(user), list: found.map((share) => recordOf(share, context)) };
    },
    remove: ({ id }, { caller }, { refuse }) => {
      const share = shares.get(id);
      if (share === undefined) throw refuse(GEN.invalid, 'share');
      if (share.user !== caller.user) throw refuse(GEN.noPrivilege, 'share');
      shares.remove(id);
      endings.announce({ kind: 'right' });
      return {};
    },
    familyList: ({ user }, context) => ({
      list: family.list(own(context, user)).map(({ id, owner, name, path, created, members }) => ({
        id,
        name,
        owner,
        ctime: created,
        // Members see the folder at the path under which it appears to them.
        path: owner === user ? path : `${userRoot(user)}/${PLACES.friends}/${owner}/${name}`,
        users: [owner, ...members].map((member) => ({ user: member, ...may })),
      })),
    }),
    familyPut: async ({ id, name, path, users }, { caller }, { refuse }) => {
      if (!checkFolderName(name).ok) throw refuse(GEN.invalid, 'unusable');
      const known = id === '' ? null : ownFamily(caller, id);
      if (!checkFamilyPermissions(caller.user, users).ok) throw refuse(GEN.invalid, 'creator');
      const members = users.flatMap(({ user, perm }) => (perm === 'rw' && user !== caller.user ? [user] : []));
      // An existing share can be changed, for example to remove a member, even when its folder is missing.
      const folder = known !== null && known.path === path ? known : await familyFolder(caller, path);
      const share = { owner: caller.user, name, members, path: folder.path, thing: folder.thing };
      if (known === null) return { id: family.make(share) };
      family.change(id, share);
      endings.announce({ kind: 'right' });
      return { id };
    },
    familyRemove: ({ id }, { caller }, { refuse }) => {
      if (!caller.admin) ownFamily(caller, id);
      else if (family.get(id) === undefined) throw refuse(GEN.invalid, 'share');
      family.remove(id);
      endings.announce({ kind: 'right' });
      return {};
    },
    open: async ({ id, code }) => {
      const { share, ticket } = visitors.open(id, code);
      const entries = await visitors.entries(share);
      return {
        name: shownName(share.names[0] ?? ''),
        etime: share.ends,
        // URLs address an entry by its index in the share, so missing entries keep their index.
        list: share.names.map((name, at) => {
          const { n, t, s, m } = entries.find(({ index }) => index === at)?.item ?? {
            n: shownName(name),
            t: 0,
            s: 0,
            m: 0,
          };
          return { n, t, s, m };
        }),
        ticket,
      };
    },
  } satisfies Handlers<(typeof commandTree)['shares'], BoxContext>;
};

/** Hides the name of a hidden entry in a link; such entries are not served either. */
const shownName = (name: string): string => (name.startsWith('.') ? '' : name);
