/** The ways to revoke a session, and what each of them closes on each access path: the rows of the matrix. */
import type { Thing } from './hanging.ts';
import { THING_NAMES } from './hanging.ts';
import type { Household, Visit } from './household.ts';
import { OWNER } from './box-process.ts';

/** The resources of an account, in addition to those of a box. */
export const AT_SERVICE = ['account', 'ticket'] as const;
export type AtService = (typeof AT_SERVICE)[number];

/** Where resources are opened: the own folder, a folder shared by another user, the private files, the safe. */
export type Place = 'own' | 'shared' | 'private' | 'safe';

/** Why a cell is not closed: the resource stays open, or does not exist there. */
export const REASONS = {
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
export type Reason = keyof typeof REASONS;
type Column = Thing | AtService;

export interface Ending {
  readonly name: string;
  /** The user whose session is revoked: a separate user of the box for each case. */
  readonly user: string;
  readonly place: Place;
  /** All cells that are not closed. */
  readonly open: Readonly<Partial<Record<Column, Reason>>>;
  /** Runs before the resources are opened, and returns the function that revokes the session. */
  readonly arrange: (household: Household, visit: Visit, owner: Visit) => Promise<() => Promise<unknown>>;
}

const ORDERED = { task: 'a', 'share page': 'b', 'share download': 'b' } as const;
const ALL_BUT = (reason: Reason, closed: readonly Column[]): Partial<Record<Column, Reason>> =>
  Object.fromEntries(
    [...THING_NAMES, ...AT_SERVICE].filter((column) => !closed.includes(column)).map((column) => [column, reason]),
  );
/** What handing over the administration closes. */
export const HANDED_OVER = ALL_BUT('g', ['command', 'account']);

/** A family share of the owner that a guest may use. */
const friendly = async ({ user }: Visit, owner: Visit) => {
  const { client } = owner.at.box;
  const share = { name: user, path: `/mnt/usb1/${OWNER}/my-shares/${user}` };
  const users = [{ user, perm: 'rw' as const }];
  const { id } = await client.shares.familyPut({ id: '', ...share, users });
  return { client, id, share };
};

export const ENDINGS: readonly Ending[] = [
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
    arrange: (household, { user }) => Promise.resolve(() => household.visit(user)),
  },
  {
    name: 'has a new password',
    user: 'guestd1',
    place: 'own',
    open: ORDERED,
    arrange: async (household, visit) => {
      const code = await household.mailOf(visit);
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
      const { client, id } = await friendly(visit, owner);
      return () => client.shares.familyRemove({ id });
    },
  },
  {
    name: 'is taken out of a family share',
    user: 'guesth1',
    place: 'shared',
    open: { 'share page': 'h', 'share download': 'h', area: 'k', account: 'e', ticket: 'e' },
    arrange: async (_, visit, owner) => {
      const { client, id, share } = await friendly(visit, owner);
      return () => client.shares.familyPut({ id, ...share, users: [] });
    },
  },
  {
    name: 'ends a link',
    user: 'guesti1',
    place: 'own',
    open: ALL_BUT('j', ['share page', 'share download']),
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
export const matrixText = (): string => {
  const columns = [...THING_NAMES, ...AT_SERVICE] as const;
  const row = (name: string, open: Ending['open']): string =>
    `| ${[name, ...columns.map((column) => open[column] ?? '\u2713')].join(' | ')} |`;
  return [
    `| who | ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length + 1)}`,
    ...ENDINGS.map(({ name, open }) => row(name, open)),
    row('hands the administration over', HANDED_OVER),
    '',
    ...Object.entries(REASONS).map(([letter, reason]) => `- ${letter}: ${reason}`),
  ].join('\n');
};
