import { ACC, GEN } from '@boxwood/command-bus';
import type { AccessLog } from '@boxwood/account';
import { createLoginRateLimiter, ADDRESS_LIMIT, GUESS_LIMIT, UNAUTHENTICATED_USER } from '@boxwood/account';
import type { commandTree, RefusalOf } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { Refusal } from '@boxwood/box-sdk/server';
import { BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { isMail } from '@boxwood/command-bus/rules';
import type { AccountLink } from '../../features/account-link/account-link.ts';
import type { BoxContext } from '../identity/authorise.ts';
import type { Revocations } from '../identity/revocations.ts';
import type { Facts } from '../identity/facts.ts';
import { FILE_KEY_RENEW_S } from '../identity/file-keys.ts';
import type { FileKeys } from '../identity/file-keys.ts';
import { sameSecret } from '../identity/secrets.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Tokens } from '../identity/tokens.ts';
import { LoginRateLimiter } from '../identity/login-rate-limiter.ts';
import type { Users } from '../identity/users.ts';
import type { RosterHandler } from './apply-roster.ts';
import type { Setup } from './setup.ts';

export interface SessionServices {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly endings: Revocations;
  readonly fileKeys: FileKeys;
  readonly loginRateLimiter: LoginRateLimiter;
  readonly link: Pick<AccountLink, 'canTryPassword' | 'clearPasswordAttempts'>;
  readonly facts: Facts;
  readonly setup: Setup;
  /** Secret shared by the box and the account service. */
  readonly linkKey: string;
  /** URL of the account service for browsers; '' if there is none. */
  readonly accountUrl: string;
  readonly roster: RosterHandler;
  readonly access: Pick<AccessLog, 'logAccess' | 'logRefusal'>;
}

const addressSubject = (remote: string): string => LoginRateLimiter.anonymousSubject(`from ${remote}`);

export const sessionHandlers = (services: SessionServices) => {
  const { users, tokens, sessions, endings, fileKeys, loginRateLimiter, link, facts, setup, access } = services;

  /** An unknown name may be a password typed into the wrong field, so it is not logged. */
  const known = (userName: string): string => (users.get(userName) === undefined ? UNAUTHENTICATED_USER : userName);

  const limitRate = createLoginRateLimiter();

  /**
   * Counts an attempt before the password is verified: at the account service, which also counts attempts at itself and
   * other boxes, and here, for when the service is unreachable. The name is counted last, so that a blocked address
   * locks nobody out.
   */
  const countAttempt = async (subject: string, userName: string, remote: string): Promise<boolean> =>
    loginRateLimiter.tryAttempt(addressSubject(remote), ADDRESS_LIMIT.tries) &&
    (await link.canTryPassword(userName, remote)) &&
    loginRateLimiter.tryAttempt(subject, GUESS_LIMIT.tries);

  return {
    signIn: async ({ devtype, userName, pwd }, { remote }, { refuse }) => {
      if (devtype !== 'web') throw refuse(ACC.deviceType);
      if (userName === '') throw refuse(ACC.userEmpty);
      if (pwd === '') throw refuse(ACC.badParameter);
      if (userName.includes('@') && isMail(userName)) throw refuse(ACC.offlineMail);
      const nameSubject = `signin ${userName}`;
      const isKnown = users.get(userName) !== undefined;
      const subject = isKnown ? nameSubject : LoginRateLimiter.anonymousSubject(nameSubject);
      await limitRate({ holder: isKnown ? userName : remote, known: isKnown });
      const refuseSignIn = (code: RefusalOf<typeof commandTree.session.signIn>): Refusal => {
        access.logRefusal('sign-in refused', { user: known(userName), remote, code });
        return refuse(code);
      };
      if (!(await countAttempt(subject, userName, remote))) throw refuseSignIn(ACC.busy);
      const user = await users.verify(userName, pwd, remote);
      if (user === undefined)
        throw refuseSignIn(users.get(userName) === undefined ? ACC.offlineUser : ACC.passwordCheck);
      access.logAccess('signed in', { user: user.name, remote, code: 0 });
      loginRateLimiter.reset(subject);
      // Refunds only this attempt: a script may sign in often, and a valid account grants no extra guesses.
      loginRateLimiter.refund(addressSubject(remote));
      await link.clearPasswordAttempts(userName, remote);
      return { token: tokens.issue(user.name), userName: user.name, admin: user.admin ? 'Y' : 'N' };
    },
    signOut: async ({ userName, token }, { remote }) => {
      const signedIn = await sessions.authenticate(userName, token);
      // Only its owner can end a script token.
      if (signedIn === null || signedIn.scope !== undefined) return {};
      endings.announce({ kind: 'session', session: signedIn.session });
      access.logAccess('signed out', { user: known(userName), remote, code: 0 });
      return {};
    },
    fileKey: (_, { caller, session }) => ({
      key: fileKeys.issue({ user: caller.user, session }),
      expire: FILE_KEY_RENEW_S,
    }),
    setup: () => ({
      needed: setup.needed ? 1 : 0,
      boxname: facts.get('boxname') ?? '',
      boxid: facts.get('boxid') ?? '',
      account: services.accountUrl,
    }),
    setUp: async (request, { remote }) => {
      await setup.run(request, remote);
      return {};
    },
    pushRoster: async ({ users: roster, ended = [] }, { headers }, { refuse }) => {
      if (!sameSecret(headers[BOX_SECRET_HEADER] ?? '', services.linkKey)) throw refuse(GEN.wrongSecret);
      await services.roster(
        roster.map(({ userName, admin, verifier }) => ({ name: userName, admin: admin === 'Y', verifier })),
        ended,
      );
      return {};
    },
  } satisfies Handlers<(typeof commandTree)['session'], BoxContext>;
};
