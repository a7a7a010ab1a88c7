import { ACC } from '@boxwood/account-sdk';
import { checkNickname, isUserId, noticeText } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { storeMessage } from '../messages/message-store.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { requirePassed, refuse } from '../service-context.ts';
import { acceptPicture } from '../picture-upload.ts';
import { deleteLinks } from '../password-links/password-link-store.ts';
import { requireAdministeredBox, requireBoxOfUser, memberOf, scheduleRosterPush } from '../roster/roster-store.ts';
import type { CodeUse } from '../session/verification-codes.ts';
import type { CodeMailer } from '../session/code-mailer.ts';
import { acceptPassword } from '../session/password-policy.ts';
import { createVerifier } from '../session/password-hashing.ts';
import { parseContactAddress } from '../session/contact-address.ts';
import { accountNames, setPassword } from '../session/set-password.ts';
import type { UserRow } from '../store/schema.ts';
import type { Avatars } from './avatar-files.ts';
import { isAddressOccupied, userById } from './user-store.ts';

/** Maximum number of names in one lookup (A59). */
const MAX_NAMES = 50;

const profileOf = ({ user_name, nick, avatar }: Pick<UserRow, 'user_name' | 'nick' | 'avatar'>) => ({
  userName: user_name,
  nickName: nick,
  avatar,
});

/** Personal data, friends, administration. */
export const userHandlers = (
  { db, clock, codes, access, wakePusher }: ServiceDeps,
  avatars: Avatars,
  mailer: CodeMailer,
): TreeHandlers<typeof serviceTree, CallContext>['user'] => {
  const self = async (caller: string): Promise<UserRow> => (await userById(db, caller)) ?? refuse(ACC.identity);

  /** The users who share a box with the caller, including the caller; other users are not visible. */
  const visibleUsers = (caller: string) =>
    db
      .selectFrom('users')
      .select(['user_name', 'nick', 'avatar'])
      .where((of) => {
        const boxes = of.selectFrom('roster as own').select('own.box_id').where('own.user_name', '=', caller);
        const people = of.selectFrom('roster').select('roster.user_name').where('roster.box_id', 'in', boxes);
        return of.or([of('user_name', '=', caller), of('user_name', 'in', people)]);
      });

  const verifyCode = async (address: string, code: string, uses: readonly CodeUse[]) => {
    const verdict = await codes.verify(address, code, uses, true);
    if (verdict !== 0) refuse(verdict);
  };

  const changeAddress = async (caller: string, column: 'mail' | 'mobile', typed: string, code: string) => {
    const contact = parseContactAddress(typed);
    if (contact?.by !== (column === 'mail' ? 'mail' : 'sms')) return refuse(ACC.badParameter, column);
    const { address } = contact;
    await verifyCode(address, code, ['address']);
    if (await isAddressOccupied(db, column, address, caller)) return refuse(ACC.userTaken);
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
      const found = await visibleUsers(caller).where('user_name', '=', target).executeTakeFirst();
      return found === undefined ? refuse(ACC.noUser) : { avatar: found.avatar };
    },

    friends: async (_, { caller }) => {
      const rows = await visibleUsers(caller).where('user_name', '<>', caller).orderBy('user_name').execute();
      return rows.map(profileOf);
    },

    nicknames: async ({ userNames }, { caller }) => {
      const names = userNames.split(',').map((name) => name.trim());
      if (names.length > MAX_NAMES) return refuse(ACC.badParameter, 'userNames');
      const known = names.filter(isUserId);
      if (known.length === 0) return [];
      const rows = await visibleUsers(caller).where('user_name', 'in', known).orderBy('user_name').execute();
      return rows.map(profileOf);
    },

    admin: async ({ boxName }, { caller }) => {
      const { box } = await requireBoxOfUser(db, caller, boxName);
      const found = await db
        .selectFrom('roster')
        .select('user_name')
        .where('box_id', '=', box.box_id)
        .where('admin', '=', 'Y')
        .executeTakeFirst();
      return found === undefined ? refuse(ACC.noBox) : { admin: found.user_name };
    },

    transferAdmin: async ({ boxName, targetUser, code }, { caller }) => {
      const box = await requireAdministeredBox(db, caller, boxName);
      const target = await userById(db, targetUser);
      if (target === undefined) return refuse(ACC.noUser);
      if (targetUser === caller || (await memberOf(db, box.box_id, targetUser)) === undefined)
        return refuse(ACC.notAdmin);
      const { mobile, mail } = await self(caller);
      let verdict: 0 | 1007 | 1008 = 1008;
      for (const address of [mobile, mail])
        if (address !== '' && verdict !== 0) {
          const judged = await codes.verify(address, code, ['admin', 'own'], true);
          if (judged !== 1008) verdict = judged;
        }
      if (verdict !== 0) return refuse(verdict);
      await db.transaction().execute(async (tx) => {
        const ofBox = tx.updateTable('roster').where('box_id', '=', box.box_id);
        const formerAdmin = await ofBox
          .set({ admin: 'N' })
          .where('user_name', '=', caller)
          .where('admin', '=', 'Y')
          .executeTakeFirst();
        const newAdmin = await ofBox.set({ admin: 'Y' }).where('user_name', '=', targetUser).executeTakeFirst();
        if (formerAdmin.numUpdatedRows !== 1n || newAdmin.numUpdatedRows !== 1n) refuse(ACC.notAdmin);
        // Only the administrator may invite: invitations and password links of the former administrator become invalid.
        await tx.deleteFrom('invites').where('box_id', '=', box.box_id).execute();
        await deleteLinks(tx, { made_by: caller });
        await scheduleRosterPush(tx, clock, box.box_id);
        await storeMessage(tx, clock, {
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
      requirePassed(checkNickname(nickName));
      await db.updateTable('users').set({ nick: nickName.trim() }).where('user_name', '=', caller).execute();
      return {};
    },

    proveAddress: async ({ param }, { caller, holder }) => {
      const contact = parseContactAddress(param);
      if (contact === null) return refuse(ACC.badParameter, 'param');
      const at = await mailer.send(contact, 'address', { holder, user: caller });
      return at === undefined ? {} : { at };
    },

    changeMail: ({ mail, mailCode }, { caller }) => changeAddress(caller, 'mail', mail, mailCode),
    changeMobile: ({ mobile, mobileCode }, { caller }) => changeAddress(caller, 'mobile', mobile, mobileCode),

    changePassword: async ({ password, param, code }, { caller, remote }) => {
      const user = await self(caller);
      acceptPassword(password, await accountNames(db, user));
      const contact = parseContactAddress(param);
      if (contact === null) return refuse(ACC.badParameter, 'param');
      const { by, address } = contact;
      if (address !== (by === 'mail' ? user.mail : user.mobile)) return refuse(by === 'mail' ? 1005 : 1004);
      await verifyCode(address, code, ['password', 'own']);
      const verifier = await createVerifier(password, { holder: caller, known: true });
      await db.transaction().execute(async (tx) => {
        await setPassword(tx, clock, caller, verifier);
      });
      access.logAccess('password changed', { user: caller, remote, code: 0 });
      wakePusher();
      return {};
    },

    points: async (_, { caller }) => ({ points: (await self(caller)).points }),
  };
};
