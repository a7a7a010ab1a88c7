import { defineFeature } from '../runtime/feature.ts';
import type { Veil } from '../safe/veil.ts';
import type { Reserve } from '../space/reserve.ts';
import type { Bins } from '../trash/bins.ts';
import type { Vault } from '../vault/index.ts';
import { journalHandlers } from './handlers.ts';
import type { Journal } from './journal.ts';
import { Undo } from './undo.ts';

interface Needs {
  readonly reserve: Pick<Reserve, 'within'>;
  readonly vault: Vault;
  readonly journal: Journal;
  readonly bins: Bins;
  readonly veil: Veil;
}

/** Undo of journal operations. The task queue, created later, registers itself for changes that need a task. */
export const undoFeature = defineFeature({
  make: ({ reserve, vault, journal, bins, veil }: Needs) => {
    const undo = new Undo({ journal, vault, bins, reserve });
    return { value: { undo }, handlers: { journal: journalHandlers({ journal, undo, veil }) } };
  },
});
