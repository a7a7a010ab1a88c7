import type { ShareRecord } from '@boxwood/box-sdk';
import { commandTree, DEFAULT_SHARE_DAYS, NO_SHARE_CODE, sharePageAddress } from '@boxwood/box-sdk';
import { checkFamilyPermissions, checkFolderName, BOX_PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { type Handlers, NOT_OFFERED } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { Revocations } from '../../server/identity/revocations.ts';
import { type FileStamp, stampOf } from '../../storage/journal/file-stamp.ts';
import { notOffered } from '../../not-offered.ts';
import { type Caller, GEN, Refusal, type Vault } from '../../storage/vault/index.ts';
import { type ListenAddress, shareOrigin } from './share-origin.ts';
import type { FamilyFolder, FamilyShares } from './family-shares.ts';
import type { CreatedShare, Share, ShareSpec, HttpShares } from './http-shares.ts';
import type { ShareVisitors } from './share-visitors.ts';

export interface ShareServices {
  readonly shares: HttpShares;
  readonly visitors: ShareVisitors;
  readonly family: FamilyShares;
  readonly vault: Vault;
  readonly endings: Revocations;
  /** Address of the box for requests that do not name a host. */
  readonly listening: ListenAddress;
}

/** B60 to B63 for HTTP shares, X07 to X09 and X11. Box links and cloud shares answer "not offered". */
export const shareHandlers = ({ shares, visitors, family, vault, endings, listening }: ShareServices) => {
  const addressOf = (id: string, context: BoxContext): string =>
    sharePageAddress(shareOrigin(context.headers, listening), id);
  /** The share URL, and whether it lacks TLS. */
  const urlFieldsOf = (id: string, context: BoxContext): Pick<ShareRecord, 'url' | 'plain'> => {
    const url = addressOf(id, context);
    return { url, plain: url.startsWith('https:') ? 0 : 1 };
  };
  const recordOf = (share: Share, context: BoxContext): ShareRecord => ({
    id: share.id,
    type: 1,
    path: share.path,
    files: [...share.names],
    ...urlFieldsOf(share.id, context),
    code: share.code,
    days: share.days,
    ctime: share.created,
    etime: share.ends,
    visits: share.visits,
  });
  const make = async (shared: ShareSpec): Promise<CreatedShare> => {
    await visitors.check(shared);
    return shares.make(shared);
  };
  const requireOwnUser = ({ caller }: BoxContext, user: string): string => {
    if (user !== caller.user) throw new Refusal(GEN.noPrivilege, 'user');
    return user;
  };
  /**
   * Resolves the folder of a family share: one in the caller's own space, not its root. Creates the folder that the
   * desktop suggests.
   */
  const resolveFamilyFolder = async (
    caller: Caller,
    path: string,
  ): Promise<{ readonly path: string; readonly stamp: FileStamp }> => {
    const location = vault.resolve(caller, path, 'write');
    if (location.place.kind !== 'personal' || location.isPlaceRoot) throw new Refusal(GEN.path, 'place');
    if (location.key === `${userRoot(caller.user)}/${BOX_PATHS.myShares}/${location.name}`)
      await vault.makeFolder(location);
    const stat = await vault.lstatExactName(location);
    if (stat?.isDirectory() !== true) throw new Refusal(GEN.path, 'absent');
    return { path: location.key, stamp: stampOf(stat) };
  };
  const requireOwnFamilyShare = (caller: Caller, id: string): FamilyFolder => {
    const share = family.get(id);
    if (share === undefined) throw new Refusal(GEN.invalid, 'share');
    if (share.owner !== caller.user) throw new Refusal(GEN.noPrivilege, 'share');
    return share;
  };
  const readWrite = { perm: 'rw' } as const;
  return {
    ...notOffered(commandTree.shares),
    add: async ({ type, user, path, files, days = DEFAULT_SHARE_DAYS, code = NO_SHARE_CODE }, context, { refuse }) => {
      requireOwnUser(context, user);
      if (type !== 1) throw refuse(GEN.failed, NOT_OFFERED);
      const { id } = await make({ user, path, names: files, days, code });
      return { id, link: addressOf(id, context) };
    },
    link: async ({ path, names, days, code }, context) => {
      const share = await make({ user: context.caller.user, path, names, days, code });
      return { ...urlFieldsOf(share.id, context), id: share.id, etime: share.ends, known: share.isExisting ? 1 : 0 };
    },
    list: ({ user, page, count }, context) => {
      requireOwnUser(context, user);
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
      list: family.list(requireOwnUser(context, user)).map(({ id, owner, name, path, created, members }) => ({
        id,
        name,
        owner,
        ctime: created,
        // Members see the folder at the path under which it appears to them.
        path: owner === user ? path : `${userRoot(user)}/${BOX_PATHS.friends}/${owner}/${name}`,
        users: [owner, ...members].map((member) => ({ user: member, ...readWrite })),
      })),
    }),
    familyPut: async ({ id, name, path, users }, { caller }, { refuse }) => {
      if (!checkFolderName(name).ok) throw refuse(GEN.invalid, 'unusable');
      const known = id === '' ? null : requireOwnFamilyShare(caller, id);
      if (!checkFamilyPermissions(caller.user, users).ok) throw refuse(GEN.invalid, 'creator');
      const members = users.flatMap(({ user, perm }) => (perm === 'rw' && user !== caller.user ? [user] : []));
      // An existing share can be changed, for example to remove a member, even when its folder is missing.
      const folder = known !== null && known.path === path ? known : await resolveFamilyFolder(caller, path);
      const share = { owner: caller.user, name, members, path: folder.path, stamp: folder.stamp };
      if (known === null) return { id: family.make(share) };
      family.change(id, share);
      endings.announce({ kind: 'right' });
      return { id };
    },
    familyRemove: ({ id }, { caller }, { refuse }) => {
      if (!caller.admin) requireOwnFamilyShare(caller, id);
      else if (family.get(id) === undefined) throw refuse(GEN.invalid, 'share');
      family.remove(id);
      endings.announce({ kind: 'right' });
      return {};
    },
    open: async ({ id, code }) => {
      const { share, ticket } = visitors.open(id, code);
      const entries = await visitors.entries(share);
      return {
        name: visibleName(share.names[0] ?? ''),
        etime: share.ends,
        // URLs address an entry by its index in the share, so missing entries keep their index.
        list: share.names.map((name, at) => {
          const { n, t, s, m } = entries.find(({ index }) => index === at)?.item ?? {
            n: visibleName(name),
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
const visibleName = (name: string): string => (name.startsWith('.') ? '' : name);
