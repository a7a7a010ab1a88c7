import { isContainerDrive, PLACES } from '@boxwood/box-sdk/rules';
import type { Partition } from '../model.ts';
import type { DiskList } from './disks.ts';

/** What a person is told of a device. */
export interface DeviceNews {
  readonly kind: 'came' | 'ejected' | 'pulled';
  readonly device: Partition;
}

const devicesOf = ({ disks }: DiskList): readonly Partition[] =>
  disks.filter((disk) => disk.mntdir.startsWith(`${PLACES.external}/`) && !isContainerDrive(disk));

const isSame = (one: Partition) => (other: Partition) => one.mntdir === other.mntdir && one.uuid === other.uuid;

/** What happened to devices between two answers of a box. How one went is said by the box; of one that says nothing there is no news. */
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
