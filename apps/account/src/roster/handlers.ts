import { ACC } from '@boxwood/account-sdk';
import type { BoxUser, Drive } from '@boxwood/account-sdk';
import { OFFLINE_AFTER_S } from '@boxwood/account-sdk';
import { checkNickname, noticeText } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { nowSeconds } from '../system-clock.ts';
import { storeMessage } from '../messages/message-store.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { requirePassed, refuse } from '../service-context.ts';
import { passwordLinkHandlers } from '../password-links/handlers.ts';
import { deleteLinks } from '../password-links/password-link-store.ts';
import { newInvitation } from '../secrets.ts';
import { endBoxTokens } from '../session/box-tokens.ts';
import { GUESS_LIMIT } from '../store/attempt-limiter.ts';
import type { BoxRow } from '../store/schema.ts';
import { joinBox } from './join-box.ts';
import { requireAdministeredBox, findBox, requireBoxOfUser, memberOf, scheduleRosterPush } from './roster-store.ts';

/** Lifetime of an invitation, in seconds. */
const INVITE_LIFETIME_SECONDS = 7 * 86_400;

/** Whether a box is reachable: it holds a tunnel or reported recently. */
export const isOnline = ({ clock, links }: Pick<ServiceDeps, 'clock' | 'links'>, box: BoxRow): boolean =>
  links.isConnected(box.box_id) || (box.seen > 0 && nowSeconds(clock) - box.seen <= OFFLINE_AFTER_S);

/** Boxes and their users. */
export const rosterHandlers = (parts: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['roster'] => {
  const { db, clock, attempts, wakePusher } = parts;

  const listDrives = async (caller: string): Promise<readonly Drive[]> => {
    const rows = await db
      .selectFrom('roster')
      .innerJoin('boxes', 'boxes.box_id', 'roster.box_id')
      .selectAll('boxes')
      .select(['roster.nick', 'roster.admin', 'roster.owner'])
      .where('roster.user_name', '=', caller)
      .orderBy('roster.created')
      .orderBy('boxes.box_id')
      .execute();
    return rows.map((row) => ({
      boxName: row.box_name,
      boxId: row.box_id,
      boxJID: `${row.box_id}@box`,
      nick: [row.nick, row.title, row.box_name].find((name) => name !== '') ?? row.box_name,
      model: row.model,
      online: isOnline(parts, row) ? 'Y' : 'N',
      edition: row.edition,
      role: row.admin === 'N' ? 'user' : row.owner === 'Y' ? 'owner' : 'admin',
      version: row.version,
      lanIp: row.lan_ip,
    }));
  };

  const listUsers = async (caller: string, boxName: string): Promise<readonly BoxUser[]> => {
    const { box, member } = await requireBoxOfUser(db, caller, boxName);
    const now = nowSeconds(clock);
    const rows = await db
      .selectFrom('roster')
      .innerJoin('users', 'users.user_name', 'roster.user_name')
      .leftJoin('password_links', 'password_links.user_name', 'roster.user_name')
      .select(['users.user_name', 'users.nick', 'users.avatar', 'roster.admin', 'roster.owner', 'roster.created'])
      .select('password_links.expires as link')
      .where('roster.box_id', '=', box.box_id)
      .orderBy('roster.created')
      .orderBy('users.user_name')
      .execute();
    return rows.map(({ user_name, nick, avatar, admin, owner, created, link }) => ({
      userName: user_name,
      nickName: nick,
      avatar,
      admin,
      owner,
      ctime: created,
      ...(member.admin === 'Y' && link !== null && link > now ? { linkUntil: link } : {}),
    }));
  };

  return {
    ...passwordLinkHandlers(parts),

    list: ({ boxName }, { caller }) => (boxName === undefined ? listDrives(caller) : listUsers(caller, boxName)),

    remove: async ({ targetUser, targetBox }, { caller }) => {
      const { box, member } = await requireBoxOfUser(db, caller, targetBox);
      if (targetUser !== caller && member.admin === 'N') return refuse(ACC.notAdmin);
      const target = await memberOf(db, box.box_id, targetUser);
      if (target === undefined) return refuse(ACC.noUser);
      if (target.admin === 'Y') return refuse(ACC.notAdmin); // transfer the role first
      const renewed = await db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('roster')
          .where('box_id', '=', box.box_id)
          .where('user_name', '=', targetUser)
          .where('admin', '=', 'N')
          .executeTakeFirst();
        if (numDeletedRows === 0n) refuse(ACC.notAdmin);
        await tx
          .deleteFrom('relay_grants')
          .where('box_id', '=', box.box_id)
          .where('user_name', '=', targetUser)
          .execute();
        await endBoxTokens(tx, clock, { user_name: targetUser, box_id: box.box_id });
        await deleteLinks(tx, { user_name: targetUser });
        await scheduleRosterPush(tx, clock, box.box_id);
        if (targetUser === caller) return false;
        await storeMessage(tx, clock, {
          userName: targetUser,
          type: 3,
          content: noticeText({ kind: 'removed' }),
          boxName: box.box_name,
        });
        // Anyone who has an invitation can use it: an old one would let the removed user in again, also under another
        // name.
        const ended = await tx.deleteFrom('invites').where('box_id', '=', box.box_id).returning('expires').execute();
        return ended.some(({ expires }) => expires > nowSeconds(clock));
      });
      wakePusher();
      return renewed ? { renewed: 'Y' } : {};
    },

    rename: async ({ boxName, nick }, { caller }) => {
      requirePassed(checkNickname(nick));
      const { box } = await requireBoxOfUser(db, caller, boxName);
      await db
        .updateTable('roster')
        .set({ nick: nick.trim() })
        .where('box_id', '=', box.box_id)
        .where('user_name', '=', caller)
        .execute();
      return {};
    },

    join: async ({ boxName, inviteCode }, { caller }) => {
      if (!(await attempts.count(`invitation:${caller}`, GUESS_LIMIT))) return refuse(ACC.busy);
      const box = await findBox(db, boxName);
      if (box === undefined) return refuse(ACC.invitation); // an outsider does not learn which boxes exist
      if ((await memberOf(db, box.box_id, caller)) !== undefined) return refuse(ACC.userBound);
      await db.transaction().execute(async (tx) => {
        await joinBox(tx, clock, caller, inviteCode, box.box_id);
      });
      await attempts.clear([`invitation:${caller}`]);
      wakePusher();
      return {};
    },

    invite: async ({ boxName }, { caller }) => {
      const box = await requireAdministeredBox(db, caller, boxName);
      const now = nowSeconds(clock);
      const current = await db
        .selectFrom('invites')
        .select(['code', 'expires'])
        .where('box_id', '=', box.box_id)
        .where('expires', '>', now)
        .orderBy('expires', 'desc')
        .executeTakeFirst();
      if (current !== undefined) return { inviteCode: current.code, expire: current.expires };
      const made = { code: newInvitation(), box_id: box.box_id, expires: now + INVITE_LIFETIME_SECONDS };
      await db.deleteFrom('invites').where('box_id', '=', box.box_id).execute();
      await db.insertInto('invites').values(made).execute();
      return { inviteCode: made.code, expire: made.expires };
    },
  };
};
