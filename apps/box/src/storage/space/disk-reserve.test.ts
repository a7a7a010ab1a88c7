import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileOperations } from '../../features/files/file-operations.ts';
import { createJournal, journalMigrations } from '../journal/journal.ts';
import { Undo } from '../journal/undo.ts';
import { openDatabase } from '../../store/database.ts';
import { TrashBins } from '../../features/trash/trash-bins.ts';
import { Trash } from '../../features/trash/trash.ts';
import { TrashTable, trashMigrations } from '../../features/trash/trash-table.ts';
import { callerFor, moveMigrations, Vault } from '../vault/index.ts';
import { noReserve, RESERVE_CHUNK_BYTES, DiskReserve, reserveFolders } from './disk-reserve.ts';

const ann = callerFor('ann');
/** Only root can mount; other users cannot create a full disk. */
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

describe.skipIf(!canMount)('a disk that is full', () => {
  let disk = '';
  const at = (path: string) => join(disk, path);
  const free = (): number => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  /** Fills the disk, as another program may. */
  const fill = (): void => {
    writeFileSync(at('filler'), Buffer.alloc(free()));
    expect(free()).toBe(0);
  };
  const reserveOf = (pieces: number) =>
    new DiskReserve({ folders: reserveFolders(at('.boxwood'), [at('usb1')]), chunks: pieces });
  const boxOf = (reserve: DiskReserve) => {
    const database = openDatabase(at('.boxwood/box.sqlite'), {
      migrations: [...moveMigrations, ...journalMigrations, ...trashMigrations],
      makeRoom: () => reserve.release(),
    });
    const vault = new Vault({ database, volumes: [{ mountDir: '/mnt/usb1', root: at('usb1'), kind: 'data' }] });
    const journal = createJournal(database, () => 0);
    const bins = new TrashBins({ vault, table: new TrashTable(database), now: () => 0 });
    const trash = new Trash({ bins, vault, journal, reserve });
    return { database, vault, bins, trash, journal, undo: new Undo({ journal, vault, bins, reserve }) };
  };
  const wire = (name: string) => `/mnt/usb1/ann/${name}`;

  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'boxwood-reserve-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', disk]);
    mkdirSync(at('usb1/ann'), { recursive: true });
  });
  afterEach(() => {
    spawnSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });

  it('pieces are made, given to a full disk one by one, and taken back; never more than half of what is free', () => {
    const reserve = reserveOf(8);
    expect(reserve.release()).toBe(false);
    reserve.fill();
    expect([reserve.bytes, reserve.targetBytes]).toEqual([6 * RESERVE_CHUNK_BYTES, 8 * RESERVE_CHUNK_BYTES]);
    expect(reserve.release()).toBe(false);
    fill();
    expect(reserve.release()).toBe(true);
    expect(free()).toBe(RESERVE_CHUNK_BYTES);
    expect(reserve.release()).toBe(false);
    rmSync(at('filler'));
    // A power failure truncated one chunk.
    truncateSync(at('.boxwood/reserve/01'), 0);
    expect(reserve.bytes).toBe(4 * RESERVE_CHUNK_BYTES);
    reserve.fill(1);
    expect(reserve.bytes).toBe(5 * RESERVE_CHUNK_BYTES);
    reserve.fill();
    expect(reserve.bytes).toBe(8 * RESERVE_CHUNK_BYTES);
    reserve.releaseForStart();
    expect(reserve.bytes).toBe(8 * RESERVE_CHUNK_BYTES);
    fill();
    reserve.releaseForStart();
    expect([reserve.bytes, free()]).toEqual([4 * RESERVE_CHUNK_BYTES, 4 * RESERVE_CHUNK_BYTES]);
  });

  it('a volume on a disk of its own has a reserve of its own', () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', at('usb1')]);
    expect(reserveFolders(at('.boxwood'), [at('usb1'), at('other')])).toEqual([
      at('.boxwood/reserve'),
      at('usb1/.boxwood/reserve'),
    ]);
    spawnSync('umount', ['-l', at('usb1')]);
  });

  it('with not a byte left things are removed, brought back, undone and deleted, as often as one likes', async () => {
    const reserve = reserveOf(8);
    const { database, trash, undo, journal } = boxOf(reserve);
    for (let n = 0; n < 20; n += 1) {
      mkdirSync(at(`usb1/ann/${n}`));
      writeFileSync(at(`usb1/ann/${n}/a.txt`), 'a');
    }
    reserve.fill();
    fill();
    for (let n = 0; n < 20; n += 1) {
      expect(await trash.put(ann, [wire(`${n}/a.txt`), wire(String(n))])).toMatchObject({ failed: [] });
      await undo.undo(ann, null);
      await undo.redo(ann, null);
      const item = trash.list(ann).find(({ name }) => name === String(n));
      expect(await trash.restore(ann, [item?.id ?? ''])).toEqual({ failed: [] });
      expect(await trash.put(ann, [wire(String(n))])).toMatchObject({ failed: [] });
    }
    expect(readdirSync(at('usb1/ann'))).toEqual(['.Trash']);
    expect(await trash.clear(ann)).toBe(40);
    expect(readdirSync(at('usb1/ann/.Trash'))).toEqual([]);
    expect(journal.count('ann')).toBe(61);
    database.close();
  });

  it('a volume that is full beside a database that has room: removing, undoing and repeating find room there as well', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', at('usb1')]);
    const reserve = reserveOf(4);
    const { trash, undo, database } = boxOf(reserve);
    reserve.fill();
    /** No byte is free on the volume, even after repeated release of chunks. */
    const fillVolume = () => {
      const { bavail, bsize } = statfsSync(at('usb1'));
      writeFileSync(at('usb1/filler'), Buffer.alloc(bavail * bsize), { flag: 'a' });
    };
    mkdirSync(at('usb1/ann'));
    writeFileSync(at('usb1/ann/a'), 'a');
    fillVolume();
    expect(await trash.put(ann, [wire('a')])).toMatchObject({ failed: [] });
    await undo.undo(ann, null);
    fillVolume();
    await undo.redo(ann, null);
    expect(readdirSync(at('usb1/ann'))).toEqual(['.Trash']);
    database.close();
    spawnSync('umount', ['-l', at('usb1')]);
  });

  it('without a reserve nothing can be moved into a bin, and everything can still be deleted; the records follow when there is room', async () => {
    const { database, vault, bins, trash, journal } = boxOf(noReserve);
    const operations = new FileOperations({ vault, journal });
    for (const name of ['a', 'b', 'c', 'd/e']) {
      mkdirSync(at(`usb1/ann/${name}/..`), { recursive: true });
      writeFileSync(at(`usb1/ann/${name}`), '');
    }
    await trash.put(ann, [wire('a'), wire('b')]);
    fill();
    // Writes that fit into existing pages succeed; at some point there are none.
    const isFull = (): boolean => {
      try {
        database.run('insert into vault_moves (source, target, ino) values (?, ?, ?)', 'x'.repeat(3000), '', '');
        return false;
      } catch {
        return true;
      }
    };
    for (let n = 0; n < 1000 && !isFull(); n += 1);
    await expect(trash.put(ann, [wire('c')])).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(at('usb1/ann'))).toContain('c');
    expect(await trash.clear(ann)).toBe(2);
    expect(await operations.remove(ann, [wire('c'), wire('d')])).toEqual({ failed: [] });
    expect(readdirSync(at('usb1/ann'))).toEqual(['.Trash']);
    expect(readdirSync(at('usb1/ann/.Trash')).filter((name) => !name.endsWith('.info'))).toEqual([]);
    rmSync(at('filler'));
    await bins.reconcile();
    expect([trash.list(ann), readdirSync(at('usb1/ann/.Trash'))]).toEqual([[], []]);
    database.close();
  });

  it('what runs within the reserve is repeated for as long as there are pieces, and only when the disk was full', async () => {
    const reserve = reserveOf(2);
    reserve.fill();
    fill();
    let tries = 0;
    const write = () => {
      tries += 1;
      writeFileSync(at(`out${tries}`), Buffer.alloc(RESERVE_CHUNK_BYTES / 2));
      return Promise.resolve();
    };
    for (let n = 0; n < 4; n += 1) await reserve.within(write);
    expect(tries).toBe(6);
    await expect(reserve.within(write)).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(reserve.within(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
  });
});
