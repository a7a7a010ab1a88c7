import { rmSync } from 'node:fs';
import { Database } from './database.ts';
import type { Migration } from './migrations.ts';

/** Opens a database of what can be made again from the disk: one that does not open is not repaired but begun anew. */
export const openDerived = (file: string, migrations: readonly Migration[]): Database => {
  try {
    return new Database(file, { migrations });
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    return new Database(file, { migrations });
  }
};
