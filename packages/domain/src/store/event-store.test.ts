import { Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it, vi } from 'vitest';
import { MemoryChannelHub } from '../testing/memory-channel-hub.ts';
import { LiveEventStore, type StoreOptions } from './event-store.ts';
import { MemoryDisk, MemoryLog } from './memory-log.ts';
import { projection } from './projection.ts';
import { isLater, type Stamp, stampOf, type TabId } from './recorded.ts';

type TestEvent =
  | { readonly type: 'Put'; readonly data: { readonly key: string; readonly value: number } }
  | { readonly type: 'Opened'; readonly data: { readonly key: string } }
  | { readonly type: 'Polled'; readonly data: { readonly value: number } };

const scopes: Record<string, 'durable' | 'session' | 'ephemeral'> = {
  Put: 'durable',
  Opened: 'session',
  Polled: 'ephemeral',
};

const values = projection<ReadonlyMap<string, { readonly value: number; readonly stamp: Stamp }>, TestEvent>({
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
const windows = projection<readonly string[], TestEvent>({
  name: 'windows',
  version: 1,
  scope: 'session',
  initial: [],
  on: { Opened: (draft, { key }) => void draft.push(key) },
});
const polled = projection<{ readonly last: number }, TestEvent>({
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

const put = (key: string, value: number): TestEvent => ({ type: 'Put', data: { key, value } });
const plain = (map: ReadonlyMap<string, { readonly value: number }>): object =>
  Object.fromEntries([...map].map(([key, { value }]) => [key, value]));

let tabs = 0;
const open = (options: Partial<StoreOptions<TestEvent>> = {}): LiveEventStore<TestEvent> =>
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

describe('event store', () => {
  it('changes states before append returns and then emits one batch', () => {
    const store = open();
    const batches: unknown[] = [];
    store.batches$.subscribe((batch) => batches.push([batch.length, store.state(values).value.size]));
    const [first, second] = store.append([put('a', 1), put('b', 2)], 'person');
    expect(batches).toEqual([[2, 2]]);
    expect([first?.seq, second?.seq, first?.cause]).toEqual([1, 2, 'person']);
    expect(first?.at).toBe(second?.at);
    expect(store.append([], 'person')).toEqual([]);
  });

  it('an observer that appends sees its batch after the one it answers', () => {
    const store = open();
    const seen: string[] = [];
    store.batches$.subscribe((batch) => seen.push(...batch.map(({ event }) => event.type)));
    store.state(values).subscribe((map) => {
      if (map.size === 1) store.append([{ type: 'Opened', data: { key: 'answer' } }, put('b', 2)], 'box');
    });
    store.append([put('a', 1)], 'person');
    expect(seen).toEqual(['Put', 'Opened', 'Put']);
    expect(plain(store.state(values).value)).toEqual({ a: 1, b: 2 });
  });

  it('survives a reload: durable states come back, session and ephemeral ones begin anew', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const before = open({ log: new MemoryLog(disk) });
    expect(before.health$.value).toBe('loading');
    before.append(
      [put('a', 1), { type: 'Opened', data: { key: 'w' } }, { type: 'Polled', data: { value: 9 } }],
      'person',
    );
    await before.ready;
    expect(before.health$.value).toBe('ok');
    expect(plain(before.state(values).value)).toEqual({ a: 1 });
    await before.close();
    await before.close();
    expect(before.append([put('late', 1)], 'person')).toEqual([]);
    const after = open({ log: new MemoryLog(disk) });
    await after.ready;
    expect(plain(after.state(values).value)).toEqual({ a: 1 });
    expect(after.state(windows).value).toEqual([]);
    expect(after.state(polled).value).toEqual({ last: 0 });
  });

  it('writes 250 ms after an append, or at once after 100 events', async () => {
    const scheduler = new TestScheduler(() => undefined);
    const disk = new MemoryDisk<TestEvent>();
    const store = open({ log: new MemoryLog(disk), scheduler });
    await store.ready;
    store.append([put('a', 1)], 'person');
    store.append([put('a', 2)], 'person');
    await Promise.resolve();
    expect(disk.content.tail).toHaveLength(0);
    scheduler.flush();
    expect(scheduler.now()).toBe(250);
    await vi.waitFor(() => expect(disk.content.tail).toHaveLength(2));
    store.append(
      Array.from({ length: 100 }, (_, index) => put('a', index)),
      'person',
    );
    await vi.waitFor(() => expect(disk.content.tail).toHaveLength(102));
  });

  it('writes at once when the page may be about to go, and when it loses the lead', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const leaving$ = new Subject<null>();
    const store = open({
      log: new MemoryLog(disk),
      pageLeaving$: leaving$,
      scheduler: new TestScheduler(() => undefined),
    });
    await store.ready;
    store.append([put('a', 1)], 'person');
    leaving$.next(null);
    await vi.waitFor(() => expect(disk.content.tail).toHaveLength(1));
    store.append([put('b', 1)], 'person');
    store.lead(true);
    store.lead(false);
    await vi.waitFor(() => expect(disk.content.tail).toHaveLength(2));
    await store.close();
    expect(leaving$.observed).toBe(false);
  });

  it('snapshots after 1000 events and deletes what is covered', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const store = open({ log: new MemoryLog(disk) });
    for (let at = 0; at < 12; at += 1) {
      store.append(
        Array.from({ length: 100 }, (_, index) => put(`k${index}`, at)),
        'person',
      );
      await store.flush();
    }
    expect(disk.content.tail).toHaveLength(200);
    expect(disk.content.snapshots['values']?.version).toBe(1);
    expect(disk.content.snapshots['windows']).toBeUndefined();
    const again = open({ log: new MemoryLog(disk) });
    await again.ready;
    expect(again.state(values).value).toEqual(store.state(values).value);
  });

  it('does not snapshot more often than the state has entries', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const heavy = { ...values, weight: (): number => 1500 };
    const store = open({ log: new MemoryLog(disk), projections: [heavy] });
    store.append(
      Array.from({ length: 1400 }, (_, index) => put(`k${index}`, 1)),
      'person',
    );
    await store.flush();
    expect(disk.content.tail).toHaveLength(1400);
    store.append(
      Array.from({ length: 100 }, (_, index) => put(`k${index}`, 2)),
      'person',
    );
    await store.flush();
    expect(disk.content.tail).toHaveLength(0);
  });

  it('T12: types it does not know are kept through a compaction', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const unknown = { type: 'FromTheFuture', data: {} } as unknown as TestEvent;
    const seeding = new MemoryLog(disk);
    await seeding.append([{ seq: 1, origin: 'future' as TabId, at: 1, cause: 'box', event: unknown }]);
    const store = open({ log: new MemoryLog(disk) });
    store.append(
      Array.from({ length: 1000 }, () => put('k', 1)),
      'person',
    );
    await store.flush();
    expect(disk.content.tail.map(({ event }) => event.type)).toEqual(['FromTheFuture']);
  });

  it('an upgraded projection reads the older saved form; a newer or impossible one starts anew', async () => {
    const disk = new MemoryDisk<TestEvent>();
    disk.content = { snapshots: { values: { version: 1, state: new Map([['a', 5]]) } }, covered: {}, tail: [] };
    const second = {
      ...values,
      version: 2,
      upgrade: (saved: unknown, from: number): unknown =>
        from === 1 && saved instanceof Map
          ? new Map(
              [...saved].map(([key, value]: [string, number]) => [
                key,
                { value, stamp: { at: 0, origin: '', seq: 0 } },
              ]),
            )
          : null,
    };
    const young = open({ log: new MemoryLog(disk), projections: [second] });
    await young.ready;
    expect(plain(young.state(second).value)).toEqual({ a: 5 });
    const third = { ...values, version: 3 };
    const forgetful = open({ log: new MemoryLog(disk), projections: [third] });
    await forgetful.ready;
    expect(forgetful.state(third).value.size).toBe(0);
    const old = open({ log: new MemoryLog(disk), projections: [{ ...values, version: 0 }] });
    await old.ready;
    expect(old.state({ ...values, version: 0 }).value.size).toBe(0);
  });

  it('an older page leaves the snapshot of a newer one alone, and what it adds', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const newer = { values: { version: 2, state: 'only the newer page reads this' } };
    disk.content = { snapshots: newer, covered: {}, tail: [] };
    const old = open({ log: new MemoryLog(disk) });
    await old.ready;
    const many = Array.from({ length: 1000 }, (_, index) => put(`k${index}`, 1));
    old.append(many, 'person');
    await old.flush();
    expect(disk.content.snapshots).toEqual(newer);
    expect(disk.content.tail).toHaveLength(1000);
    expect(old.health$.value).toBe('ok');
    await old.close();
  });

  it('a full storage is a state, facts stay in memory, and the next good write stores all of them', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const store = open({ log: new MemoryLog(disk) });
    await store.ready;
    disk.problem = 'full';
    store.append([put('a', 1)], 'person');
    await store.flush();
    expect(store.health$.value).toBe('full');
    expect(plain(store.state(values).value)).toEqual({ a: 1 });
    disk.problem = null;
    store.append([put('b', 2)], 'person');
    await store.flush();
    expect(store.health$.value).toBe('ok');
    expect(disk.content.tail).toHaveLength(2);
  });

  it('a log that cannot be read leaves an empty, working store', async () => {
    const disk = new MemoryDisk<TestEvent>();
    disk.problem = 'gone';
    const store = open({ log: new MemoryLog(disk) });
    store.append([put('a', 1)], 'person');
    await store.ready;
    expect(store.health$.value).toBe('gone');
    expect(plain(store.state(values).value)).toEqual({ a: 1 });
  });

  it('a log that throws something else is gone, too', async () => {
    const log = new MemoryLog<TestEvent>();
    log.load = () => Promise.reject(new TypeError('broken'));
    const store = open({ log });
    await store.ready;
    expect(store.health$.value).toBe('gone');
  });

  it('the hybrid clock never goes back: not when the clock jumps, not behind another tab', async () => {
    const air = new MemoryChannelHub();
    let now = 5000;
    const [a, b] = [
      open({ channel: air.join(), clock: { now: () => now } }),
      open({ channel: air.join(), clock: { now: () => 10 } }),
    ];
    await Promise.all([a.ready, b.ready]);
    const first = a.append([put('a', 1)], 'person')[0];
    now = 4000;
    const second = a.append([put('a', 2)], 'person')[0];
    const third = b.append([put('a', 3)], 'person')[0];
    expect(first?.at).toBe(5000);
    expect(second?.at).toBeGreaterThan(5000);
    expect(first !== undefined && second !== undefined && isLater(second, first)).toBe(true);
    expect(second !== undefined && third !== undefined && isLater(third, second)).toBe(true);
    expect(plain(a.state(values).value)).toEqual({ a: 3 });
  });

  it('a state asked for without registration begins from its initial value and follows from then on', () => {
    const store = open({ projections: [] });
    store.append([{ type: 'Opened', data: { key: 'early' } }], 'person');
    const late = store.state(windows);
    expect(late.value).toEqual([]);
    store.append([{ type: 'Opened', data: { key: 'now' } }], 'person');
    expect(late.value).toEqual(['now']);
    expect(store.saved()).toEqual({ windows: { version: 1, state: ['now'] } });
  });
});

describe('event stores of several tabs', () => {
  const pair = async (disk = new MemoryDisk<TestEvent>(), air = new MemoryChannelHub()) => {
    const a = open({ channel: air.join(), log: new MemoryLog(disk) });
    const b = open({ channel: air.join(), log: new MemoryLog(disk) });
    await Promise.all([a.ready, b.ready]);
    return { a, b, disk, air };
  };

  it('durable and ephemeral facts reach the other tab, session facts do not; only the origin stores', async () => {
    const { a, b, disk } = await pair();
    a.append([put('a', 1), { type: 'Opened', data: { key: 'w' } }, { type: 'Polled', data: { value: 3 } }], 'box');
    expect(plain(b.state(values).value)).toEqual({ a: 1 });
    expect(b.state(polled).value.last).toBe(3);
    expect(b.state(windows).value).toEqual([]);
    await Promise.all([a.flush(), b.flush()]);
    expect(disk.content.tail).toHaveLength(1);
  });

  it('messages that arrive while history loads wait for it and are applied once', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const air = new MemoryChannelHub();
    const a = open({ channel: air.join(), log: new MemoryLog(disk) });
    await a.ready;
    a.append([put('a', 1)], 'person');
    await a.flush();
    const b = open({ channel: air.join(), log: new MemoryLog(disk) });
    a.append([put('b', 2)], 'person');
    expect(b.state(values).value.size).toBe(0);
    const batches: number[] = [];
    b.batches$.subscribe((batch) => batches.push(batch.length));
    await b.ready;
    expect(plain(b.state(values).value)).toEqual({ a: 1, b: 2 });
    expect(batches).toEqual([1]);
  });

  it('a newcomer gets what was not stored yet, and the ephemeral states from the leading tab', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const air = new MemoryChannelHub();
    const a = open({ channel: air.join(), log: new MemoryLog(disk) });
    await a.ready;
    a.lead(true);
    a.append([put('a', 1), { type: 'Polled', data: { value: 7 } }], 'box');
    const b = open({ channel: air.join(), log: new MemoryLog(disk) });
    await b.ready;
    expect(plain(b.state(values).value)).toEqual({ a: 1 });
    expect(b.state(polled).value).toEqual({ last: 7 });
    a.append([{ type: 'Polled', data: { value: 8 } }], 'box');
    const c = open({ channel: air.join(), log: new MemoryLog(disk) });
    await c.ready;
    expect(b.state(polled).value).toEqual({ last: 8 });
    expect(c.state(polled).value).toEqual({ last: 8 });
  });

  it('a tab that another one hid still gives it the passing states, and none once the person has signed out', async () => {
    const air = new MemoryChannelHub();
    const a = open({ channel: air.join() });
    await a.ready;
    a.lead(true);
    a.append([{ type: 'Polled', data: { value: 7 } }], 'box');
    a.lead(false);
    const b = open({ channel: air.join() });
    await b.ready;
    expect(b.state(polled).value).toEqual({ last: 7 });
    a.forget();
    const c = open({ channel: air.join() });
    await c.ready;
    expect(c.state(polled).value).toEqual({ last: 0 });
  });

  it('takes the leading tab’s states once, and none after a thousand passing facts of its own', async () => {
    const air = new MemoryChannelHub();
    const a = open({ channel: air.join() });
    await a.ready;
    a.lead(true);
    a.append([{ type: 'Polled', data: { value: 1 } }], 'box');
    const [b, c] = [open({ channel: air.join() }), open({ channel: air.join() })];
    const many = (count: number) =>
      c.append(
        Array.from({ length: count }, (_, index): TestEvent => ({ type: 'Polled', data: { value: 10 + index } })),
        'box',
      );
    many(1000);
    await Promise.all([b.ready, c.ready]);
    expect(b.state(polled).value.last).toBe(1009);
    expect(c.state(polled).value.last).toBe(1009);
    const d = open({ channel: air.join() });
    d.append(
      Array.from({ length: 1001 }, (): TestEvent => ({ type: 'Polled', data: { value: 5 } })),
      'box',
    );
    const heard = vi.fn();
    await d.ready;
    d.state(polled).subscribe(heard);
    air.join().post({ kind: 'state', schema: 1, from: 'x', to: d.origin, states: {}, heard: {} });
    air.join().post({ kind: 'state', schema: 1, from: 'x', to: b.origin, states: {}, heard: {} });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(b.state(polled).value.last).toBe(5);
    expect(d.state(polled).value.last).toBe(5);
  });

  it('A6: an older tab that hears a newer one asks for a reload, stops writing, and ignores what it cannot read', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const air = new MemoryChannelHub();
    const old = open({ channel: air.join(), log: new MemoryLog(disk), schema: 1 });
    await old.ready;
    const young = open({ channel: air.join(), log: new MemoryLog(disk), schema: 2 });
    await young.ready;
    expect(old.health$.value).toBe('outdated');
    const said: unknown[] = [];
    air.join().messages$.subscribe((message) => said.push(message));
    old.append([put('a', 1)], 'person');
    await old.flush();
    expect(disk.content.tail).toHaveLength(0);
    expect(said).toEqual([]);
    expect(young.state(values).value.size).toBe(0);
    young.append([put('b', 1)], 'person');
    expect(plain(old.state(values).value)).toEqual({ a: 1 });
    expect(young.health$.value).toBe('ok');
  });

  it('a log that is taken over by a newer page asks for a reload', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const store = open({ log: new MemoryLog(disk) });
    await store.ready;
    disk.outdate();
    expect(store.health$.value).toBe('outdated');
  });

  it('a sign-out ends what is stored, what an older page saved too, and what another tab writes when it closes after it', async () => {
    const [disk, air] = [new MemoryDisk<TestEvent>(), new MemoryChannelHub()];
    const tab = () => open({ log: new MemoryLog(disk), channel: air.join() });
    const [first, second] = [tab(), tab()];
    await Promise.all([first.ready, second.ready]);
    first.append([put('a', 1)], 'person');
    await first.flush();
    const old = { version: 1, state: 'an older page' };
    disk.content = { ...disk.content, snapshots: { values: { version: 1, state: new Map() }, old } };
    second.append([put('b', 2)], 'person');
    first.forget();
    await first.close();
    expect([disk.content.snapshots, disk.content.tail]).toEqual([{}, []]);
    await second.close();
    expect([disk.content.snapshots, disk.content.tail]).toEqual([{}, []]);
  });

  it('a tab that is closing already when it hears of the sign-out forgets as well', async () => {
    const [disk, air] = [new MemoryDisk<TestEvent>(), new MemoryChannelHub()];
    const tab = () => open({ log: new MemoryLog(disk), channel: air.join() });
    const [leaving, other] = [tab(), tab()];
    await Promise.all([leaving.ready, other.ready]);
    leaving.append([put('a', 1)], 'person');
    const closing = leaving.close();
    other.forget();
    await closing;
    expect([disk.content.snapshots, disk.content.tail]).toEqual([{}, []]);
  });

  it('storage that cannot forget is told like one that cannot store', async () => {
    const disk = new MemoryDisk<TestEvent>();
    const store = open({ log: new MemoryLog(disk) });
    await store.ready;
    store.forget();
    disk.problem = 'gone';
    await store.close();
    expect(store.health$.value).toBe('gone');
  });
});
