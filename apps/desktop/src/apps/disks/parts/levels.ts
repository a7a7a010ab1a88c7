import { RAID_LEVELS, type RaidLevel } from '@boxwood/box-sdk';
import type { PhysicalDisk } from '@boxwood/domain';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';

/** The kinds in the order in which a family may want them: what survives a disk comes first. */
export const LEVELS = ['1', 'btrfs', '5', '6', '10', '0', 'linear'] as const satisfies readonly RaidLevel[];

/** What a kind of array is called. */
export const useLevelText = (): ((level: string) => string) => {
  const t = useText(messages);
  return (level) => {
    const known = RAID_LEVELS.find((each) => each === level);
    return known === undefined ? `RAID ${level}` : t(`level${known}`);
  };
};

/** The room of an array of these disks, in bytes; of different ones the smallest counts. */
export const roomOf = (level: RaidLevel, disks: readonly Pick<PhysicalDisk, 'capacity'>[]): number => {
  const sizes = disks.map(({ capacity }) => capacity);
  const least = Math.min(...sizes);
  switch (level) {
    case '0':
      return least * sizes.length;
    case '1':
      return least;
    // Each thing is on two of them, whichever have room.
    case 'btrfs':
      return Math.min(
        sizes.reduce((sum, each) => sum + each, 0) / 2,
        sizes.reduce((sum, each) => sum + each, 0) - Math.max(...sizes),
      );
    case '5':
      return least * (sizes.length - 1);
    case '6':
      return least * (sizes.length - 2);
    case '10':
      return (least * sizes.length) / 2;
    case 'linear':
      return sizes.reduce((sum, each) => sum + each, 0);
  }
};

/** Whether nothing of a disk is used, and it can be told from others. */
export const isFree = ({ parts, serial, unplugs, bus }: PhysicalDisk): boolean =>
  serial !== '' && unplugs !== 1 && bus !== 'raid' && (parts ?? []).every(({ use }) => use === 'free');

/** Whether something would be lost with a disk. */
export const hasSomething = ({ parts }: PhysicalDisk): boolean => (parts ?? []).some(({ type }) => type !== '');
