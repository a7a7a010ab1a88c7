/** A recycle bin with items of two volumes. */
import { noReserve } from '../../storage/space/disk-reserve.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createJournal, type Journal, journalMigrations } from '../../storage/journal/journal.ts';
import { callerFor, refusalCodeOf } from '../../storage/vault/index.ts';
import { type TestVault, createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { TrashBins } from './trash-bins.ts';
import { TrashTable, trashMigrations } from './trash-table.ts';
import { Trash } from './trash.ts';

/** The box of the current test, and its recycle bin. */
export let box: TestVault;
export let bins: TrashBins;
export let trash: Trash;
export let journal: Journal;

/** The time of the box. Each reading adds a second. */
export const clock = { ms: 1_000_000 };
export const ann = callerFor('ann');
export const bob = callerFor('bob');
export const admin = { ...callerFor('root1'), admin: true };
export const real = (path: string) => join(box.root, path);
export const write = (path: string, text = path) => {
  mkdirSync(join(real(path), '..'), { recursive: true });
  writeFileSync(real(path), text);
};
export const refused = async (work: Promise<unknown>): Promise<number> => work.then(() => 0, refusalCodeOf);

/** Gives every test of the calling file a box of its own. */
export const setUpTrash = (): void => {
  beforeEach(() => {
    box = createTestVault([...journalMigrations, ...trashMigrations]);
    const now = () => (clock.ms += 1000);
    journal = createJournal(box.database, now);
    bins = new TrashBins({ vault: box.vault, table: new TrashTable(box.database), now });
    trash = new Trash({ bins, vault: box.vault, journal, reserve: noReserve });
    write('usb1/ann/a.txt');
    write('usb1/ann/folder/b.txt');
    write('usb2/ann/c.txt');
    write('usb1/shared-files/p.txt');
  });
  afterEach(() => box.remove());
};
