import type { Faults } from '../../platform/faults.ts';
import type { Files } from '../../features/files/files.ts';
import { createIdleCheck, IDLE_CHECK_INTERVAL_MS, onIdle } from '../../platform/idle-memory.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Jobs } from '../../runtime/jobs.ts';
import type { RunEnd } from '../../runtime/timetable.ts';
import type { UnlockedAreas } from '../../features/safe/unlocked-areas.ts';
import type { Database } from '../../store/database.ts';
import type { DiskReserve } from './disk-reserve.ts';

interface UpkeepFeatureDeps {
  readonly faults: Faults;
  readonly reserve: DiskReserve;
  readonly database: Database;
  readonly files: Files;
  readonly unlocks: UnlockedAreas;
  readonly jobs: Jobs;
}

/** Maintenance of a box that runs for months: keeps free space on disk and memory use low. */
export const upkeepFeature = defineFeature({
  make: ({ faults, reserve, database, files, unlocks, jobs }: UpkeepFeatureDeps, scope) => {
    scope.defer(
      onIdle((afterWork) => {
        if (afterWork) database.shrink();
        return [files.snapshots.trimCaches(), files.pages.trimCaches()].includes(true);
      }),
    );
    const upkeep = (): RunEnd => {
      // Each step runs even if another one fails because of a full disk.
      const failedSteps = [() => jobs.flush(), () => unlocks.lockIdle(), () => reserve.fill(1)].filter((step) => {
        try {
          step();
          return false;
        } catch (fault) {
          faults.note(fault, 'upkeep');
          return true;
        }
      });
      return failedSteps.length === 0 ? 'done' : 'failed';
    };
    return {
      value: {},
      handlers: {},
      schedule: [
        { name: 'memory', everyMs: IDLE_CHECK_INTERVAL_MS, run: createIdleCheck() },
        { name: 'upkeep', everyMs: 10_000, run: upkeep },
      ],
    };
  },
});
