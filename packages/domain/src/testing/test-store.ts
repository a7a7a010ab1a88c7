/** Helpers shared by the domain tests. */
import { type BoxEvent, scopeOfType } from '../events/box-event.ts';
import { LiveEventStore, type StoreOptions } from '../store/event-store.ts';
import { MemoryLog } from '../store/memory-log.ts';
import type { TabId } from '../store/recorded.ts';

let tabs = 0;

/** A store of box events in memory; give `clock` and `scheduler` in marble tests. */
export const testStore = (options: Partial<StoreOptions<BoxEvent>> = {}): LiveEventStore<BoxEvent> =>
  new LiveEventStore<BoxEvent>({
    origin: `tab-${(tabs += 1)}` as TabId,
    clock: { now: () => 1_700_000_000_000 },
    schema: 1,
    scopeOf: scopeOfType,
    projections: [],
    log: new MemoryLog(),
    channel: null,
    ...options,
  });

/** Returns numbered ids. */
export const idCounter = (prefix: string): (() => string) => {
  let count = 0;
  return () => `${prefix}-${(count += 1)}`;
};
