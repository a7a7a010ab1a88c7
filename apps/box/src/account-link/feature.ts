import { type Guard, linkKeyOf } from '@boxwood/account';
import { REPORT_EVERY_S } from '@boxwood/account-sdk';
import { fetchTransport } from '@boxwood/box-sdk';
import { localTransport } from '@boxwood/box-sdk/server';
import type { Changes } from '../changes/changes.ts';
import type { WakingClock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import { makeUserFolders } from '../folders.ts';
import type { Endings } from '../identity/endings.ts';
import type { Facts } from '../identity/facts.ts';
import type { ScriptTokens } from '../identity/script-tokens.ts';
import { Sessions } from '../identity/sessions.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Users } from '../identity/users.ts';
import type { Logger } from '../log.ts';
import { defineFeature } from '../runtime/feature.ts';
import { createRoster } from '../session/roster.ts';
import { isHere } from '../shares/index.ts';
import type { Reserve } from '../space/reserve.ts';
import type { Vault } from '../vault/index.ts';
import { AccountLink } from './account-link.ts';
import { startEmbeddedAccount } from './embedded.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly clock: WakingClock;
  readonly log: Logger;
  readonly reserve: Reserve;
  readonly facts: Facts;
  readonly guard: Guard;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly scriptTokens: ScriptTokens;
  readonly endings: Endings;
  readonly changes: Changes;
  readonly vault: Vault;
}

/** Connects the box to its account service, embedded or external, and synchronises users and sessions. */
export const accountFeature = defineFeature({
  make: async (
    { config, clock, log, reserve, facts, guard, users, tokens, scriptTokens, endings, changes, vault }: Needs,
    scope,
  ) => {
    const roster = createRoster({
      users,
      endings,
      changed: () => changes.area('users'),
      makeFolders: (user) => makeUserFolders(vault, user),
    });
    const linkKey = linkKeyOf(config.boxSecret);
    const boxId = facts.get('boxid') ?? '';
    const account =
      config.accountUrl === null
        ? await startEmbeddedAccount({
            stateDir: config.stateDir,
            boxId,
            linkKey,
            clock,
            log,
            guard,
            roster,
            makeRoom: () => reserve.give(),
            packages: config.packages,
          })
        : null;
    scope.defer(() => account?.close());
    /** The address of the box; its port is known once the server listens. */
    const listening = { port: config.port, hereAlone: isHere(config.host), secure: config.tls !== undefined };
    const link = new AccountLink({
      baseUrl: config.accountUrl ?? 'http://embedded',
      transport: account === null ? fetchTransport() : localTransport(account.router),
      boxId,
      linkKey,
      model: config.model,
      log,
      port: () => listening.port,
      title: () => facts.get('boxname') ?? '',
    });
    const sessions = new Sessions(tokens, scriptTokens, users, link, clock);
    return {
      value: { roster, linkKey, account, listening, link, sessions },
      handlers: {},
      schedule: [{ name: 'account', everyMs: REPORT_EVERY_S * 1000, run: () => link.tell() }],
    };
  },
});
