import { expect, it } from 'vitest';
import type { EventLog } from './event-log.ts';
import type { DomainEvent, Recorded, TabId } from './recorded.ts';

const entry = (seq: number, origin = 'a'): Recorded => ({
  seq,
  origin: origin as TabId,
  at: seq,
  cause: 'person',
  event: { type: seq % 10 === 0 ? 'FromTheFuture' : 'Counted', data: { seq, list: new Map([[seq, 'x']]) } },
});

/** Every log must pass this. `open` returns another log on the same history, as another tab would have. */
export const eventLogContract = (open: () => EventLog<DomainEvent>): void => {
  it('begins empty', async () => {
    expect(await open().load()).toEqual({ snapshots: {}, covered: {}, tail: [] });
  });

  it('returns what was appended, in order, from every tab, and counts it', async () => {
    const [one, two] = [open(), open()];
    expect(await one.append([entry(1), entry(2)])).toBe(2);
    expect(await two.append([entry(1, 'b')])).toBe(3);
    expect(await one.append([entry(3)])).toBe(4);
    expect((await two.load()).tail).toEqual([entry(1), entry(2), entry(1, 'b'), entry(3)]);
  });

  it('hands out copies: a change of what was given or returned changes nothing stored', async () => {
    const log = open();
    const given = [entry(1)];
    await log.append(given);
    given.pop();
    const { tail } = await log.load();
    Reflect.set(tail[0] ?? {}, 'seq', 99);
    expect((await log.load()).tail[0]?.seq).toBe(1);
  });

  it('compacts: snapshots replace the events they cover, coverage is remembered, unknown types stay', async () => {
    const log = open();
    await log.append(Array.from({ length: 25 }, (_, index) => entry(index + 1)));
    await open().append([entry(7, 'b')]);
    await log.compact(
      (content) => ({ count: { version: 1, state: content.tail.length } }),
      (event) => event.type === 'FromTheFuture',
    );
    const content = await open().load();
    expect(content.snapshots).toEqual({ count: { version: 1, state: 26 } });
    expect(content.covered).toEqual({ a: 25, b: 7 });
    expect(content.tail).toEqual([entry(10), entry(20)]);
    expect(await log.append([entry(26)])).toBe(3);
  });

  it('what a compaction leaves out is not remembered any more', async () => {
    const log = open();
    await log.append([entry(1)]);
    const keeps = () => false;
    await log.compact(() => ({ names: { version: 1, state: 'a' }, count: { version: 1, state: 1 } }), keeps);
    await log.append([entry(2)]);
    await log.compact(() => ({ count: { version: 1, state: 2 } }), keeps);
    expect((await open().load()).snapshots).toEqual({ count: { version: 1, state: 2 } });
    await log.compact(() => ({}), keeps);
    const { snapshots, tail } = await open().load();
    expect([snapshots, tail]).toEqual([{}, []]);
  });

  it('compacts again on top of the last snapshot', async () => {
    const log = open();
    const sum = (): Promise<void> =>
      log.compact(
        (content) => ({
          count: { version: 1, state: Number(content.snapshots['count']?.state ?? 0) + content.tail.length },
        }),
        () => false,
      );
    await log.append([entry(1), entry(2)]);
    await sum();
    await log.append([entry(3)]);
    await sum();
    expect(await log.load()).toEqual({ snapshots: { count: { version: 1, state: 3 } }, covered: { a: 3 }, tail: [] });
  });

  it('a compaction that throws leaves everything as it was', async () => {
    const log = open();
    await log.append([entry(1)]);
    await expect(
      log.compact(
        () => {
          throw new Error('projection failed');
        },
        () => false,
      ),
    ).rejects.toThrow();
    expect((await open().load()).tail).toEqual([entry(1)]);
  });

  it('all or nothing: a batch with an event that cannot be stored leaves nothing of it', async () => {
    const log = open();
    const poison: Recorded = { ...entry(2), event: { type: 'Counted', data: { run: () => undefined } } };
    await expect(log.append([entry(1), poison, entry(3)])).rejects.toThrow();
    await expect(log.append([entry(1), poison, entry(3)])).rejects.toThrow();
    expect((await open().load()).tail).toEqual([]);
    expect(await log.append([entry(1)])).toBe(1);
  });

  it('a compaction that cannot be stored leaves the old snapshots: with the events still there the new ones would count twice', async () => {
    const log = open();
    await log.append([entry(1), entry(2)]);
    await expect(
      log.compact(
        () => ({ good: { version: 1, state: 2 }, bad: { version: 1, state: () => undefined } }),
        () => false,
      ),
    ).rejects.toThrow();
    expect(await open().load()).toEqual({ snapshots: {}, covered: {}, tail: [entry(1), entry(2)] });
  });

  it('a compaction that declines changes nothing', async () => {
    const log = open();
    await log.append([entry(1)]);
    await log.compact(
      () => null,
      () => false,
    );
    expect(await open().load()).toEqual({ snapshots: {}, covered: {}, tail: [entry(1)] });
  });

  it('a page that writes still keeps its coverage, however many came after it', async () => {
    const log = open();
    const compact = (): Promise<void> =>
      log.compact(
        () => ({}),
        () => false,
      );
    await log.append([entry(1, 'long-lived'), ...Array.from({ length: 40 }, (_, index) => entry(1, `page-${index}`))]);
    await compact();
    await log.append([...Array.from({ length: 40 }, (_, index) => entry(1, `late-${index}`)), entry(2, 'long-lived')]);
    await compact();
    expect((await log.load()).covered).toMatchObject({ 'long-lived': 2 });
  });

  it('remembers the coverage of the latest 64 pages only', async () => {
    const log = open();
    await log.append(Array.from({ length: 70 }, (_, index) => entry(1, `page-${index}`)));
    await log.compact(
      () => ({}),
      () => false,
    );
    const { covered } = await log.load();
    expect(Object.keys(covered)).toHaveLength(64);
    expect(covered['page-69']).toBe(1);
  });
};
