import type { DevStatus, Partition } from '@boxwood/box-sdk';
import type { PortResult } from '../outcome.ts';

/** The calls of the monitor. */
export interface MonitorPort {
  status(): PortResult<DevStatus>;
  disks(): PortResult<readonly Partition[]>;
}
