import type { WakingClock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Timetable } from '../runtime/timetable.ts';
import type { Reserve } from '../space/reserve.ts';
import { monitorHandlers } from './handlers.ts';
import { Processes } from './processes.ts';
import { Sampler } from './sampler.ts';

interface Needs {
  readonly clock: WakingClock;
  readonly faults: Faults;
  readonly reserve: Reserve;
  readonly timetable: Timetable;
  readonly listening: { readonly port: number };
}

export const monitorFeature = defineFeature({
  make: ({ clock, faults, reserve, timetable, listening }: Needs) => ({
    value: {},
    handlers: {
      monitor: monitorHandlers({
        sampler: new Sampler(clock),
        processes: new Processes(clock, () => listening.port),
        faults,
        reserve,
        timetable,
      }),
    },
  }),
});
