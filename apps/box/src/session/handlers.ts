import { ACC, GEN } from '@boxwood/command-bus';
import type { AccessLog } from '@boxwood/account';
import { createPace, FROM_ONE_ADDRESS, GUESSES, NOBODY } from '@boxwood/account';
import type { commandTree, RefusalOf } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { Refusal } from '@boxwood/box-sdk/server';
import { BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { isMail } from '@boxwood/command-bus/rules';
import type { AccountLink } from '../account-link/account-link.ts';
import type { BoxContext } from '../identity/authorise.ts';
import type { Endings } from '../identity/endings.ts';
import type { Facts } from '../identity/facts.ts';
import { FILE_KEY_RENEW_S } from '../identity/file-keys.ts';
import type { FileKeys } from '../identity/file-keys.ts';
import { sameSecret } from '../identity/secrets.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Tokens } from '../identity/tokens.ts';
import { Tries } from '../identity/tries.ts';
import type { Users } from '../identity/users.ts';
import type { Roster } from './roster.ts';
import type { Setup } from './setup.ts';

export interface SessionServices {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly endings: Endings;
  readonly fileKeys: FileKeys;
  readonly tries: Tries;
  readonly link: Pick<AccountLink, 'mayTry' | 'wasRight'>;
  readonly facts: Facts;
  readonly setup: Setup;
  /** Secret shared by the box and the account service. */
  readonly linkKey: string;
  /** URL of the account service for browsers; '' if there is none. */
  readonly accountUrl: string;
  readonly roster: Roster;
  readonly access: Pick<AccessLog, 'came' | 'refused'>;
}

const fromAddress = (remote: string): string => Tries.stranger(`from ${remote}`);

export const sessionHandlers = (services: SessionServices) => {
  const { users, tokens, sessions, endings, fileKeys, tries, link, facts, setup, access } = services;

  /** An unknown name may be a password typed into the wrong field, so it is not logged. */
  const known = (userName: string): string => (users.get(userName) === undefined ? NOBODY : userName);

  const pace = createPace();

  /**
   * Counts an attempt before the password is verified: at the account service, which also counts attempts at itself and
   * other boxes, and here, for when the service is unreachable. The name is counted last, so that a blocked address
   * locks nobody out.
   */
  const mayTry = async (subject: string, userName: string, remote: string): Promise<boolean> =>
    tries.take(fromAddress(remote), FROM_ONE_ADDRESS.tries) &&
    (await link.mayTry(userName, remote)) &&
    tries.take(subject, GUESSES.tries);

  return {
    signIn: async ({ devtype, userName, pwd }, { remote }, { refuse }) => {
      if (devtype !== 'web') throw refuse(ACC.deviceType);
      if (userName === '') throw refuse(ACC.userEmpty);
      if (pwd === '') throw refuse(ACC.badParameter);
      if (userName.includes('@') && isMail(userName)) throw refuse(ACC.offlineMail);
      const named = `signin ${userName}`;
      const isKnown = users.get(userName) !== undefined;
      const subject = isKnown ? named : Tries.stranger(named);
      await pace({ holder: isKnown ? userName : remote, known: isKnown });
      const no = (code: RefusalOf<typeof commandTree.session.signIn>): Refusal => {
        access.refused('sign-in refused', { user: known(userName), remote, code });
        return refuse(code);
      };
      if (!(await mayTry(subject, userName, remote))) throw no(ACC.busy);
      const user = await users.verify(userName, pwd, remote);
      if (user === undefined) throw no(users.get(userName) === undefined ? ACC.offlineUser : ACC.passwordCheck);
      access.came('signed in', { user: user.name, remote, code: 0 });
      tries.forgive(subject);
      // Refunds only this attempt: a script may sign in often, and a valid account grants no extra guesses.
      tries.giveBack(fromAddress(remote));
      await link.wasRight(userName, remote);
      return { token: tokens.issue(user.name), userName: user.name, admin: user.admin ? 'Y' : 'N' };
    },
    signOut: async ({ userName, token }, { remote }) => {
      const signed = await sessions.authenticate(userName, token);
      // Only its owner can end a script token.
      if (signed === null || signed.scope !== undefined) return {};
      endings.announce({ kind: 'session', session: signed.session });
      access.came('signed out', { user: known(userName), remote, code: 0 });
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
