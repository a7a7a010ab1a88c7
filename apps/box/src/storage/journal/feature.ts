import { defineFeature } from '../../runtime/feature.ts';
import type { PathRedactor } from '../../features/safe/redact-hidden-paths.ts';
import type { DiskReserve } from '../space/disk-reserve.ts';
import type { TrashBins } from '../../features/trash/trash-bins.ts';
import type { Vault } from '../vault/index.ts';
import { journalHandlers } from './handlers.ts';
import type { Journal } from './journal.ts';
import { Undo } from './undo.ts';

interface UndoFeatureDeps {
  readonly reserve: Pick<DiskReserve, 'within'>;
  readonly vault: Vault;
  readonly journal: Journal;
  readonly bins: TrashBins;
  readonly pathRedactor: PathRedactor;
}

/** Undo of journal operations. The task queue, created later, registers itself for changes that need a task. */
export const undoFeature = defineFeature({
  make: ({ reserve, vault, journal, bins, pathRedactor }: UndoFeatureDeps) => {
    const undo = new Undo({ journal, vault, bins, reserve });
    return { value: { undo }, handlers: { journal: journalHandlers({ journal, undo, pathRedactor }) } };
  },
});
