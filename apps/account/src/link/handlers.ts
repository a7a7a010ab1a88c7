import { ACC } from '@boxwood/account-sdk';
import { checkNickname, isBoxId } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { nowSeconds } from '../system-clock.ts';
import { storeMessage } from '../messages/message-store.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { requirePassed, refuse } from '../service-context.ts';
import { addMember, memberOf, scheduleRosterPush } from '../roster/roster-store.ts';
import { sameSecret } from '../secrets.ts';
import { acceptPassword } from '../session/password-policy.ts';
import { matchesVerifier, createVerifier } from '../session/password-hashing.ts';
import { newUserName } from '../session/handlers.ts';
import type { AttemptLimit } from '../store/attempt-limiter.ts';
import type { Db } from '../store/schema.ts';
import { userById } from '../user/user-store.ts';
import { requireBox } from './require-box.ts';
import { literalAddress, publicAddress } from './public-address.ts';
import { deleteUnownedBoxes, UNOWNED_LIMITS } from './unowned-boxes.ts';

/** Limit of newly registered boxes from one address. */
const NEW_BOX_LIMIT: AttemptLimit = { tries: 20, within: 3600 };
/** Length of a box's secret, in characters. */
const SECRET_LENGTH = { min: 32, max: 128 } as const;

const ownerOf = (db: Db, boxId: string) =>
  db.selectFrom('roster').select('user_name').where('box_id', '=', boxId).where('admin', '=', 'Y').executeTakeFirst();

/** Commands of boxes: register, report, set up an owner, post messages. */
export const linkHandlers = (parts: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['link'] => {
  const { db, clock, settings, attempts, guesses, wakePusher } = parts;
  const ownershipOf = async (boxId: string, boxName: string) => ({
    boxName,
    owned: (await ownerOf(db, boxId)) === undefined ? ('N' as const) : ('Y' as const),
  });

  return {
    register: async ({ box, enrolment }, { claim, holder }) => {
      const { boxId, boxName, model, edition, version } = box;
      if (!isBoxId(boxId) || !isBoxId(boxName)) return refuse(ACC.badParameter, 'boxId');
      const { length } = claim.secret;
      if (claim.boxId !== boxId || length < SECRET_LENGTH.min || length > SECRET_LENGTH.max) return refuse(ACC.noBox);
      const { ownBox } = settings;
      if (ownBox !== null && (boxId !== ownBox.boxId || !sameSecret(claim.secret, ownBox.secret)))
        return refuse(ACC.noBox);
      const known = await db.selectFrom('boxes').select('box_name').where('box_id', '=', boxId).executeTakeFirst();
      if (known === undefined) {
        // Counted before the key is checked, so that the key cannot be guessed either.
        if (!(await attempts.count(`boxes from ${holder}`, NEW_BOX_LIMIT))) return refuse(ACC.busy);
        // Ids and names are accepted alike (G-29), so no name may be the id of another box, or the other way round.
        const names = [boxId, boxName];
        const clash = await db
          .selectFrom('boxes')
          .select('box_id')
          .where((of) => of.or([of('box_id', 'in', names), of('box_name', 'in', names)]))
          .executeTakeFirst();
        if (clash !== undefined) return refuse(ACC.noBox);
        if (settings.enrolmentKey !== '' && !sameSecret(enrolment ?? '', settings.enrolmentKey))
          return refuse(ACC.wrongKey);
        await deleteUnownedBoxes(db, clock, UNOWNED_LIMITS.maxBoxes - 1);
        await db
          .insertInto('boxes')
          .values({
            box_id: boxId,
            box_name: boxName,
            // The box of this process is trusted, and its secret must not be stored next to its files.
            secret: ownBox === null ? claim.secret : '',
            model,
            edition,
            version,
            lan_ip: '',
            wan_ip: '',
            ipv6: '',
            api_port: 0,
            seen: nowSeconds(clock),
            title: '',
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      const stored = await requireBox(parts, claim); // also refuses when another box has the name
      await db
        .updateTable('boxes')
        .set({ model, edition, version, seen: nowSeconds(clock) })
        .where('box_id', '=', boxId)
        .execute();
      await scheduleRosterPush(db, clock, boxId); // the box may have been reset
      wakePusher();
      return ownershipOf(boxId, stored.box_name);
    },

    report: async ({ lanIp, wanIp, ipv6, apiPort, version, title }, { claim, remote }) => {
      const box = await requireBox(parts, claim);
      await db
        .updateTable('boxes')
        .set({
          lan_ip: literalAddress(lanIp),
          wan_ip: literalAddress(wanIp === '' ? publicAddress(remote) : wanIp),
          ipv6: literalAddress(ipv6),
          api_port: apiPort,
          version,
          ...(title === undefined ? {} : { title }),
          seen: nowSeconds(clock),
        })
        .where('box_id', '=', box.box_id)
        .execute();
      return ownershipOf(box.box_id, box.box_name);
    },

    setUpOwner: async ({ userName, password, nickName }, { claim }) => {
      const box = await requireBox(parts, claim);
      const user_name = newUserName(userName);
      if (nickName !== undefined) requirePassed(checkNickname(nickName));
      if ((await ownerOf(db, box.box_id)) !== undefined) return refuse(ACC.notAdmin);
      const user = await userById(db, user_name);
      const ticket = { holder: box.box_id, known: true };
      if (user === undefined) acceptPassword(password, [user_name, nickName ?? '', box.box_name, box.title]);
      else {
        const target = { name: user_name, known: true };
        if (!(await guesses.count(target, 'here'))) return refuse(ACC.busy);
        if (!(await matchesVerifier(user.verifier, password, ticket))) return refuse(ACC.wrongPassword);
        await guesses.reset(target, 'here', null);
      }
      const verifier = user?.verifier ?? (await createVerifier(password, ticket));
      await db.transaction().execute(async (tx) => {
        if (user === undefined) {
          const made = await tx
            .insertInto('users')
            .values({
              user_name,
              nick: nickName?.trim() ?? user_name,
              mail: '',
              mobile: '',
              avatar: '',
              verifier,
              points: 0,
              created: nowSeconds(clock),
            })
            .onConflict((conflict) => conflict.doNothing())
            .returning('user_name')
            .executeTakeFirst();
          if (made === undefined) refuse(ACC.userTaken); // another request has used the name in between
        }
        await addMember(tx, clock, box.box_id, user_name, { admin: 'Y', owner: 'Y' });
        const admins = await tx
          .selectFrom('roster')
          .select('user_name')
          .where('box_id', '=', box.box_id)
          .where('admin', '=', 'Y')
          .execute();
        if (admins.length !== 1) refuse(ACC.notAdmin); // two concurrent set-ups: the second one finds the first
      });
      wakePusher();
      return {};
    },

    countTry: async ({ userName, address, right }, { claim }) => {
      const box = await requireBox(parts, claim);
      const place = { boxId: box.box_id };
      const target = { name: userName, known: (await memberOf(db, box.box_id, userName)) !== undefined };
      if (right === 'Y') {
        await guesses.reset(target, place, settings.ownBox === null ? null : address);
        return {};
      }
      // Only the box of this process may report addresses; any other box could lock out arbitrary addresses.
      if (settings.ownBox !== null && !(await guesses.countFromAddress(address))) return refuse(ACC.busy);
      return (await guesses.count(target, place)) ? {} : refuse(ACC.busy);
    },

    postMessage: async ({ userName, type, content }, { claim }) => {
      const box = await requireBox(parts, claim);
      if ((await memberOf(db, box.box_id, userName)) === undefined) return refuse(ACC.noUser);
      await storeMessage(db, clock, { userName, type, content, boxName: box.box_name });
      return {};
    },
  };
};
