import { describe, expect, it, vi } from 'vitest';
import { MemoryChannelHub } from '../testing/memory-channel-hub.ts';
import { MemoryDisk, MemoryLog } from './memory-log.ts';
import { type TestEvent, values, windows, polled, put, plain, open } from '../testing/event-store-fixture.ts';

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
