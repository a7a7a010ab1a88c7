import { ACC } from '@boxwood/account-sdk';
import { checkNickname, isUserId, noticeText } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { leaveNote } from '../messages/store.ts';
import type { Context, Parts } from '../parts.ts';
import { demand, refuse } from '../parts.ts';
import { acceptPicture } from '../pictures.ts';
import { endLinks } from '../password-links/store.ts';
import { administered, boxOf, memberOf, touchRoster } from '../roster/store.ts';
import type { CodeUse } from '../session/codes.ts';
import type { Letters } from '../session/letters.ts';
import { acceptPassword } from '../session/new-password.ts';
import { verifierOf } from '../session/passwords.ts';
import { reachOf } from '../session/reach.ts';
import { namesOf, setPassword } from '../session/set-password.ts';
import type { UserRow } from '../store/schema.ts';
import type { Avatars } from './avatars.ts';
import { isTaken, userById } from './store.ts';

/** Maximum number of names in one lookup (A59). */
const MOST_NAMES = 50;

const profileOf = ({ user_name, nick, avatar }: Pick<UserRow, 'user_name' | 'nick' | 'avatar'>) => ({
  userName: user_name,
  nickName: nick,
  avatar,
});

/** Personal data, friends, administration. */
export const userHandlers = (
  { db, clock, codes, access, wakePusher }: Parts,
  avatars: Avatars,
  letters: Letters,
): TreeHandlers<typeof serviceTree, Context>['user'] => {
  const self = async (caller: string): Promise<UserRow> => (await userById(db, caller)) ?? refuse(ACC.identity);

  /** The users who share a box with the caller, including the caller; other users are not visible. */
  const circle = (caller: string) =>
    db
      .selectFrom('users')
      .select(['user_name', 'nick', 'avatar'])
      .where((of) => {
        const boxes = of.selectFrom('roster as own').select('own.box_id').where('own.user_name', '=', caller);
        const people = of.selectFrom('roster').select('roster.user_name').where('roster.box_id', 'in', boxes);
        return of.or([of('user_name', '=', caller), of('user_name', 'in', people)]);
      });

  const prove = async (address: string, code: string, uses: readonly CodeUse[]) => {
    const verdict = await codes.judge(address, code, uses, true);
    if (verdict !== 0) refuse(verdict);
  };

  const changeAddress = async (caller: string, column: 'mail' | 'mobile', typed: string, code: string) => {
    const reach = reachOf(typed);
    if (reach?.by !== (column === 'mail' ? 'mail' : 'sms')) return refuse(ACC.badParameter, column);
    const { address } = reach;
    await prove(address, code, ['address']);
    if (await isTaken(db, column, address, caller)) return refuse(ACC.userTaken);
    await db
      .updateTable('users')
      .set({ [column]: address })
      .where('user_name', '=', caller)
      .execute();
    return {};
  };

  return {
    get: async (_, { caller }) => {
      const { mail, mobile, ...user } = await self(caller);
      return { ...profileOf(user), mail, mobile };
    },

    avatar: async ({ target }, { caller }) => {
      if (target === undefined || target === caller) return { avatar: (await self(caller)).avatar };
      const found = await circle(caller).where('user_name', '=', target).executeTakeFirst();
      return found === undefined ? refuse(ACC.noUser) : { avatar: found.avatar };
    },

    friends: async (_, { caller }) => {
      const rows = await circle(caller).where('user_name', '<>', caller).orderBy('user_name').execute();
      return rows.map(profileOf);
    },

    nicknames: async ({ userNames }, { caller }) => {
      const names = userNames.split(',').map((name) => name.trim());
      if (names.length > MOST_NAMES) return refuse(ACC.badParameter, 'userNames');
      const known = names.filter(isUserId);
      if (known.length === 0) return [];
      const rows = await circle(caller).where('user_name', 'in', known).orderBy('user_name').execute();
      return rows.map(profileOf);
    },

    admin: async ({ boxName }, { caller }) => {
      const { box } = await boxOf(db, caller, boxName);
      const found = await db
        .selectFrom('roster')
        .select('user_name')
        .where('box_id', '=', box.box_id)
        .where('admin', '=', 'Y')
        .executeTakeFirst();
      return found === undefined ? refuse(ACC.noBox) : { admin: found.user_name };
    },

    transferAdmin: async ({ boxName, targetUser, code }, { caller }) => {
      const box = await administered(db, caller, boxName);
      const target = await userById(db, targetUser);
      if (target === undefined) return refuse(ACC.noUser);
      if (targetUser === caller || (await memberOf(db, box.box_id, targetUser)) === undefined)
        return refuse(ACC.notAdmin);
      const { mobile, mail } = await self(caller);
      let verdict: 0 | 1007 | 1008 = 1008;
      for (const address of [mobile, mail])
        if (address !== '' && verdict !== 0) {
          const judged = await codes.judge(address, code, ['admin', 'own'], true);
          if (judged !== 1008) verdict = judged;
        }
      if (verdict !== 0) return refuse(verdict);
      await db.transaction().execute(async (tx) => {
        const ofBox = tx.updateTable('roster').where('box_id', '=', box.box_id);
        const given = await ofBox
          .set({ admin: 'N' })
          .where('user_name', '=', caller)
          .where('admin', '=', 'Y')
          .executeTakeFirst();
        const taken = await ofBox.set({ admin: 'Y' }).where('user_name', '=', targetUser).executeTakeFirst();
        if (given.numUpdatedRows !== 1n || taken.numUpdatedRows !== 1n) refuse(ACC.notAdmin);
        // Only the administrator may invite: invitations and password links of the former administrator become invalid.
        await tx.deleteFrom('invites').where('box_id', '=', box.box_id).execute();
        await endLinks(tx, { made_by: caller });
        await touchRoster(tx, clock, box.box_id);
        await leaveNote(tx, clock, {
          userName: targetUser,
          type: 3,
          content: noticeText({ kind: 'administrator' }),
          boxName: box.box_name,
        });
      });
      wakePusher();
      return {};
    },

    changeAvatar: async ({ file }, { caller }) => {
      const type = acceptPicture(file.data);
      const before = (await self(caller)).avatar;
      const avatar = await avatars.save(file.data, type);
      await db.updateTable('users').set({ avatar }).where('user_name', '=', caller).execute();
      await avatars.remove(before);
      return { avatar };
    },

    changeNickname: async ({ nickName }, { caller }) => {
      demand(checkNickname(nickName));
      await db.updateTable('users').set({ nick: nickName.trim() }).where('user_name', '=', caller).execute();
      return {};
    },

    proveAddress: async ({ param }, { caller, holder }) => {
      const reach = reachOf(param);
      if (reach === null) return refuse(ACC.badParameter, 'param');
      const at = await letters.send(reach, 'address', { holder, user: caller });
      return at === undefined ? {} : { at };
    },

    changeMail: ({ mail, mailCode }, { caller }) => changeAddress(caller, 'mail', mail, mailCode),
    changeMobile: ({ mobile, mobileCode }, { caller }) => changeAddress(caller, 'mobile', mobile, mobileCode),

    changePassword: async ({ password, param, code }, { caller, remote }) => {
      const user = await self(caller);
      acceptPassword(password, await namesOf(db, user));
      const reach = reachOf(param);
      if (reach === null) return refuse(ACC.badParameter, 'param');
      const { by, address } = reach;
      if (address !== (by === 'mail' ? user.mail : user.mobile)) return refuse(by === 'mail' ? 1005 : 1004);
      await prove(address, code, ['password', 'own']);
      const verifier = await verifierOf(password, { holder: caller, known: true });
      await db.transaction().execute(async (tx) => {
        await setPassword(tx, clock, caller, verifier);
      });
      access.came('password changed', { user: caller, remote, code: 0 });
      wakePusher();
      return {};
    },

    points: async (_, { caller }) => ({ points: (await self(caller)).points }),
  };
};
