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
import { andThen, answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';

export type PhysicalDisk = ResultOf<typeof GetDiskHealth>['list'][number];
export type DiskArray = ResultOf<typeof ListArrays>['list'][number];
export type DiskTests = ResultOf<typeof GetSmartLog>;

/** A disk as it was shown: its plan confirms what is erased. */
export type ShownDisk = Pick<PhysicalDisk, 'dev' | 'serial' | 'plan'>;

/** The disks of the machine, for administrators (P-03, P-23): how they are, what is on them, and what may be made of them. */
export interface DiskAdmin {
  /** Every disk of the machine, how it is and what is on it; for administrators (P-03, P-23). */
  physical(): Question<readonly PhysicalDisk[]>;
  /** One of them, with the plan of what erasing it would do, where that may be. */
  disk(dev: string): Question<PhysicalDisk | null>;
  /** Erases it as it was shown: `serial` as it was typed. */
  initDisk(disk: Pick<PhysicalDisk, 'dev' | 'plan'>, serial: string, password: string): Outcome<null>;
  /** Makes a primary volume of so many GB of it, as it was shown. */
  makePrimary(disk: ShownDisk, gb: number): Outcome<null>;
  /** Several of them, each with its plan. */
  plans(devs: readonly string[]): Question<readonly PhysicalDisk[]>;
  arrays(): Question<readonly DiskArray[]>;
  /** Makes an array of disks as they were shown, and mounts it: what is on them is lost. */
  makeArray(level: RaidLevel, disks: readonly ShownDisk[], password: string): Outcome<null>;
  /** Mounts what is on an array as a device, for which nothing is written to it; its place. */
  adoptArray(md: string): Outcome<string>;
  /** Takes a member that failed out of an array, where there is one, and puts a disk in its place. */
  replaceMember(md: string, failed: string | null, disk: ShownDisk): Outcome<null>;
  tests(dev: string): Question<DiskTests>;
  /** Minutes that the test takes. */
  startTest(dev: string, kind: 'short' | 'long'): Outcome<number>;
}

/** {@link DiskAdmin} over a client of the box. */
export const boxDiskAdmin = (box: Pick<Client, 'exec'>): DiskAdmin => ({
  physical: () => answer(box, GetDiskHealth, { devs: [] }).pipe(mapRight(({ list }) => list)),
  disk: (dev) => answer(box, GetDiskHealth, { devs: [dev] }).pipe(mapRight(({ list }) => list[0] ?? null)),
  initDisk: ({ dev, plan = '' }, serial, password) =>
    begin(answer(box, InitDisk, { dev, password, type: 'ext4', confirm: [serial, plan] }).pipe(mapRight(() => null))),
  makePrimary: ({ dev, serial, plan = '' }, size) =>
    begin(
      answer(box, SetPrimaryDisk, { dev, size, confirm: plan === '' ? [] : [serial, plan] }).pipe(mapRight(() => null)),
    ),
  plans: (devs) =>
    devs.length === 0
      ? of(right([]))
      : forkJoin(devs.map((dev) => answer(box, GetDiskHealth, { devs: [dev] }))).pipe(
          map((results) => {
            const disks: PhysicalDisk[] = [];
            for (const result of results) {
              if (result._tag === 'Left') return result;
              disks.push(...result.right.list);
            }
            return right(disks);
          }),
        ),
  arrays: () => answer(box, ListArrays, {}).pipe(mapRight(({ list }) => list)),
  makeArray: (level, chosen, password) => {
    const devs = chosen.map(({ dev, serial, plan = '' }) => (plan === '' ? dev : `${dev} ${plan} ${serial}`));
    return begin(
      answer(box, CreateArray, { level, password, devs }).pipe(
        andThen(({ dev }) => answer(box, MountDisk, { dev, mntdir: '' })),
        mapRight(() => null),
      ),
    );
  },
  adoptArray: (md) =>
    begin(answer(box, MountDisk, { dev: md, mntdir: '/mnt/extdev' }).pipe(mapRight(({ mntdir }) => mntdir))),
  replaceMember: (md, gone, { dev, serial, plan = '' }) => {
    const add = answer(box, AddArrayMember, { md, dev, confirm: plan === '' ? [] : [serial, plan] });
    const all = gone === null ? add : answer(box, RemoveArrayMember, { md, dev: gone }).pipe(andThen(() => add));
    return begin(all.pipe(mapRight(() => null)));
  },
  tests: (dev) => answer(box, GetSmartLog, { dev }),
  startTest: (dev, kind) => begin(answer(box, StartSmartTest, { dev, kind }).pipe(mapRight(({ minutes }) => minutes))),
});
