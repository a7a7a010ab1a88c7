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
export type DiskTests = ResultOf<typeof GetSmartLog>;

/** A disk as displayed to the user; its plan confirms what will be erased. */
export type ShownDisk = Pick<PhysicalDisk, 'dev' | 'serial' | 'plan'>;

/** Disk administration (P-03, P-23): health, content, and what can be made of the disks. */
export interface DiskAdmin {
  /** All disks of the machine with health and content; administrators only (P-03, P-23). */
  physical(): LazyResult<readonly PhysicalDisk[]>;
  /** One disk, with the plan of erasing it where that is allowed. */
  disk(dev: string): LazyResult<PhysicalDisk | null>;
  /** Erases a disk as displayed; `serial` as typed by the user. */
  initDisk(disk: Pick<PhysicalDisk, 'dev' | 'plan'>, serial: string, password: string): Outcome<null>;
  /** Creates a primary volume of `gb` GB on a disk as displayed. */
  makePrimary(disk: ShownDisk, gb: number): Outcome<null>;
  /** Several disks, each with its plan. */
  plans(devs: readonly string[]): LazyResult<readonly PhysicalDisk[]>;
  arrays(): LazyResult<readonly DiskArray[]>;
  /** Creates an array of disks as displayed, and mounts it; their content is lost. */
  makeArray(level: RaidLevel, disks: readonly ShownDisk[], password: string): Outcome<null>;
  /** Mounts an existing array as a device without writing to it. Yields its mount point. */
  adoptArray(md: string): Outcome<string>;
  /** Removes a failed member from an array, if any, and adds a disk instead. */
  replaceMember(md: string, failed: string | null, disk: ShownDisk): Outcome<null>;
  tests(dev: string): LazyResult<DiskTests>;
  /** Yields the duration of the test in minutes. */
  startTest(dev: string, kind: 'short' | 'long'): Outcome<number>;
}

/** {@link DiskAdmin} implemented by a box client. */
export const boxDiskAdmin = (box: Pick<Client, 'exec'>): DiskAdmin => ({
  physical: () => execute(box, GetDiskHealth, { devs: [] }).pipe(mapRight(({ list }) => list)),
  disk: (dev) => execute(box, GetDiskHealth, { devs: [dev] }).pipe(mapRight(({ list }) => list[0] ?? null)),
  initDisk: ({ dev, plan = '' }, serial, password) =>
    startNow(
      execute(box, InitDisk, { dev, password, type: 'ext4', confirm: [serial, plan] }).pipe(mapRight(() => null)),
    ),
  makePrimary: ({ dev, serial, plan = '' }, size) =>
    startNow(
      execute(box, SetPrimaryDisk, { dev, size, confirm: plan === '' ? [] : [serial, plan] }).pipe(
        mapRight(() => null),
      ),
    ),
  plans: (devs) =>
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
  makeArray: (level, chosen, password) => {
    const devs = chosen.map(({ dev, serial, plan = '' }) => (plan === '' ? dev : `${dev} ${plan} ${serial}`));
    return startNow(
      execute(box, CreateArray, { level, password, devs }).pipe(
        andThen(({ dev }) => execute(box, MountDisk, { dev, mntdir: '' })),
        mapRight(() => null),
      ),
    );
  },
  adoptArray: (md) =>
    startNow(execute(box, MountDisk, { dev: md, mntdir: '/mnt/extdev' }).pipe(mapRight(({ mntdir }) => mntdir))),
  replaceMember: (md, failedDevice, { dev, serial, plan = '' }) => {
    const add = execute(box, AddArrayMember, { md, dev, confirm: plan === '' ? [] : [serial, plan] });
    const all =
      failedDevice === null ? add : execute(box, RemoveArrayMember, { md, dev: failedDevice }).pipe(andThen(() => add));
    return startNow(all.pipe(mapRight(() => null)));
  },
  tests: (dev) => execute(box, GetSmartLog, { dev }),
  startTest: (dev, kind) =>
    startNow(execute(box, StartSmartTest, { dev, kind }).pipe(mapRight(({ minutes }) => minutes))),
});
