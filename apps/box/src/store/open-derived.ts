import { rmSync } from 'node:fs';
import { Database } from './database.ts';
import type { Migration } from './migrations.ts';

/**
 * Opens a database of data that can be derived from the disk again: if it does not open, it is recreated instead of
 * repaired.
 */
export const openDerived = (file: string, migrations: readonly Migration[]): Database => {
  try {
    return new Database(file, { migrations });
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    return new Database(file, { migrations });
  }
};
