import { EjectDisk, GetDiskHealth, GetSmartLog, InitDisk, ListDisks, StartSmartTest } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { tap } from 'rxjs';
import { answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { rememberVolumes } from './volumes.ts';

export type DiskList = ResultOf<typeof ListDisks>;
export type Volume = DiskList['disks'][number];
export type PhysicalDisk = ResultOf<typeof GetDiskHealth>['list'][number];
export type DiskTests = ResultOf<typeof GetSmartLog>;

/** The disks of the box. */
export interface Disks {
  volumes(): Question<readonly Volume[]>;
  /** The same with the devices that went. */
  disks(): Question<DiskList>;
  /** Takes a device out of use (G-53). */
  eject(mount: string): Outcome<null>;
  /** Every disk of the machine, how it is and what is on it; for administrators (P-03, P-23). */
  physical(): Question<readonly PhysicalDisk[]>;
  /** One of them, with the plan of what erasing it would do, where that may be. */
  disk(dev: string): Question<PhysicalDisk | null>;
  /** Erases it as it was shown: `serial` as it was typed. */
  initDisk(disk: Pick<PhysicalDisk, 'dev' | 'plan'>, serial: string, password: string): Outcome<null>;
  tests(dev: string): Question<DiskTests>;
  /** Minutes that the test takes. */
  startTest(dev: string, kind: 'short' | 'long'): Outcome<number>;
}

/** {@link Disks} over a client of the box; the volumes it lists are remembered. */
export const boxDisks = (box: Pick<Client, 'exec'>, settings: Settings): Disks => {
  const disks = (): Question<DiskList> =>
    answer(box, ListDisks, {}).pipe(
      tap((result) => {
        if (result._tag === 'Right') rememberVolumes(settings, result.right.disks);
      }),
    );
  return {
    disks,
    volumes: () => disks().pipe(mapRight((list) => list.disks)),
    eject: (mntdir) => begin(answer(box, EjectDisk, { mntdir }).pipe(mapRight(() => null))),
    physical: () => answer(box, GetDiskHealth, { devs: [] }).pipe(mapRight(({ list }) => list)),
    disk: (dev) => answer(box, GetDiskHealth, { devs: [dev] }).pipe(mapRight(({ list }) => list[0] ?? null)),
    initDisk: ({ dev, plan = '' }, serial, password) =>
      begin(answer(box, InitDisk, { dev, password, type: 'ext4', confirm: [serial, plan] }).pipe(mapRight(() => null))),
    tests: (dev) => answer(box, GetSmartLog, { dev }),
    startTest: (dev, kind) =>
      begin(answer(box, StartSmartTest, { dev, kind }).pipe(mapRight(({ minutes }) => minutes))),
  };
};
