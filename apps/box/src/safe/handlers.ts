import { GEN } from '@boxwood/command-bus';
import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { Refusal } from '../vault/index.ts';
import type { Holder, Safe } from './safe.ts';

/**
 * Users can act for themselves only. Another name counts as an unknown user (10); a name that is too long has its own
 * code.
 */
function holderOf({ caller, session }: BoxContext, username: string): Holder {
  if (username.length > 64) throw new Refusal(GEN.userTooLong);
  if (username !== caller.user) throw new Refusal(GEN.noUser);
  return { user: caller.user, session };
}

/** B35 to B38, X37 to X40, and the recovery kit. */
export const safeHandlers = ({ safe }: { readonly safe: Safe }) =>
  ({
    status: ({ username }, context) => safe.status(holderOf(context, username).user, 'safe'),
    setUp: async ({ username, password }, context) => {
      await safe.setUp(holderOf(context, username), password);
      return {};
    },
    unlock: ({ username, password }, context) => safe.unlock(holderOf(context, username), 'safe', password),
    changePassword: async ({ username, old, password }, context) => {
      await safe.changePassword(holderOf(context, username), old, password);
      return {};
    },
    privateStatus: ({ username }, context) => safe.status(holderOf(context, username).user, 'home'),
    setPrivatePassword: async ({ username, password }, context) => {
      await safe.setPrivate(holderOf(context, username), password);
      return {};
    },
    unlockPrivate: ({ username, password }, context) => safe.unlock(holderOf(context, username), 'home', password),
    lock: ({ area }, { caller, session }) => {
      safe.lock({ user: caller.user, session }, area);
      return {};
    },
    exportKit: (_, { caller, session }) => ({ identity: safe.kit({ user: caller.user, session }) }),
  }) satisfies Handlers<(typeof commandTree)['safe'], BoxContext>;
