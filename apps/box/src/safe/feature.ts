import type { WakingClock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import type { Endings } from '../identity/endings.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/index.ts';
import { AreaTable, safeMigrations } from './area-table.ts';
import { safeHandlers } from './handlers.ts';
import { Safe } from './safe.ts';
import { Unlocked } from './unlocks.ts';
import { Veil } from './veil.ts';

interface Needs {
  readonly config: Pick<BoxConfig, 'boxSecret'>;
  readonly clock: Pick<WakingClock, 'now'>;
  readonly database: Database;
  readonly endings: Pick<Endings, 'announce'>;
  readonly vault: Vault;
}

/**
 * Safe and private files: their passwords and keys, which sessions have unlocked them, and redaction of their paths in
 * lists.
 */
export const safeFeature = defineFeature({
  migrations: safeMigrations,
  make: ({ config, clock, database, endings, vault }: Needs) => {
    const unlocks = new Unlocked(clock, () => {
      endings.announce({ kind: 'right' });
    });
    const safe = new Safe({
      table: new AreaTable(database),
      unlocked: unlocks,
      vault,
      boxSecret: config.boxSecret,
      clock,
    });
    const veil = new Veil(vault, (session, area) => unlocks.isOpen(session, area));
    return { value: { unlocks, safe, veil }, handlers: { safe: safeHandlers({ safe }) } };
  },
});
