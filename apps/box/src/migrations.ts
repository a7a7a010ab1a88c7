import { mountMigrations } from './disks/mount-watch.ts';
import { renameMigrations } from './files/renames.ts';
import { fileMigrations } from './files/tables.ts';
import { identityMigrations } from './identity/tables.ts';
import { journalMigrations } from './journal/journal.ts';
import { shareMigrations } from './shares/index.ts';
import { workMigrations } from './tasks/work.ts';
import { photoMigrations } from './photos/tables.ts';
import { timetableMigrations } from './runtime/timetable.ts';
import { transferMigrations } from './transfers/index.ts';
import { moveMigrations } from './vault/index.ts';

/** The schema of the box's database, feature by feature. */
export const boxMigrations = [
  ...identityMigrations,
  ...moveMigrations,
  ...journalMigrations,
  ...fileMigrations,
  ...renameMigrations,
  ...transferMigrations,
  ...workMigrations,
  ...shareMigrations,
  ...mountMigrations,
  ...timetableMigrations,
  ...photoMigrations,
];
