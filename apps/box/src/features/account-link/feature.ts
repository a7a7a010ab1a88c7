import { type ServerLimits, linkKeyOf } from '@boxwood/account';
import { REPORT_INTERVAL_S } from '@boxwood/account-sdk';
import { fetchTransport } from '@boxwood/box-sdk';
import { localTransport } from '@boxwood/box-sdk/server';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { TimerClock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import { makeUserFolders } from '../../user-folders.ts';
import type { Revocations } from '../../server/identity/revocations.ts';
import type { Facts } from '../../server/identity/facts.ts';
import type { ScriptTokens } from '../../server/identity/script-tokens.ts';
import { Sessions } from '../../server/identity/sessions.ts';
import type { Tokens } from '../../server/identity/tokens.ts';
import type { Users } from '../../server/identity/users.ts';
import type { Logger } from '../../platform/log.ts';
import { defineFeature } from '../../runtime/feature.ts';
import { createRosterHandler } from '../../server/session/apply-roster.ts';
import { isLoopbackHost } from '../shares/index.ts';
import type { DiskReserve } from '../../storage/space/disk-reserve.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { AccountLink } from './account-link.ts';
import { startEmbeddedAccount } from './embedded-account.ts';

interface AccountFeatureDeps {
  readonly config: BoxConfig;
  readonly clock: TimerClock;
  readonly log: Logger;
  readonly reserve: DiskReserve;
  readonly facts: Facts;
  readonly guard: ServerLimits;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly scriptTokens: ScriptTokens;
  readonly endings: Revocations;
  readonly changes: ChangeFeed;
  readonly vault: Vault;
}

/** Connects the box to its account service, embedded or external, and synchronises users and sessions. */
export const accountFeature = defineFeature({
  make: async (
    {
      config,
      clock,
      log,
      reserve,
      facts,
      guard,
      users,
      tokens,
      scriptTokens,
      endings,
      changes,
      vault,
    }: AccountFeatureDeps,
    scope,
  ) => {
    const roster = createRosterHandler({
      users,
      endings,
      onChanged: () => changes.area('users'),
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
            makeRoom: () => reserve.release(),
            packages: config.packages,
          })
        : null;
    scope.defer(() => account?.close());
    /** The address of the box; its port is known once the server listens. */
    const listening = {
      port: config.port,
      loopbackOnly: isLoopbackHost(config.host),
      secure: config.tls !== undefined,
    };
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
      schedule: [{ name: 'account', everyMs: REPORT_INTERVAL_S * 1000, run: () => link.syncWithAccount() }],
    };
  },
});
