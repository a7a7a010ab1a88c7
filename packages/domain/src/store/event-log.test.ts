import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LogError } from './event-log.ts';
import { eventLogContract } from './event-log.contract.ts';
import { IdbLog } from './idb-log.ts';
import { MemoryDisk, MemoryLog } from './memory-log.ts';
import type { DomainEvent, Recorded, TabId } from './recorded.ts';

const event = (seq: number): Recorded => ({
  seq,
  origin: 'a' as TabId,
  at: seq,
  cause: 'box',
  event: { type: 'Counted', data: {} },
});

describe('memory log', () => {
  let disk = new MemoryDisk<DomainEvent>();
  afterEach(() => {
    disk = new MemoryDisk();
  });
  eventLogContract(() => new MemoryLog(disk));

  it('tells its open logs when a newer page takes over, and refuses from then on', async () => {
    const log = new MemoryLog(disk);
    const outdated = vi.fn();
    log.onOutdated(outdated);
    disk.outdate();
    expect(outdated).toHaveBeenCalledOnce();
    await expect(log.append([event(1)])).rejects.toMatchObject({ problem: 'newer' });
    log.close();
    disk.outdate();
    expect(outdated).toHaveBeenCalledOnce();
  });
});

describe('IndexedDB log', () => {
  let name = `log-${Math.random()}`;
  const opened: IdbLog<DomainEvent>[] = [];
  const open = (schema = 1): IdbLog<DomainEvent> => {
    const log = new IdbLog<DomainEvent>(name, schema);
    opened.push(log);
    return log;
  };
  afterEach(async () => {
    for (const log of opened.splice(0)) log.close();
    await deleteDB(name);
    name = `log-${Math.random()}`;
  });
  eventLogContract(open);

  it('keeps events over a reload', async () => {
    const before = open();
    await before.append([event(1)]);
    before.close();
    expect((await open().load()).tail).toEqual([event(1)]);
  });

  it('T12: a page with a newer schema makes the older one stop; the older cannot open it again', async () => {
    const old = open(1);
    const outdated = vi.fn();
    old.onOutdated(outdated);
    await old.append([event(1)]);
    const young = open(2);
    expect((await young.load()).tail).toEqual([event(1)]);
    expect(outdated).toHaveBeenCalled();
    await expect(old.append([event(2)])).rejects.toMatchObject({ problem: 'newer' });
  });

  it('reads and counts what an older version stored one by one, and stores what is new together', async () => {
    const older = await openDB(name, 1, {
      upgrade: (db) => {
        db.createObjectStore('events', { autoIncrement: true });
        for (const store of ['snapshots', 'meta']) db.createObjectStore(store);
      },
    });
    for (const seq of [1, 2]) await older.add('events', { schema: 1, recorded: event(seq) });
    older.close();
    const log = open(2);
    expect((await log.load()).tail).toEqual([event(1), event(2)]);
    expect(await log.append([event(3), event(4), event(5)])).toBe(5);
    log.close();
    expect((await open(2).load()).tail.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    const db = await openDB(name, 2);
    expect(await db.count('events')).toBe(3);
    db.close();
  });

  it('says full when the browser has no room, gone for everything else', async () => {
    const log = open();
    await log.load();
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await expect(log.append([event(1)])).rejects.toMatchObject({ problem: 'full' });
    add.mockImplementation(() => {
      throw new Error('disk on fire');
    });
    await expect(log.append([event(1)])).rejects.toMatchObject({ problem: 'gone' });
    add.mockRestore();
    expect(new LogError('full', null).message).toBe('event log: full');
  });

  it('a log that was closed opens again when it is used', async () => {
    const log = open();
    await log.append([event(1)]);
    log.close();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(await log.append([event(2)])).toBe(2);
  });

  it('storage that could not be opened once is opened with the next call', async () => {
    const newer = await openDB(name, 5);
    newer.close();
    const log = open();
    await expect(log.append([event(1)])).rejects.toMatchObject({ problem: 'newer' });
    await deleteDB(name);
    expect(await log.append([event(1)])).toBe(1);
  });

  it('refuses a database that something else made under its name', async () => {
    const db = await openDB(name, 5);
    db.close();
    await expect(open(5).load()).rejects.toMatchObject({ problem: 'gone' });
  });
});
