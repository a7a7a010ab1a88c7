/** An event store with one projection of each scope. */
import { LiveEventStore, type StoreOptions } from '../store/event-store.ts';
import { MemoryLog } from '../store/memory-log.ts';
import { projection } from '../store/projection.ts';
import { isLater, type Stamp, stampOf, type TabId } from '../store/recorded.ts';

export type TestEvent =
  | { readonly type: 'Put'; readonly data: { readonly key: string; readonly value: number } }
  | { readonly type: 'Opened'; readonly data: { readonly key: string } }
  | { readonly type: 'Polled'; readonly data: { readonly value: number } };

const scopes: Record<string, 'durable' | 'session' | 'ephemeral'> = {
  Put: 'durable',
  Opened: 'session',
  Polled: 'ephemeral',
};

export const values = projection<ReadonlyMap<string, { readonly value: number; readonly stamp: Stamp }>, TestEvent>({
  name: 'values',
  version: 1,
  scope: 'durable',
  initial: new Map(),
  on: {
    Put: (draft, { key, value }, meta) => {
      const found = draft.get(key);
      if (found === undefined || isLater(meta, found.stamp)) draft.set(key, { value, stamp: stampOf(meta) });
    },
  },
});
export const windows = projection<readonly string[], TestEvent>({
  name: 'windows',
  version: 1,
  scope: 'session',
  initial: [],
  on: { Opened: (draft, { key }) => void draft.push(key) },
});
export const polled = projection<{ readonly last: number }, TestEvent>({
  name: 'polled',
  version: 1,
  scope: 'ephemeral',
  initial: { last: 0 },
  on: {
    Polled: (draft, { value }) => {
      draft.last = value;
    },
  },
});

export const put = (key: string, value: number): TestEvent => ({ type: 'Put', data: { key, value } });
export const plain = (map: ReadonlyMap<string, { readonly value: number }>): object =>
  Object.fromEntries([...map].map(([key, { value }]) => [key, value]));

let tabs = 0;
export const open = (options: Partial<StoreOptions<TestEvent>> = {}): LiveEventStore<TestEvent> =>
  new LiveEventStore<TestEvent>({
    origin: `tab-${(tabs += 1)}` as TabId,
    clock: { now: () => 1000 },
    schema: 1,
    scopeOf: (type) => scopes[type],
    projections: [values, windows, polled],
    log: new MemoryLog(),
    channel: null,
    ...options,
  });
