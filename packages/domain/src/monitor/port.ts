import type { DevStatus, Partition } from '@boxwood/box-sdk';
import type { Answer } from '../outcome.ts';

/** The calls of the monitor. */
export interface MonitorPort {
  status(): Answer<DevStatus>;
  disks(): Answer<readonly Partition[]>;
}
