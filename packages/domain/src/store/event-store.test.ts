import { Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it, vi } from 'vitest';
import { MemoryChannelHub } from '../testing/memory-channel-hub.ts';
import { MemoryDisk, MemoryLog } from './memory-log.ts';
import { isLater, type TabId } from './recorded.ts';
import { type TestEvent, values, windows, polled, put, plain, open } from '../testing/event-store-fixture.ts';

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
