import type { Guard } from '@boxwood/account';
import type { WakingClock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import type { Files } from '../files/files.ts';
import type { Endings } from '../identity/endings.ts';
import type { RunningAnswers } from '../identity/running.ts';
import type { Tries } from '../identity/tries.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/index.ts';
import { Zips } from '../zip/zips.ts';
import type { FamilyShares } from './family.ts';
import { shareHandlers } from './handlers.ts';
import { ShareLook } from './look.ts';
import type { Listening } from './origin.ts';
import { shareRoutes } from './route.ts';
import { ShareSecrets } from './secrets.ts';
import { Shares } from './shares.ts';
import { shareMigrations } from './tables.ts';
import { Visitors } from './visitors.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly clock: WakingClock;
  readonly database: Database;
  readonly guard: Guard;
  readonly tries: Tries;
  readonly running: RunningAnswers;
  readonly endings: Endings;
  readonly vault: Vault;
  readonly family: FamilyShares;
  readonly listening: Listening;
  readonly files: Files;
}

/** Public share links with their pages, and folders shared within the family. */
export const shareFeature = defineFeature({
  migrations: shareMigrations,
  make: (needs: Needs) => {
    const { config, clock, database, guard, tries, running, vault, files } = needs;
    const secrets = new ShareSecrets(config.boxSecret);
    const shares = new Shares(database, secrets, clock);
    const visitors = new Visitors({ shares, secrets, tries, vault, lister: files.lister, clock });
    return {
      value: { shares, visitors },
      handlers: { shares: shareHandlers({ ...needs, shares, visitors }) },
      routes: shareRoutes({
        visitors,
        files: files.server,
        lister: files.lister,
        thumbnails: files.thumbnails,
        zips: new Zips(vault, clock),
        look: new ShareLook(vault, clock),
        clock,
        bodies: guard.bodies,
        running,
      }),
    };
  },
});
