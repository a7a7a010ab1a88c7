import type { Volume } from '@boxwood/domain';

/** Usage in percent from which a volume is shown as nearly full. */
export const NEARLY_FULL_PERCENT = 92;

/** Space of a volume in bytes, from its block counts. `percent` is the used share. */
export const spaceOf = (volume: Pick<Volume, 'f_blocks' | 'f_bsize' | 'f_bavail'>) => {
  const total = volume.f_blocks * volume.f_bsize;
  const free = volume.f_bavail * volume.f_bsize;
  const used = Math.max(0, total - free);
  return { total, free, used, percent: total === 0 ? 0 : (used / total) * 100 };
};
