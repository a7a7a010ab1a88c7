import type { Faults } from '../faults.ts';
import type { Files } from '../files/files.ts';
import { createRest, REST_MS, whenQuiet } from '../memory.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { RunEnd } from '../runtime/timetable.ts';
import type { Unlocked } from '../safe/unlocks.ts';
import type { Database } from '../store/database.ts';
import type { Reserve } from './reserve.ts';

interface Needs {
  readonly faults: Faults;
  readonly reserve: Reserve;
  readonly database: Database;
  readonly files: Files;
  readonly unlocks: Unlocked;
  readonly jobs: Jobs;
}

/** Maintenance of a box that runs for months: keeps free space on disk and memory use low. */
export const upkeepFeature = defineFeature({
  make: ({ faults, reserve, database, files, unlocks, jobs }: Needs, scope) => {
    scope.defer(
      whenQuiet((afterWork) => {
        if (afterWork) database.shrink();
        return [files.snapshots.rest(), files.pages.rest()].includes(true);
      }),
    );
    const upkeep = (): RunEnd => {
      // Each step runs even if another one fails because of a full disk.
      const faulty = [() => jobs.settle(), () => unlocks.settle(), () => reserve.fill(1)].filter((step) => {
        try {
          step();
          return false;
        } catch (fault) {
          faults.note(fault, 'upkeep');
          return true;
        }
      });
      return faulty.length === 0 ? 'done' : 'failed';
    };
    return {
      value: {},
      handlers: {},
      schedule: [
        { name: 'memory', everyMs: REST_MS, run: createRest() },
        { name: 'upkeep', everyMs: 10_000, run: upkeep },
      ],
    };
  },
});
