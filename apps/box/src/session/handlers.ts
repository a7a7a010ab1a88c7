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
  /** What box and account service know each other by. */
  readonly linkKey: string;
  /** Where the account service is, as a browser reaches it; empty when there is none. */
  readonly accountUrl: string;
  readonly roster: Roster;
  readonly access: Pick<AccessLog, 'came' | 'refused'>;
}

const fromAddress = (remote: string): string => Tries.stranger(`from ${remote}`);

export const sessionHandlers = (services: SessionServices) => {
  const { users, tokens, sessions, endings, fileKeys, tries, link, facts, setup, access } = services;

  /** What is no name of ours may be a password in the wrong field. */
  const known = (userName: string): string => (users.get(userName) === undefined ? NOBODY : userName);

  const pace = createPace();

  /**
   * Counts a try before the password is looked at: at the service, which counts what comes to its own door and to other boxes, and here,
   * where it also counts while the service is away. The name comes last, so that an address that is used up locks nobody out.
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
      // Its own one and no more: a script may come as often as it likes, and whoever has an account here buys no guesses with it.
      tries.giveBack(fromAddress(remote));
      await link.wasRight(userName, remote);
      return { token: tokens.issue(user.name), userName: user.name, admin: user.admin ? 'Y' : 'N' };
    },
    signOut: async ({ userName, token }, { remote }) => {
      const signed = await sessions.authenticate(userName, token);
      // A token of a script is its maker's to end.
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
