import type { TimerClock } from '../../platform/clock.ts';
import type { Faults } from '../../platform/faults.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Timetable } from '../../runtime/timetable.ts';
import type { DiskReserve } from '../../storage/space/disk-reserve.ts';
import { monitorHandlers } from './handlers.ts';
import { ProcessMonitor } from './processes.ts';
import { MachineSampler } from './machine-sampler.ts';

interface MonitorFeatureDeps {
  readonly clock: TimerClock;
  readonly faults: Faults;
  readonly reserve: DiskReserve;
  readonly timetable: Timetable;
  readonly listening: { readonly port: number };
}

export const monitorFeature = defineFeature({
  make: ({ clock, faults, reserve, timetable, listening }: MonitorFeatureDeps) => ({
    value: {},
    handlers: {
      monitor: monitorHandlers({
        sampler: new MachineSampler(clock),
        processes: new ProcessMonitor(clock, () => listening.port),
        faults,
        reserve,
        timetable,
      }),
    },
  }),
});
