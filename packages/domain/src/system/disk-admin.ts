import {
  AddArrayMember,
  CreateArray,
  GetDiskHealth,
  GetSmartLog,
  InitDisk,
  ListArrays,
  MountDisk,
  type RaidLevel,
  RemoveArrayMember,
  SetPrimaryDisk,
  StartSmartTest,
} from '@boxwood/box-sdk';
import { type Client, type ResultOf, right } from '@boxwood/command-bus';
import { forkJoin, map, of } from 'rxjs';
import { andThen, execute, startNow, mapRight, type Outcome, type LazyResult } from '../outcome.ts';

export type PhysicalDisk = ResultOf<typeof GetDiskHealth>['list'][number];
export type DiskArray = ResultOf<typeof ListArrays>['list'][number];
export type SmartLog = ResultOf<typeof GetSmartLog>;

/**
 * A disk as displayed to the user. `plan` is a token for what erasing it would delete; the box requires it as
 * confirmation.
 */
export type DisplayedDisk = Pick<PhysicalDisk, 'dev' | 'serial' | 'plan'>;

/** Disk administration (P-03, P-23): health, content, and which arrays and volumes the disks can form. */
export interface DiskAdmin {
  /** All disks of the machine with health and content; administrators only (P-03, P-23). */
  physicalDisks(): LazyResult<readonly PhysicalDisk[]>;
  /** One disk, with the erase plan where erasing is allowed. */
  disk(dev: string): LazyResult<PhysicalDisk | null>;
  /** Erases a disk as displayed to the user; `serial` is what the user typed. */
  initDisk(disk: Pick<PhysicalDisk, 'dev' | 'plan'>, serial: string, password: string): Outcome<null>;
  /** Creates an additional primary volume of `sizeGb` GB on a disk as displayed to the user. */
  createPrimaryVolume(disk: DisplayedDisk, sizeGb: number): Outcome<null>;
  /** Several disks, each with its erase plan. */
  disksWithPlans(devs: readonly string[]): LazyResult<readonly PhysicalDisk[]>;
  arrays(): LazyResult<readonly DiskArray[]>;
  /** Creates an array of disks as displayed to the user, and mounts it; their content is lost. */
  createArray(level: RaidLevel, disks: readonly DisplayedDisk[], password: string): Outcome<null>;
  /** Mounts an existing array as an external device, read-only. Yields its mount point. */
  mountExistingArray(arrayDevice: string): Outcome<string>;
  /** Removes a failed member from an array, if any, and adds a disk in its place. */
  replaceMember(arrayDevice: string, failedDevice: string | null, disk: DisplayedDisk): Outcome<null>;
  smartLog(dev: string): LazyResult<SmartLog>;
  /** Yields the duration of the test in minutes. */
  startTest(dev: string, kind: 'short' | 'long'): Outcome<number>;
}

/** {@link DiskAdmin} implemented by a box client. */
export const boxDiskAdmin = (box: Pick<Client, 'exec'>): DiskAdmin => ({
  physicalDisks: () => execute(box, GetDiskHealth, { devs: [] }).pipe(mapRight(({ list }) => list)),
  disk: (dev) => execute(box, GetDiskHealth, { devs: [dev] }).pipe(mapRight(({ list }) => list[0] ?? null)),
  initDisk: ({ dev, plan = '' }, serial, password) =>
    startNow(
      execute(box, InitDisk, { dev, password, type: 'ext4', confirm: [serial, plan] }).pipe(mapRight(() => null)),
    ),
  createPrimaryVolume: ({ dev, serial, plan = '' }, sizeGb) =>
    startNow(
      execute(box, SetPrimaryDisk, { dev, size: sizeGb, confirm: plan === '' ? [] : [serial, plan] }).pipe(
        mapRight(() => null),
      ),
    ),
  disksWithPlans: (devs) =>
    devs.length === 0
      ? of(right([]))
      : forkJoin(devs.map((dev) => execute(box, GetDiskHealth, { devs: [dev] }))).pipe(
          map((results) => {
            const disks: PhysicalDisk[] = [];
            for (const result of results) {
              if (result._tag === 'Left') return result;
              disks.push(...result.right.list);
            }
            return right(disks);
          }),
        ),
  arrays: () => execute(box, ListArrays, {}).pipe(mapRight(({ list }) => list)),
  createArray: (level, chosen, password) => {
    const devs = chosen.map(({ dev, serial, plan = '' }) => (plan === '' ? dev : `${dev} ${plan} ${serial}`));
    return startNow(
      execute(box, CreateArray, { level, password, devs }).pipe(
        andThen(({ dev }) => execute(box, MountDisk, { dev, mntdir: '' })),
        mapRight(() => null),
      ),
    );
  },
  mountExistingArray: (arrayDevice) =>
    startNow(
      execute(box, MountDisk, { dev: arrayDevice, mntdir: '/mnt/extdev' }).pipe(mapRight(({ mntdir }) => mntdir)),
    ),
  replaceMember: (arrayDevice, failedDevice, { dev, serial, plan = '' }) => {
    const add = execute(box, AddArrayMember, { md: arrayDevice, dev, confirm: plan === '' ? [] : [serial, plan] });
    const all =
      failedDevice === null
        ? add
        : execute(box, RemoveArrayMember, { md: arrayDevice, dev: failedDevice }).pipe(andThen(() => add));
    return startNow(all.pipe(mapRight(() => null)));
  },
  smartLog: (dev) => execute(box, GetSmartLog, { dev }),
  startTest: (dev, kind) =>
    startNow(execute(box, StartSmartTest, { dev, kind }).pipe(mapRight(({ minutes }) => minutes))),
});
