import { type commandTree, type Drive, GetRoster, ListBoxes, ListBoxUsers } from '@boxwood/account-sdk';
import { NOT_OFFERED, Refusal, STANDARD_REFUSALS, type TreeHandlers } from '@boxwood/account-sdk/server';
import type { CommandSpec } from '@boxwood/command-bus';

type AccountTree = typeof commandTree;

/** Typed handlers of the account service by area and verb, as `BoxReplies` of the box. */
export type AccountReplies = {
  readonly [A in keyof AccountTree]?: Partial<TreeHandlers<AccountTree, { readonly isAdmin: boolean }>[A]>;
};

/** Path of the account service below the origin of the page. */
export const ACCOUNT_PATH = '/account';

/** The address that the account service reports for the box, in the home network. */
export const REPLY_BOX_IP = '192.168.1.20';

/** The public address of a box that is reached through the relay. */
const REPLY_WAN_IP = '203.0.113.7';

/** The user of the account service, and how the box is reached. */
export interface AccountUser {
  readonly name: string;
  /** The administrator of the box is its owner at the service as well. */
  readonly isAdmin: boolean;
  /** Reaches the box through the relay, otherwise in the home network. */
  readonly isRelayed: boolean;
}

/** The box of the test as the account service lists it. */
export const replyDrive = (boxId: string, { isAdmin, isRelayed }: Omit<AccountUser, 'name'>): Drive => ({
  // The page calls a box with its own name directly, so a relayed box has another name.
  boxName: isRelayed ? `${boxId}R` : boxId,
  boxId,
  boxJID: '',
  nick: 'Test box',
  model: 'G2',
  online: 'Y',
  edition: 'standard',
  role: isAdmin ? 'owner' : 'user',
  version: '1.0.0',
  lanIp: isRelayed ? '' : REPLY_BOX_IP,
});

/** What a session asks by itself: sign-in, the address of the box, the own profile and the unread messages. */
const sessionReplies = (user: AccountUser, drive: Drive): AccountReplies => ({
  session: {
    signIn: ({ userName }) => ({ token: 'A'.repeat(32), userName }),
    check: () => ({}),
    signOut: () => ({}),
  },
  user: { get: () => ({ userName: user.name, nickName: user.name, mail: '', mobile: '', avatar: '' }) },
  roster: { boxes: () => [drive] },
  box: {
    address: () => ({
      lanIp: drive.lanIp,
      wanIp: user.isRelayed ? REPLY_WAN_IP : '',
      ipv6: '',
      apiPort: 6900,
      relayUrl: user.isRelayed ? location.origin : '',
      relayHost: '',
      relayAuth: '',
      online: 'Y',
      boxToken: 'T'.repeat(32),
    }),
  },
  messages: { unread: () => ({ total: 0, types: [] }) },
});

type ReplyTable = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** The command that a client sent: two commands of the roster share one route of the service. */
export const sentAccountCommand = (command: CommandSpec, params: unknown): CommandSpec => {
  if (command !== GetRoster) return command;
  const isOfBox = typeof params === 'object' && params !== null && 'boxName' in params && params.boxName !== undefined;
  return isOfBox ? ListBoxUsers : ListBoxes;
};

/** The tables of handlers by area and verb of the routes of the service; the first one with a handler answers. */
export const accountTables = (replies: AccountReplies, user: AccountUser, drive: Drive): readonly ReplyTable[] => {
  const tables: readonly ReplyTable[] = [replies, sessionReplies(user, drive)];
  const list = (params: unknown, ...call: readonly unknown[]): unknown => {
    const verb = sentAccountCommand(GetRoster, params) === ListBoxUsers ? 'users' : 'boxes';
    const handler = tables.map((table) => table['roster']?.[verb]).find((each) => each !== undefined);
    if (typeof handler !== 'function') throw new Refusal(STANDARD_REFUSALS.ACC.notOffered, NOT_OFFERED);
    const reply: unknown = Reflect.apply(handler, undefined, [params, ...call]);
    return reply;
  };
  return [...tables, { roster: { list } }];
};
