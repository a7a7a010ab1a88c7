import { session } from '../events/event-kinds.ts';
import type { BoxProblems, DiskSpace, Sample } from './monitor.ts';

/** Readings of the box status, and failed ones. */
export const monitorEvents = {
  SampleTaken: session<{
    readonly sample: Sample;
    readonly runTime: number;
    readonly boxTime: number;
    readonly trouble: BoxProblems;
  }>(),
  SampleMissed: session<{ readonly at: number }>(),
  DisksMeasured: session<{ readonly disks: readonly DiskSpace[] }>(),
};
