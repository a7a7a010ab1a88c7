/** The ways to revoke a session, and what each of them closes on each access path: the rows of the matrix. */
import type { ResourceName } from './open-resources.ts';
import { RESOURCE_NAMES } from './open-resources.ts';
import type { AccountAndBox, SignedInUser } from './account-and-box.ts';
import { OWNER } from '../box/box-process.ts';

/** The resources of an account, in addition to those of a box. */
export const ACCOUNT_RESOURCES = ['account', 'ticket'] as const;
export type AccountResource = (typeof ACCOUNT_RESOURCES)[number];

/** Where resources are opened: the own folder, a folder shared by another user, the private files, the safe. */
export type ResourceLocation = 'own' | 'shared' | 'private' | 'safe';

/** Why a cell is not closed: the resource stays open, or does not exist there. */
export const OPEN_REASONS = {
  a: 'stays: a task is what its user ordered, in folders that stay theirs, and tells nobody anything; who signs in next sees it, and stops it',
  b: 'stays: a link is its owner’s, not a session’s; its owner ends it, and the loss of the owner’s right does (no link leads through the relay)',
  c: 'stays: the session at the account service is another one; signing out on the desktop ends both',
  d: 'stays: the relay opens the box, which refuses at its own door',
  e: 'stays: who has no right at one folder any more is still a user of the box',
  f: 'stays: it was ordered while the area was open, and shows nothing of it to anybody (G-32)',
  g: 'none: a role opens commands, here and at the service, and no file',
  h: 'none: a folder of a friend is not handed on by link',
  i: 'none: private files and the safe are not handed on by link',
  j: 'none: a link opens the page and what is behind it',
  k: 'none: the private files are not behind this right',
  m: 'stays: an area is the box’s; the session at the account service and the way through the relay open nothing of it',
  n: 'none: no picture is made of what is encrypted',
  o: 'none: what comes from the web is not encrypted, and so no such task may put it there',
} as const;
export type OpenReason = keyof typeof OPEN_REASONS;
type MatrixColumn = ResourceName | AccountResource;

export interface RevocationCase {
  readonly name: string;
  /** The user whose session is revoked: a separate user of the box for each case. */
  readonly user: string;
  readonly place: ResourceLocation;
  /** All cells that are not closed. */
  readonly open: Readonly<Partial<Record<MatrixColumn, OpenReason>>>;
  /** Runs before the resources are opened, and returns the function that revokes the session. */
  readonly arrange: (
    fixture: AccountAndBox,
    visit: SignedInUser,
    owner: SignedInUser,
  ) => Promise<() => Promise<unknown>>;
}

const ORDERED = { task: 'a', 'share page': 'b', 'share download': 'b' } as const;
const allExcept = (reason: OpenReason, closed: readonly MatrixColumn[]): Partial<Record<MatrixColumn, OpenReason>> =>
  Object.fromEntries(
    [...RESOURCE_NAMES, ...ACCOUNT_RESOURCES]
      .filter((column) => !closed.includes(column))
      .map((column) => [column, reason]),
  );
/** What handing over the administration closes. */
export const REVOKED_BY_HANDOVER = allExcept('g', ['command', 'account']);

/** A family share of the owner that a guest may use. */
const shareWithGuest = async ({ user }: SignedInUser, owner: SignedInUser) => {
  const { client } = owner.at.box;
  const share = { name: user, path: `/mnt/usb1/${OWNER}/my-shares/${user}` };
  const users = [{ user, perm: 'rw' as const }];
  const { id } = await client.shares.familyPut({ id: '', ...share, users });
  return { client, id, share };
};

export const REVOCATION_CASES: readonly RevocationCase[] = [
  {
    name: 'signs out at the box',
    user: 'guesta1',
    place: 'own',
    open: { ...ORDERED, account: 'c', ticket: 'd' },
    arrange: (_, { user, token, at }) =>
      Promise.resolve(() => at.box.client.session.signOut({ userName: user, token })),
  },
  {
    name: 'signs out at the account service',
    user: 'guestb1',
    place: 'own',
    open: ORDERED,
    arrange: (_, { account }) => Promise.resolve(() => account.session.signOut()),
  },
  {
    name: 'signs in anew elsewhere',
    user: 'guestc1',
    place: 'own',
    open: ORDERED,
    arrange: (fixture, { user }) => Promise.resolve(() => fixture.visit(user)),
  },
  {
    name: 'has a new password',
    user: 'guestd1',
    place: 'own',
    open: ORDERED,
    arrange: async (fixture, visit) => {
      const code = await fixture.mailOf(visit);
      return async () =>
        visit.account.user.changePassword({
          password: 'another-1',
          param: `${visit.user}@example.org`,
          code: await code(),
        });
    },
  },
  {
    name: 'is removed from the box',
    user: 'gueste1',
    place: 'own',
    open: {},
    arrange: ({ boxId }, { user }, owner) =>
      Promise.resolve(() => owner.account.roster.remove({ targetUser: user, targetBox: boxId })),
  },
  {
    name: 'leaves the box',
    user: 'guestf1',
    place: 'own',
    open: {},
    arrange: ({ boxId }, { user, account }) =>
      Promise.resolve(() => account.roster.remove({ targetUser: user, targetBox: boxId })),
  },
  {
    name: 'loses a family share that ends',
    user: 'guestg1',
    place: 'shared',
    open: { 'share page': 'h', 'share download': 'h', area: 'k', account: 'e', ticket: 'e' },
    arrange: async (_, visit, owner) => {
      const { client, id } = await shareWithGuest(visit, owner);
      return () => client.shares.familyRemove({ id });
    },
  },
  {
    name: 'is taken out of a family share',
    user: 'guesth1',
    place: 'shared',
    open: { 'share page': 'h', 'share download': 'h', area: 'k', account: 'e', ticket: 'e' },
    arrange: async (_, visit, owner) => {
      const { client, id, share } = await shareWithGuest(visit, owner);
      return () => client.shares.familyPut({ id, ...share, users: [] });
    },
  },
  {
    name: 'ends a link',
    user: 'guesti1',
    place: 'own',
    open: allExcept('j', ['share page', 'share download']),
    arrange: (_, { user, at }) =>
      Promise.resolve(async () => {
        const { list } = await at.box.client.shares.list({ user, page: 1, count: 100 });
        for (const { id } of list) await at.box.client.shares.remove({ id });
      }),
  },
  {
    name: 'locks the private files',
    user: 'guestj1',
    place: 'private',
    open: { task: 'f', 'share page': 'i', 'share download': 'i', account: 'm', ticket: 'm' },
    arrange: (_, { at }) => Promise.resolve(() => at.box.client.safe.lock({ area: 'home' })),
  },
  {
    name: 'locks the safe',
    user: 'guestk1',
    place: 'safe',
    open: { thumbnail: 'n', task: 'o', 'share page': 'i', 'share download': 'i', account: 'm', ticket: 'm' },
    arrange: (_, { at }) => Promise.resolve(() => at.box.client.safe.lock({ area: 'safe' })),
  },
];

/**
 * The matrix and its reasons as shown in docs/security.md. \u2713 means closed within a second, directly and through
 * the relay.
 */
export const formatRevocationMatrix = (): string => {
  const columns = [...RESOURCE_NAMES, ...ACCOUNT_RESOURCES] as const;
  const row = (name: string, open: RevocationCase['open']): string =>
    `| ${[name, ...columns.map((column) => open[column] ?? '\u2713')].join(' | ')} |`;
  return [
    `| who | ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length + 1)}`,
    ...REVOCATION_CASES.map(({ name, open }) => row(name, open)),
    row('hands the administration over', REVOKED_BY_HANDOVER),
    '',
    ...Object.entries(OPEN_REASONS).map(([letter, reason]) => `- ${letter}: ${reason}`),
  ].join('\n');
};
