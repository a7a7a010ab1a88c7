import type { AccessLog } from '@boxwood/account';
import { ACCOUNT_PREFIX } from '../../features/account-link/embedded-account.ts';
import type { AccountLink } from '../../features/account-link/account-link.ts';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { BoxConfig } from '../../config.ts';
import type { Faults } from '../../platform/faults.ts';
import { makeUserFolders } from '../../user-folders.ts';
import type { Revocations } from '../identity/revocations.ts';
import type { Facts } from '../identity/facts.ts';
import type { FileKeys } from '../identity/file-keys.ts';
import type { RunningResponses } from '../identity/running-responses.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { LoginRateLimiter } from '../identity/login-rate-limiter.ts';
import type { Users } from '../identity/users.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Jobs } from '../../runtime/jobs.ts';
import type { UnlockedAreas } from '../../features/safe/unlocked-areas.ts';
import type { Transfers } from '../../features/transfers/index.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { sessionHandlers } from './handlers.ts';
import type { RosterHandler } from './apply-roster.ts';
import { Setup } from './setup.ts';

interface SessionFeatureDeps {
  readonly config: BoxConfig;
  readonly faults: Faults;
  readonly access: AccessLog;
  readonly changes: ChangeFeed;
  readonly facts: Facts;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly fileKeys: FileKeys;
  readonly loginRateLimiter: LoginRateLimiter;
  readonly running: RunningResponses;
  readonly endings: Revocations;
  readonly vault: Vault;
  readonly roster: RosterHandler;
  readonly linkKey: string;
  readonly link: AccountLink;
  readonly sessions: Sessions;
  readonly unlocks: UnlockedAreas;
  readonly jobs: Jobs;
  readonly transfers: Transfers;
}

/** First-time setup, signing in and out, and ending what runs for a revoked session or user. */
export const sessionFeature = defineFeature({
  make: (needs: SessionFeatureDeps) => {
    const { config, faults, changes, facts, users, loginRateLimiter, running, endings, vault, link, sessions } = needs;
    const { unlocks, jobs, transfers } = needs;
    endings.on((revocation) => {
      if (revocation.kind !== 'right') {
        if (revocation.kind === 'session') unlocks.lockAll(revocation.session);
        else unlocks.lockUser(revocation.user);
        sessions.forget(revocation);
      }
      if (revocation.kind === 'right') changes.recheckAccess();
      else changes.release();
      running.recheck();
      transfers.recheck();
      jobs.recheck();
      const noteFault = (fault: unknown): void => {
        faults.note(fault, 'ending');
      };
      if (revocation.kind === 'session') transfers.endToken(revocation.session).catch(noteFault);
      if (revocation.kind !== 'user') return;
      Promise.all([transfers.endAll(revocation.user), jobs.endAll(revocation.user)]).catch(noteFault);
    });
    const setup = new Setup({
      users,
      facts,
      tries: loginRateLimiter,
      onOwner: async ({ name, password }) => {
        await link.setUpOwner(name, password);
      },
      // After the owner is stored: folders without a user would prevent a box that crashed here from starting.
      onReady: async () => {
        for (const { name } of users.all()) await makeUserFolders(vault, name);
        await link.syncWithAccount();
      },
    });
    return {
      value: { setup },
      handlers: {
        session: sessionHandlers({ ...needs, setup, accountUrl: config.accountUrl ?? ACCOUNT_PREFIX }),
      },
    };
  },
});
