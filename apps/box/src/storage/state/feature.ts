import { join } from 'node:path';
import { AccessLog } from '@boxwood/account';
import { ChangeFeed } from '../changes/change-feed.ts';
import { reportRowChanges } from '../changes/row-changes.ts';
import type { TimerClock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import { Faults } from '../../platform/faults.ts';
import { Facts } from '../../server/identity/facts.ts';
import { newSecret } from '../../server/identity/secrets.ts';
import type { Logger } from '../../platform/log.ts';
import { defineFeature } from '../../runtime/feature.ts';
import { Jobs } from '../../runtime/jobs.ts';
import { jobMigrations, JobTable } from '../../runtime/job-table.ts';
import { Timetable, timetableMigrations } from '../../runtime/timetable.ts';
import { DiskReserve, reserveFolders } from '../space/disk-reserve.ts';
import { FreeSpaceTracker } from '../space/free-space-tracker.ts';
import { Database } from '../../store/database.ts';
import type { Migration } from '../../store/migrations.ts';
import { bootId } from '../../features/transfers/index.ts';
import { ACCOUNT_ELSEWHERE, ACCOUNT_FACT } from './box-facts.ts';
import { backupsDirOf, databaseOf } from './state-paths.ts';
import { RollingBackups } from './rolling-backups.ts';
import { fingerprintOf, SECRET_FACT } from './box-secret.ts';

/** Services that exist before any feature. */
export interface StateFeatureDeps {
  readonly config: BoxConfig;
  readonly log: Logger;
  readonly clock: TimerClock;
  /** Tables of all features. */
  readonly migrations: readonly Migration[];
}

/** The base of every feature: database and disk space, timetable, job queue, and reporters of faults and changes. */
export const stateFeature = defineFeature({
  migrations: [...timetableMigrations, ...jobMigrations],
  make: ({ config, log, clock, migrations }: StateFeatureDeps, scope) => {
    const faults = new Faults(clock, log);
    const access = new AccessLog((what, record) => log.info(record, what));
    scope.defer(() => access.flush());
    const reserve = new DiskReserve({ folders: reserveFolders(config.stateDir, [join(config.dataDir, 'usb1')]) });
    const database = new Database(databaseOf(config.stateDir, 'box'), {
      makeRoom: () => reserve.release(),
      migrations,
    });
    scope.defer(() => database.close());
    reserve.fill();
    const timetable = new Timetable({ clock, database, onFault: (fault, name) => faults.note(fault, name) });
    scope.defer(() => timetable.close());
    const changes = new ChangeFeed();
    reportRowChanges(database, changes);
    /** Current boot of the machine; data staged in another boot is not trusted. */
    const boot = bootId(clock.now());
    const jobs = new Jobs({
      table: new JobTable(database),
      clock,
      boot,
      onFault: (fault, where) => faults.note(fault, where),
      onChange: (area, owner) => changes.area(area, owner),
    });
    const facts = new Facts(database);
    facts.ensure('boxid', () => `bw${newSecret().slice(0, 14).toLowerCase()}`);
    // `openState` has compared it; an unused box may have a new secret.
    facts.setIfChanged(SECRET_FACT, fingerprintOf(config.boxSecret));
    facts.setIfChanged(ACCOUNT_FACT, config.accountUrl === null ? 'embedded' : ACCOUNT_ELSEWHERE);
    return {
      value: {
        faults,
        access,
        reserve,
        database,
        timetable,
        jobs,
        boot,
        changes,
        facts,
        room: new FreeSpaceTracker(),
      },
      handlers: {},
    };
  },
});

interface BackupFeatureDeps extends Pick<StateFeatureDeps, 'config' | 'log' | 'clock'> {
  readonly database: Database;
}

/** Automatic backups of the databases. */
export const backupFeature = defineFeature({
  make: ({ config, log, clock, database }: BackupFeatureDeps, scope) => {
    const backups = new RollingBackups({
      database,
      clock,
      log,
      stateDir: config.stateDir,
      into: backupsDirOf(config.dataDir),
    });
    scope.defer(() => backups.close());
    return {
      value: { backups },
      handlers: {},
      schedule: [{ name: 'backup', everyMs: 60_000, run: () => backups.runIfDue() }],
    };
  },
});
