import { ACC } from '@boxwood/account-sdk';
import { noticeText } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { UNAUTHENTICATED_USER } from '../access-log.ts';
import { storeMessage } from '../messages/message-store.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { refuse } from '../service-context.ts';
import { requireAdministeredBox, findBox, memberOf } from '../roster/roster-store.ts';
import { acceptPassword } from '../session/password-policy.ts';
import { matchesVerifier, createVerifier } from '../session/password-hashing.ts';
import { accountNames, setPassword } from '../session/set-password.ts';
import type { AttemptLimit } from '../store/attempt-limiter.ts';
import { userById } from '../user/user-store.ts';
import { deleteLinks, isValidLink, createPasswordLink, findLinkObstacle, consumeLink } from './password-link-store.ts';

/** Limit of attempts from one address, over all links. */
const ATTEMPT_LIMIT: AttemptLimit = { tries: 20, within: 600 };

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
}: ServiceDeps): Pick<
  TreeHandlers<typeof serviceTree, CallContext>['roster'],
  'makePasswordLink' | 'endPasswordLink' | 'renewPassword'
> => {
  /**
   * Verifies the caller's password and counts the attempt like a sign-in. The holder of a stolen session does not know
   * the password, so it is required before an action that opens another account.
   */
  const verifyPassword = async (name: string, password: string, remote: string): Promise<void> => {
    const target = { name, known: true };
    const user = await userById(db, name);
    if (!(await guesses.count(target, 'here'))) return refuse(ACC.busy);
    if (user === undefined || !(await matchesVerifier(user.verifier, password, { holder: name, known: true }))) {
      access.logRefusal('password link refused', { user: name, remote, code: ACC.wrongPassword });
      return refuse(ACC.wrongPassword);
    }
    await guesses.reset(target, 'here', null);
  };

  return {
    makePasswordLink: async ({ boxName, targetUser, password }, { caller, remote }) => {
      const box = await requireAdministeredBox(db, caller, boxName);
      const renewal = { admin: caller, boxId: box.box_id, userName: targetUser };
      const obstacle = await findLinkObstacle(db, renewal);
      if (obstacle !== null) return refuse(obstacle.code, obstacle.info);
      await verifyPassword(caller, password, remote);
      const { secret, expires } = await db.transaction().execute(async (tx) => {
        await storeMessage(tx, clock, {
          userName: targetUser,
          type: 3,
          content: noticeText({ kind: 'passwordLink' }),
          boxName: box.box_name,
        });
        return createPasswordLink(tx, clock, renewal);
      });
      access.logAccess('password link made', { user: caller, remote, code: 0 });
      return { secret, expire: expires };
    },

    endPasswordLink: async ({ boxName, targetUser }, { caller }) => {
      const box = await requireAdministeredBox(db, caller, boxName);
      if ((await memberOf(db, box.box_id, targetUser)) === undefined) return refuse(ACC.noUser);
      await deleteLinks(db, { user_name: targetUser });
      return {};
    },

    renewPassword: async ({ userName, secret, password }, { holder, remote }) => {
      const refuseLink = () => {
        access.logRefusal('new password refused', { user: UNAUTHENTICATED_USER, remote, code: ACC.codeExpired });
        return refuse(ACC.codeExpired, 'account.linkOver');
      };
      if (!(await attempts.count(`password link from ${holder}`, ATTEMPT_LIMIT))) return refuse(ACC.busy);
      const user = await userById(db, userName);
      if (user === undefined || !(await isValidLink(db, clock, userName, secret))) return refuseLink();
      acceptPassword(password, await accountNames(db, user));
      const verifier = await createVerifier(password, { holder: userName, known: true });
      await db.transaction().execute(async (tx) => {
        const renewal = await consumeLink(tx, clock, userName, secret);
        if (renewal === undefined) return refuseLink();
        await setPassword(tx, clock, userName, verifier);
        await storeMessage(tx, clock, {
          userName,
          type: 3,
          content: noticeText({ kind: 'newPassword' }),
          boxName: (await findBox(tx, renewal.boxId))?.box_name ?? '',
        });
      });
      // Failed attempts with the forgotten password would otherwise lock out the new one.
      await guesses.reset({ name: userName, known: true }, 'here', null);
      await attempts.uncount(`password link from ${holder}`);
      access.logAccess('password changed', { user: userName, remote, code: 0 });
      wakePusher();
      return {};
    },
  };
};
