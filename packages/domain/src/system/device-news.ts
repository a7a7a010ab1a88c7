import { isContainerDrive, PLACES } from '@boxwood/box-sdk/rules';
import type { Partition } from '../model.ts';
import type { DiskList } from './disks.ts';

/** A change of a device that the user is notified of. */
export interface DeviceNews {
  readonly kind: 'came' | 'ejected' | 'pulled';
  readonly device: Partition;
}

const devicesOf = ({ disks }: DiskList): readonly Partition[] =>
  disks.filter((disk) => disk.mntdir.startsWith(`${PLACES.external}/`) && !isContainerDrive(disk));

const isSame = (one: Partition) => (other: Partition) => one.mntdir === other.mntdir && one.uuid === other.uuid;

/**
 * Changes of devices between two responses of a box. The box reports how a device was removed; without that report
 * there is no change.
 */
export const deviceNews = (before: DiskList, now: DiskList): readonly DeviceNews[] => {
  const [had, has] = [devicesOf(before), devicesOf(now)];
  const went = had
    .filter((device) => !has.some(isSame(device)))
    .flatMap((device): readonly DeviceNews[] => {
      const how = now.gone?.find(({ mntdir }) => mntdir === device.mntdir);
      return how === undefined ? [] : [{ kind: how.ejected === 1 ? 'ejected' : 'pulled', device }];
    });
  const came = has.filter((device) => !had.some(isSame(device))).map((device) => ({ kind: 'came' as const, device }));
  return [...went, ...came];
};
