import { isContainerDrive, BOX_PATHS } from '@boxwood/box-sdk/rules';
import type { Partition } from '../model.ts';
import type { DiskList } from './disks.ts';

/** A change of a device that the user is notified of. */
export interface DeviceChange {
  readonly kind: 'came' | 'ejected' | 'pulled';
  readonly device: Partition;
}

const devicesOf = ({ disks }: DiskList): readonly Partition[] =>
  disks.filter((disk) => disk.mntdir.startsWith(`${BOX_PATHS.external}/`) && !isContainerDrive(disk));

const isSame = (first: Partition) => (second: Partition) =>
  first.mntdir === second.mntdir && first.uuid === second.uuid;

/**
 * Changes of devices between two responses of a box. The box reports how a device was removed; without that report
 * there is no change.
 */
export const deviceChanges = (before: DiskList, now: DiskList): readonly DeviceChange[] => {
  const [previousDevices, currentDevices] = [devicesOf(before), devicesOf(now)];
  const removed = previousDevices
    .filter((device) => !currentDevices.some(isSame(device)))
    .flatMap((device): readonly DeviceChange[] => {
      const removal = now.gone?.find(({ mntdir }) => mntdir === device.mntdir);
      return removal === undefined ? [] : [{ kind: removal.ejected === 1 ? 'ejected' : 'pulled', device }];
    });
  const added = currentDevices
    .filter((device) => !previousDevices.some(isSame(device)))
    .map((device) => ({ kind: 'came' as const, device }));
  return [...removed, ...added];
};
