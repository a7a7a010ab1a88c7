import type { ServerLimits } from '@boxwood/account';
import type { TimerClock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import type { Files } from '../files/files.ts';
import type { Revocations } from '../../server/identity/revocations.ts';
import type { RunningResponses } from '../../server/identity/running-responses.ts';
import type { LoginRateLimiter } from '../../server/identity/login-rate-limiter.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { ZipDownloads } from '../../storage/zip/zip-downloads.ts';
import type { FamilyShares } from './family-shares.ts';
import { shareHandlers } from './handlers.ts';
import { ShareContentsCounter } from './share-contents.ts';
import type { ListenAddress } from './share-origin.ts';
import { shareRoutes } from './share-routes.ts';
import { ShareSecrets } from './share-secrets.ts';
import { HttpShares } from './http-shares.ts';
import { shareMigrations } from './share-migrations.ts';
import { ShareVisitors } from './share-visitors.ts';

interface ShareFeatureDeps {
  readonly config: BoxConfig;
  readonly clock: TimerClock;
  readonly database: Database;
  readonly guard: ServerLimits;
  readonly loginRateLimiter: LoginRateLimiter;
  readonly running: RunningResponses;
  readonly endings: Revocations;
  readonly vault: Vault;
  readonly family: FamilyShares;
  readonly listening: ListenAddress;
  readonly files: Files;
}

/** Public share links with their pages, and folders shared within the family. */
export const shareFeature = defineFeature({
  migrations: shareMigrations,
  make: (needs: ShareFeatureDeps) => {
    const { config, clock, database, guard, loginRateLimiter, running, vault, files } = needs;
    const secrets = new ShareSecrets(config.boxSecret);
    const shares = new HttpShares(database, secrets, clock);
    const visitors = new ShareVisitors({
      shares,
      secrets,
      tries: loginRateLimiter,
      vault,
      lister: files.lister,
      clock,
    });
    return {
      value: { shares, visitors },
      handlers: { shares: shareHandlers({ ...needs, shares, visitors }) },
      routes: shareRoutes({
        visitors,
        files: files.server,
        lister: files.lister,
        thumbnails: files.thumbnails,
        zips: new ZipDownloads(vault, clock),
        contentsCounter: new ShareContentsCounter(vault, clock),
        clock,
        bodies: guard.bodies,
        running,
      }),
    };
  },
});
