import { EjectDisk, ListDisks } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { tap } from 'rxjs';
import { execute, startNow, mapRight, type Outcome, type LazyResult } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { rememberVolumes } from './volumes.ts';

export type DiskList = ResultOf<typeof ListDisks>;
export type Volume = DiskList['disks'][number];

/** The disks of the box. */
export interface Disks {
  volumes(): LazyResult<readonly Volume[]>;
  /** The same, with the devices that were removed. */
  disks(): LazyResult<DiskList>;
  /** Unmounts a device (G-53). */
  eject(mount: string): Outcome<null>;
}

/** {@link Disks} implemented by a box client; stores the listed volumes in the settings. */
export const boxDisks = (box: Pick<Client, 'exec'>, settings: Settings): Disks => {
  const disks = (): LazyResult<DiskList> =>
    execute(box, ListDisks, {}).pipe(
      tap((result) => {
        if (result._tag === 'Right') rememberVolumes(settings, result.right.disks);
      }),
    );
  return {
    disks,
    volumes: () => disks().pipe(mapRight((list) => list.disks)),
    eject: (mntdir) => startNow(execute(box, EjectDisk, { mntdir }).pipe(mapRight(() => null))),
  };
};
