import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../server/identity/authorise.ts';
import type { Revocations } from '../server/identity/revocations.ts';
import { identifyTokenFolder } from '../server/identity/token-folders.ts';
import type { ScriptTokens } from '../server/identity/script-tokens.ts';
import { GEN, Refusal } from '../storage/vault/index.ts';
import type { Vault } from '../storage/vault/index.ts';

export interface TokenServices {
  readonly scriptTokens: ScriptTokens;
  readonly vault: Pick<Vault, 'resolve' | 'lstatExactName'>;
  readonly endings: Revocations;
}

/** TOKENLIST, TOKENADD, TOKENDEL: a user's own tokens; not available to scripts. */
export const tokenHandlers = ({ scriptTokens, vault, endings }: TokenServices) =>
  ({
    list: (_, { caller }) => ({ list: [...scriptTokens.list(caller.user)] }),
    add: async ({ name, verb, path, days }, { caller }) => {
      // A token opens no more than its owner may open.
      const folder = await identifyTokenFolder(vault, vault.resolve(caller, path, verb));
      return scriptTokens.add(caller.user, { name, verb, path, days, folder });
    },
    revoke: ({ id }, { caller }) => {
      const session = scriptTokens.revoke(caller.user, id);
      if (session === undefined) throw new Refusal(GEN.path, 'token');
      endings.announce({ kind: 'session', session });
      return {};
    },
  }) satisfies Handlers<(typeof commandTree)['tokens'], BoxContext>;
