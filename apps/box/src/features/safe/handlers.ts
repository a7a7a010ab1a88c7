import { GEN } from '@boxwood/command-bus';
import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { Refusal } from '../../storage/vault/index.ts';
import type { UserSession, Safe } from './safe.ts';

/**
 * Users can act for themselves only. Another name counts as an unknown user (10); a name that is too long has its own
 * code.
 */
function userSessionOf({ caller, session }: BoxContext, username: string): UserSession {
  if (username.length > 64) throw new Refusal(GEN.userTooLong);
  if (username !== caller.user) throw new Refusal(GEN.noUser);
  return { user: caller.user, session };
}

/** B35 to B38, X37 to X40, and the recovery kit. */
export const safeHandlers = ({ safe }: { readonly safe: Safe }) =>
  ({
    status: ({ username }, context) => safe.status(userSessionOf(context, username).user, 'safe'),
    setUp: async ({ username, password }, context) => {
      await safe.setUp(userSessionOf(context, username), password);
      return {};
    },
    unlock: ({ username, password }, context) => safe.unlock(userSessionOf(context, username), 'safe', password),
    changePassword: async ({ username, old, password }, context) => {
      await safe.changePassword(userSessionOf(context, username), old, password);
      return {};
    },
    privateStatus: ({ username }, context) => safe.status(userSessionOf(context, username).user, 'home'),
    setPrivatePassword: async ({ username, password }, context) => {
      await safe.setPrivate(userSessionOf(context, username), password);
      return {};
    },
    unlockPrivate: ({ username, password }, context) => safe.unlock(userSessionOf(context, username), 'home', password),
    lock: ({ area }, { caller, session }) => {
      safe.lock({ user: caller.user, session }, area);
      return {};
    },
    exportKit: (_, { caller, session }) => ({ identity: safe.recoveryKit({ user: caller.user, session }) }),
  }) satisfies Handlers<(typeof commandTree)['safe'], BoxContext>;
