import {
  GetDeviceStatus,
  GetProductInfo,
  GetPublicIp,
  ListInterfaces,
  ListProcesses,
  ListServices,
  ListTimetable,
  PowerOffBox,
  RebootBox,
  RestartNetwork,
  SetDate,
} from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { startNow, execute, mapRight, type Outcome, type LazyResult } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { boxDisks, type Disks } from './disks.ts';

export type ProductInfo = ResultOf<typeof GetProductInfo>;
export type NetworkInterface = ResultOf<typeof ListInterfaces>['list'][number];
export type PublicAddress = ResultOf<typeof GetPublicIp>;
export type ProcessRow = ResultOf<typeof ListProcesses>['list'][number];
export type ServiceRow = ResultOf<typeof ListServices>['list'][number];

export type TimetableRow = ResultOf<typeof ListTimetable>['list'][number];

/** Information about the box, and power control. */
export interface System extends Disks {
  product(): LazyResult<ProductInfo>;
  interfaces(): LazyResult<readonly NetworkInterface[]>;
  publicAddress(): LazyResult<PublicAddress>;
  /** The processes that use the most CPU or memory (P-02). */
  processes(order: 'cpu' | 'mem'): LazyResult<readonly ProcessRow[]>;
  services(): LazyResult<readonly ServiceRow[]>;
  /** Scheduled jobs of the box; administrators only. */
  timetable(): LazyResult<readonly TimetableRow[]>;
  /** Clock of the box, in epoch seconds. */
  time(): LazyResult<number>;
  /**
   * SYSTEM-14: sets the clock (epoch seconds) and the time zone by its IANA name; null leaves the zone. The box then
   * stops following network time.
   */
  setTime(time: number, zone: string | null): Outcome<null>;
  /** SYSTEM-02; the box refuses with 13 without the admin flag. */
  reboot(): Outcome<null>;
  powerOff(): Outcome<null>;
  /** SYSTEM-18: restarts the network service only; the box may be unreachable for a moment. */
  restartNetwork(): Outcome<null>;
}

/** Number of processes in a list. */
const MAX_PROCESSES = 50;

/** {@link System} implemented by a box client; stores the listed volumes in the settings. */
export const boxSystem = (box: Pick<Client, 'exec'>, settings: Settings): System => ({
  ...boxDisks(box, settings),
  product: () => execute(box, GetProductInfo, {}),
  interfaces: () => execute(box, ListInterfaces, {}).pipe(mapRight(({ list }) => list)),
  publicAddress: () => execute(box, GetPublicIp, {}),
  processes: (order) => execute(box, ListProcesses, { count: MAX_PROCESSES, order }).pipe(mapRight(({ list }) => list)),
  services: () => execute(box, ListServices, {}).pipe(mapRight(({ list }) => list)),
  timetable: () => execute(box, ListTimetable, {}).pipe(mapRight(({ list }) => list)),
  time: () => execute(box, GetDeviceStatus, {}).pipe(mapRight(({ local_time }) => local_time)),
  setTime: (time, zone) => startNow(execute(box, SetDate, { time, zone: zone ?? '' }).pipe(mapRight(() => null))),
  reboot: () => startNow(execute(box, RebootBox, {}).pipe(mapRight(() => null))),
  restartNetwork: () => startNow(execute(box, RestartNetwork, {}).pipe(mapRight(() => null))),
  powerOff: () => startNow(execute(box, PowerOffBox, {}).pipe(mapRight(() => null))),
});
