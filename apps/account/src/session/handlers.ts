import { ACC } from '@boxwood/account-sdk';
import { signAddress, signApp } from '@boxwood/account-sdk';
import { checkUserId, isMobile } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { UNAUTHENTICATED_USER } from '../access-log.ts';
import { nowSeconds } from '../system-clock.ts';
import { requireBox } from '../link/require-box.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { refuse } from '../service-context.ts';
import { joinBox } from '../roster/join-box.ts';
import { boxNamesOfInvite, memberOf } from '../roster/roster-store.ts';
import { sameSecret } from '../secrets.ts';
import { ADDRESS_LIMIT } from '../store/attempt-limiter.ts';
import { userByAnyName, userById } from '../user/user-store.ts';
import type { CodeMailer } from './code-mailer.ts';
import { acceptPassword, namesInAddress } from './password-policy.ts';
import { createLoginRateLimiter } from './login-rate-limiter.ts';
import { decoyVerifier, matchesVerifier, createVerifier } from './password-hashing.ts';
import { isValidBoxToken } from './box-tokens.ts';
import { parseContactAddress } from './contact-address.ts';
import { closeSession, openSession } from './session-tokens.ts';

/**
 * The stored name of a new account; 1018 when empty, 1030 when invalid, reserved, or mistakable for a mobile number.
 */
export const newUserName = (typed: string): string => {
  const name = typed.trim();
  if (name === '') return refuse(ACC.userEmpty);
  return !checkUserId(name).ok || isMobile(name) ? refuse(ACC.userFormat) : name;
};

/** Sign-in, sessions, verification codes, registration. */
export const sessionHandlers = (
  parts: ServiceDeps,
  mailer: CodeMailer,
): TreeHandlers<typeof serviceTree, CallContext>['session'] => {
  const { db, clock, settings, attempts, guesses, codes, access, wakePusher } = parts;
  const checkAddressSignature = (appId: string, secret: string, param: string) => {
    if (!sameSecret(secret, signAddress(param, settings.appSecret, appId))) refuse(ACC.wrongKey);
  };

  const waitForLoginSlot = createLoginRateLimiter();

  /** The address that a new account proves, if any. */
  const provenAddress = async (
    param: string,
    code: string,
  ): Promise<{ readonly mail: string; readonly mobile: string }> => {
    if (param.trim() === '') return { mail: '', mobile: '' };
    const contact = parseContactAddress(param);
    if (contact === null) return refuse(ACC.badParameter, 'param');
    const verdict = await codes.verify(contact.address, code, ['address'], true);
    if (verdict !== 0) return refuse(verdict);
    return contact.by === 'mail' ? { mail: contact.address, mobile: '' } : { mail: '', mobile: contact.address };
  };

  return {
    signIn: async (given, { holder, remote }) => {
      const refuseSignIn = (code: number, user = UNAUTHENTICATED_USER): never => {
        access.logRefusal('sign-in refused', { user, remote, code });
        return refuse(code);
      };
      if (given.devtype !== 'web') return refuseSignIn(ACC.deviceType);
      if (!sameSecret(given.appIdSecurity, signApp(given.appKey, settings.appSecret, given.appId)))
        return refuseSignIn(ACC.wrongKey);
      const typed = given.userName.trim().toLowerCase();
      if (typed === '') return refuse(ACC.userEmpty);
      const user = await userByAnyName(db, typed);
      const target = { name: user?.user_name ?? typed, known: user !== undefined };
      const ticket = user === undefined ? { holder, known: false } : { holder: user.user_name, known: true };
      await waitForLoginSlot(ticket);
      // The address counts first, so that it cannot create more counters than it has attempts.
      if (!(await guesses.countFromAddress(holder)) || !(await guesses.count(target, 'here')))
        return refuseSignIn(ACC.busy, user?.user_name);
      // The codes reveal who has an account, as the protocol requires (1010, 1009); the time of an attempt does not.
      const right = await matchesVerifier(user?.verifier ?? (await decoyVerifier), given.pwd, ticket);
      if (user === undefined) return refuseSignIn(ACC.noUser);
      if (!right) return refuseSignIn(ACC.wrongPassword, user.user_name);
      await guesses.reset(target, 'here', holder);
      const token = await openSession(db, clock, user.user_name, given.devtype);
      access.logAccess('signed in', { user: user.user_name, remote, code: 0 });
      wakePusher();
      return { token, userName: user.user_name };
    },

    signOut: async (_, { token, caller, remote }) => {
      await closeSession(db, clock, token);
      access.logAccess('signed out', { user: caller, remote, code: 0 });
      wakePusher();
      return {};
    },

    check: () => ({}),

    sendCode: async ({ appId, secret, param, purpose }, { holder }) => {
      checkAddressSignature(appId, secret, param);
      const contact = parseContactAddress(param);
      if (contact === null) return refuse(ACC.badParameter, 'param');
      // The reply does not reveal whether an address is registered: new addresses have to be proved as well.
      const use = purpose ?? ((await userByAnyName(db, contact.address)) === undefined ? 'address' : 'own');
      const at = await mailer.send(contact, use, { holder });
      return at === undefined ? {} : { at };
    },

    checkCode: async ({ appId, secret, param, code }) => {
      checkAddressSignature(appId, secret, param);
      const verdict = await codes.verify(param, code, ['address', 'password', 'admin', 'own'], false);
      return verdict === 0 ? {} : refuse(verdict);
    },

    register: async ({ userName, password, param, code, inviteCode, nickName }, { holder, remote }) => {
      const user_name = newUserName(userName);
      if (!(await attempts.count(`registration from ${holder}`, ADDRESS_LIMIT))) return refuse(ACC.busy);
      if (inviteCode === undefined && settings.registration === 'invite') return refuse(ACC.invitation);
      if (inviteCode === undefined && param === '') return refuse(ACC.badParameter, 'param');
      if (inviteCode !== undefined && !(await attempts.count(`invitation from ${holder}`, { tries: 20, within: 600 })))
        return refuse(ACC.busy);
      const boxNames = inviteCode === undefined ? [] : await boxNamesOfInvite(db, inviteCode);
      acceptPassword(password, [user_name, nickName ?? '', ...namesInAddress(param), ...boxNames]);
      if ((await userById(db, user_name)) !== undefined) return refuse(ACC.userTaken);
      const address = await provenAddress(param, code);
      const verifier = await createVerifier(password, { holder, known: false });
      await db.transaction().execute(async (tx) => {
        const inserted = await tx
          .insertInto('users')
          .values({
            user_name,
            nick: nickName?.trim() ?? user_name,
            ...address,
            avatar: '',
            verifier,
            points: 0,
            created: nowSeconds(clock),
          })
          .onConflict((conflict) => conflict.doNothing()) // another user has the name, the mail or the mobile number
          .returning('user_name')
          .executeTakeFirst();
        if (inserted === undefined) refuse(ACC.userTaken);
        if (inviteCode !== undefined) await joinBox(tx, clock, user_name, inviteCode);
      });
      access.logAccess('account opened', { user: user_name, remote, code: 0 });
      await attempts.clear([`invitation from ${holder}`]);
      wakePusher();
      return {};
    },

    introspect: async ({ boxId, userName, token }, { claim }) => {
      const box = await requireBox(parts, claim);
      if (box.box_id !== boxId && box.box_name !== boxId) return refuse(ACC.noBox);
      if (!(await isValidBoxToken(db, clock, { boxId: box.box_id, userName }, token))) return refuse(ACC.identity);
      const member = await memberOf(db, box.box_id, userName);
      return { userName, admin: member?.admin ?? 'N', bound: member === undefined ? 'N' : 'Y', vip: 0 };
    },
  };
};
