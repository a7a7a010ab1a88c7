import { ACC } from '@boxwood/account-sdk';
import { noticeText } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { NOBODY } from '../access-log.ts';
import { leaveNote } from '../messages/store.ts';
import type { Context, Parts } from '../parts.ts';
import { refuse } from '../parts.ts';
import { administered, boxBy, memberOf } from '../roster/store.ts';
import { acceptPassword } from '../session/new-password.ts';
import { fits, verifierOf } from '../session/passwords.ts';
import { namesOf, setPassword } from '../session/set-password.ts';
import type { Limit } from '../store/attempts.ts';
import { userById } from '../user/store.ts';
import { endLinks, isLinkOf, makeLink, obstacleTo, spendLink } from './store.ts';

/** Limit of attempts from one address, over all links. */
const TRIES: Limit = { tries: 20, within: 600 };

/**
 * Links with which a user who forgot the password sets a new one. The administrator of the box creates and revokes
 * them.
 */
export const passwordLinkHandlers = ({
  db,
  clock,
  attempts,
  guesses,
  access,
  wakePusher,
}: Parts): Pick<
  TreeHandlers<typeof serviceTree, Context>['roster'],
  'makePasswordLink' | 'endPasswordLink' | 'renewPassword'
> => {
  /**
   * Verifies the caller's password and counts the attempt like a sign-in. The holder of a stolen session does not know
   * the password, so it is required before an action that opens another account.
   */
  const prove = async (name: string, password: string, remote: string): Promise<void> => {
    const guessed = { name, known: true };
    const user = await userById(db, name);
    if (!(await guesses.take(guessed, 'here'))) return refuse(ACC.busy);
    if (user === undefined || !(await fits(user.verifier, password, { holder: name, known: true }))) {
      access.refused('password link refused', { user: name, remote, code: ACC.wrongPassword });
      return refuse(ACC.wrongPassword);
    }
    await guesses.forgive(guessed, 'here', null);
  };

  return {
    makePasswordLink: async ({ boxName, targetUser, password }, { caller, remote }) => {
      const box = await administered(db, caller, boxName);
      const renewal = { admin: caller, boxId: box.box_id, userName: targetUser };
      const refusing = await obstacleTo(db, renewal);
      if (refusing !== null) return refuse(refusing.code, refusing.info);
      await prove(caller, password, remote);
      const { secret, expires } = await db.transaction().execute(async (tx) => {
        await leaveNote(tx, clock, {
          userName: targetUser,
          type: 3,
          content: noticeText({ kind: 'passwordLink' }),
          boxName: box.box_name,
        });
        return makeLink(tx, clock, renewal);
      });
      access.came('password link made', { user: caller, remote, code: 0 });
      return { secret, expire: expires };
    },

    endPasswordLink: async ({ boxName, targetUser }, { caller }) => {
      const box = await administered(db, caller, boxName);
      if ((await memberOf(db, box.box_id, targetUser)) === undefined) return refuse(ACC.noUser);
      await endLinks(db, { user_name: targetUser });
      return {};
    },

    renewPassword: async ({ userName, secret, password }, { holder, remote }) => {
      const over = () => {
        access.refused('new password refused', { user: NOBODY, remote, code: ACC.codeExpired });
        return refuse(ACC.codeExpired, 'account.linkOver');
      };
      if (!(await attempts.take(`password link from ${holder}`, TRIES))) return refuse(ACC.busy);
      const user = await userById(db, userName);
      if (user === undefined || !(await isLinkOf(db, clock, userName, secret))) return over();
      acceptPassword(password, await namesOf(db, user));
      const verifier = await verifierOf(password, { holder: userName, known: true });
      await db.transaction().execute(async (tx) => {
        const renewal = await spendLink(tx, clock, userName, secret);
        if (renewal === undefined) return over();
        await setPassword(tx, clock, userName, verifier);
        await leaveNote(tx, clock, {
          userName,
          type: 3,
          content: noticeText({ kind: 'newPassword' }),
          boxName: (await boxBy(tx, renewal.boxId))?.box_name ?? '',
        });
      });
      // Failed attempts with the forgotten password would otherwise lock out the new one.
      await guesses.forgive({ name: userName, known: true }, 'here', null);
      await attempts.giveBack(`password link from ${holder}`);
      access.came('password changed', { user: userName, remote, code: 0 });
      wakePusher();
      return {};
    },
  };
};
