import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Reserve } from '../space/reserve.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/index.ts';
import { Bins } from './bins.ts';
import { trashHandlers } from './handlers.ts';
import { TrashTable, trashMigrations } from './trash-table.ts';
import { Trash } from './trash.ts';

interface Needs {
  readonly clock: Clock;
  readonly database: Database;
  readonly reserve: Pick<Reserve, 'within'>;
  readonly vault: Vault;
  readonly journal: Journal;
}

export const trashFeature = defineFeature({
  migrations: trashMigrations,
  make: async ({ clock, database, reserve, vault, journal }: Needs) => {
    const bins = new Bins({ vault, table: new TrashTable(database), now: () => clock.now() });
    const trash = new Trash({ bins, vault, journal, reserve });
    await bins.reconcile();
    return { value: { bins, trash }, handlers: { trash: trashHandlers({ trash }) } };
  },
});
