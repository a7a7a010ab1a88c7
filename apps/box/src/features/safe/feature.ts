import type { TimerClock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import type { Revocations } from '../../server/identity/revocations.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { AreaTable, safeMigrations } from './area-table.ts';
import { safeHandlers } from './handlers.ts';
import { Safe } from './safe.ts';
import { UnlockedAreas } from './unlocked-areas.ts';
import { PathRedactor } from './redact-hidden-paths.ts';

interface SafeFeatureDeps {
  readonly config: Pick<BoxConfig, 'boxSecret'>;
  readonly clock: Pick<TimerClock, 'now'>;
  readonly database: Database;
  readonly endings: Pick<Revocations, 'announce'>;
  readonly vault: Vault;
}

/**
 * Safe and private files: their passwords and keys, which sessions have unlocked them, and redaction of their paths in
 * lists.
 */
export const safeFeature = defineFeature({
  migrations: safeMigrations,
  make: ({ config, clock, database, endings, vault }: SafeFeatureDeps) => {
    const unlocks = new UnlockedAreas(clock, () => {
      endings.announce({ kind: 'right' });
    });
    const safe = new Safe({
      table: new AreaTable(database),
      unlocked: unlocks,
      vault,
      boxSecret: config.boxSecret,
      clock,
    });
    const pathRedactor = new PathRedactor(vault, (session, area) => unlocks.isOpen(session, area));
    return { value: { unlocks, safe, pathRedactor }, handlers: { safe: safeHandlers({ safe }) } };
  },
});
