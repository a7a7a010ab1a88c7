import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TrashBins } from '../../features/trash/trash-bins.ts';
import { TrashTable, trashMigrations } from '../../features/trash/trash-table.ts';
import { noReserve } from '../space/disk-reserve.ts';
import { Trash } from '../../features/trash/trash.ts';
import type { Migration } from '../../store/migrations.ts';
import { type TestVault, createTestVault } from '../vault/vault-test-helpers.ts';
import { createJournal, type Journal, journalMigrations } from './journal.ts';
import { Undo } from './undo.ts';

/** Journal, bins and undo over a temporary vault, for tests. */
export interface JournalTestBox extends TestVault {
  readonly journal: Journal;
  readonly bins: TrashBins;
  readonly trash: Trash;
  readonly undo: Undo;
}

/** @param now epoch milliseconds */
export function testBox(now: () => number, migrations: readonly Migration[] = []): JournalTestBox {
  const box = createTestVault([...journalMigrations, ...trashMigrations, ...migrations]);
  const journal = createJournal(box.database, now);
  const bins = new TrashBins({ vault: box.vault, table: new TrashTable(box.database), now });
  const trash = new Trash({ bins, vault: box.vault, journal, reserve: noReserve });
  const undo = new Undo({ journal, vault: box.vault, bins, reserve: noReserve });
  return { ...box, journal, bins, trash, undo };
}

/**
 * All entries below a real folder with kind, content and time, without recycle bins and internal folders of the box.
 */
export function snapshot(root: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, below)).sort()) {
    if (name === '.Trash' || name.startsWith('.boxwood')) continue;
    const path = join(below, name);
    const stat = lstatSync(join(root, path), { bigint: true });
    if (stat.isDirectory()) Object.assign(found, { [path]: 'folder' }, snapshot(root, path));
    else if (stat.isSymbolicLink()) found[path] = `link ${readlinkSync(join(root, path))}`;
    else
      found[path] = `${stat.mode.toString(8)} ${stat.mtimeNs / 1000n} ${createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')}`;
  }
  return found;
}
