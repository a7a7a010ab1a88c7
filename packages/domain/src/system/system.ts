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
import { begin, answer, mapRight, type Outcome, type Question } from '../outcome.ts';
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
  product(): Question<ProductInfo>;
  interfaces(): Question<readonly NetworkInterface[]>;
  publicAddress(): Question<PublicAddress>;
  /** The processes that use the most CPU or memory (P-02). */
  processes(order: 'cpu' | 'mem'): Question<readonly ProcessRow[]>;
  services(): Question<readonly ServiceRow[]>;
  /** Scheduled jobs of the box; administrators only. */
  timetable(): Question<readonly TimetableRow[]>;
  /** Clock of the box, in epoch seconds. */
  time(): Question<number>;
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
const PROCESSES = 50;

/** {@link System} implemented by a box client; stores the listed volumes in the settings. */
export const boxSystem = (box: Pick<Client, 'exec'>, settings: Settings): System => ({
  ...boxDisks(box, settings),
  product: () => answer(box, GetProductInfo, {}),
  interfaces: () => answer(box, ListInterfaces, {}).pipe(mapRight(({ list }) => list)),
  publicAddress: () => answer(box, GetPublicIp, {}),
  processes: (order) => answer(box, ListProcesses, { count: PROCESSES, order }).pipe(mapRight(({ list }) => list)),
  services: () => answer(box, ListServices, {}).pipe(mapRight(({ list }) => list)),
  timetable: () => answer(box, ListTimetable, {}).pipe(mapRight(({ list }) => list)),
  time: () => answer(box, GetDeviceStatus, {}).pipe(mapRight(({ local_time }) => local_time)),
  setTime: (time, zone) => begin(answer(box, SetDate, { time, zone: zone ?? '' }).pipe(mapRight(() => null))),
  reboot: () => begin(answer(box, RebootBox, {}).pipe(mapRight(() => null))),
  restartNetwork: () => begin(answer(box, RestartNetwork, {}).pipe(mapRight(() => null))),
  powerOff: () => begin(answer(box, PowerOffBox, {}).pipe(mapRight(() => null))),
});
