import { BOX_PATHS } from '@boxwood/box-sdk/rules';
import type { Partition } from '../model.ts';
import type { Settings } from '../settings/settings.ts';

const isUnder =
  (folder: string) =>
  (volume: Partition): boolean =>
    volume.mntdir.startsWith(`${folder}/`);

/** Stores the mounted volumes of the box, and the space of its own volumes (STATE-01, STATE-03). */
export const rememberVolumes = (settings: Settings, volumes: readonly Partition[]): void => {
  const mounted = volumes.filter(({ mntdir }) => mntdir !== '');
  const own = mounted.filter(({ master }) => master === 1);
  const sum = (bytes: (volume: Partition) => number): number => own.reduce((all, one) => all + bytes(one), 0);
  settings.set('boxMstList', own);
  settings.set('boxUsbList', mounted.filter(isUnder(BOX_PATHS.external)));
  settings.set(
    'boxNetList',
    mounted.filter(isUnder(BOX_PATHS.network)).map(({ mntdir }) => mntdir),
  );
  settings.set('boxDisk', {
    total: sum(({ f_blocks, f_bsize }) => f_blocks * f_bsize),
    free: sum(({ f_bavail, f_bsize }) => f_bavail * f_bsize),
  });
};

/** Volumes to show until the box has answered. Network volumes are left out, because they may have disappeared. */
export const rememberedVolumes = (settings: Settings): readonly Partition[] => [
  ...settings.get('boxMstList'),
  ...settings.get('boxUsbList'),
];

/** Forgets the volumes, because another box was entered. */
export const forgetVolumes = (settings: Settings): void => {
  for (const list of ['boxMstList', 'boxUsbList', 'boxNetList'] as const) settings.set(list, []);
  settings.set('boxDisk', null);
};
