import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import { Refusal } from '@boxwood/box-sdk/server';
import { BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { isMail } from '@boxwood/command-bus/rules';
import type { BoxContext } from '../identity/authorise.ts';
import type { Endings } from '../identity/endings.ts';
import type { Facts } from '../identity/facts.ts';
import { FILE_KEY_RENEW_S } from '../identity/file-keys.ts';
import type { FileKeys } from '../identity/file-keys.ts';
import { sameSecret } from '../identity/secrets.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Tries } from '../identity/tries.ts';
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
  readonly facts: Facts;
  readonly setup: Setup;
  /** What box and account service know each other by. */
  readonly linkKey: string;
  /** Where the account service is, as a browser reaches it; empty when there is none. */
  readonly accountUrl: string;
  readonly roster: Roster;
}

/** Sign-in tries of one name in ten minutes (G-05). */
const MAX_TRIES = 5;
const WINDOW_MS = 600_000;

export const sessionHandlers = (services: SessionServices) => {
  const { users, tokens, sessions, endings, fileKeys, tries, facts, setup } = services;
  return {
    signIn: async ({ devtype, userName, pwd }, { remote }) => {
      if (devtype !== 'web') throw new Refusal(2008);
      if (userName === '') throw new Refusal(1018);
      if (pwd === '') throw new Refusal(2004);
      if (userName.includes('@') && isMail(userName)) throw new Refusal(2000);
      const subject = `signin ${userName.slice(0, 64)}`;
      if (!tries.take(subject, MAX_TRIES, WINDOW_MS)) throw new Refusal(2002);
      const user = await users.verify(userName, pwd, remote);
      if (user === undefined) throw new Refusal(users.get(userName) === undefined ? 2007 : 2003);
      tries.forgive(subject);
      return { token: tokens.issue(user.name), userName: user.name, admin: user.admin ? 'Y' : 'N' };
    },
    signOut: async ({ userName, token }) => {
      const signed = await sessions.authenticate(userName, token);
      if (signed !== null) endings.announce({ kind: 'session', session: signed.session });
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
    pushRoster: async ({ users: roster, ended = [] }, { headers }) => {
      if (!sameSecret(headers[BOX_SECRET_HEADER] ?? '', services.linkKey)) throw new Refusal(6);
      await services.roster(
        roster.map(({ userName, admin, verifier }) => ({ name: userName, admin: admin === 'Y', verifier })),
        ended,
      );
      return {};
    },
  } satisfies Handlers<(typeof commandTree)['session'], BoxContext>;
};
