import type { Clock } from '../../platform/clock.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { DiskReserve } from '../../storage/space/disk-reserve.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { TrashBins } from './trash-bins.ts';
import { trashHandlers } from './handlers.ts';
import { TrashTable, trashMigrations } from './trash-table.ts';
import { Trash } from './trash.ts';

interface TrashFeatureDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly reserve: Pick<DiskReserve, 'within'>;
  readonly vault: Vault;
  readonly journal: Journal;
}

export const trashFeature = defineFeature({
  migrations: trashMigrations,
  make: async ({ clock, database, reserve, vault, journal }: TrashFeatureDeps) => {
    const bins = new TrashBins({ vault, table: new TrashTable(database), now: () => clock.now() });
    const trash = new Trash({ bins, vault, journal, reserve });
    await bins.reconcile();
    return { value: { bins, trash }, handlers: { trash: trashHandlers({ trash }) } };
  },
});
