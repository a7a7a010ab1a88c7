import { RAID_LEVELS, type RaidLevel } from '@boxwood/box-sdk';
import type { PhysicalDisk } from '@boxwood/domain';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';

/** Array levels in recommended order: those that survive a disk failure come first. */
export const LEVELS = ['1', 'btrfs', '5', '6', '10', '0', 'linear'] as const satisfies readonly RaidLevel[];

/** Returns the function that names an array level. */
export const useLevelText = (): ((level: string) => string) => {
  const t = useText(messages);
  return (level) => {
    const known = RAID_LEVELS.find((each) => each === level);
    return known === undefined ? `RAID ${level}` : t(`level${known}`);
  };
};

/** Usable space of an array of these disks, in bytes. With different sizes the smallest counts. */
export const arrayCapacity = (level: RaidLevel, disks: readonly Pick<PhysicalDisk, 'capacity'>[]): number => {
  const sizes = disks.map(({ capacity }) => capacity);
  const smallest = Math.min(...sizes);
  switch (level) {
    case '0':
      return smallest * sizes.length;
    case '1':
      return smallest;
    // btrfs stores two copies of every block, on any two disks with free space.
    case 'btrfs':
      return Math.min(
        sizes.reduce((sum, each) => sum + each, 0) / 2,
        sizes.reduce((sum, each) => sum + each, 0) - Math.max(...sizes),
      );
    case '5':
      return smallest * (sizes.length - 1);
    case '6':
      return smallest * (sizes.length - 2);
    case '10':
      return (smallest * sizes.length) / 2;
    case 'linear':
      return sizes.reduce((sum, each) => sum + each, 0);
  }
};

/** Whether no part of the disk is in use and the disk can be identified by its serial number. */
export const isUnusedDisk = ({ parts, serial, unplugs, bus }: PhysicalDisk): boolean =>
  serial !== '' && unplugs !== 1 && bus !== 'raid' && (parts ?? []).every(({ use }) => use === 'free');

/** Whether erasing the disk would lose data. */
export const hasData = ({ parts }: PhysicalDisk): boolean => (parts ?? []).some(({ type }) => type !== '');
