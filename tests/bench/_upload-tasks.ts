import type { TabId, UploadId, UploadTask } from '@boxwood/domain';

/** The simulated tab of the domain benchmarks. */
export const ORIGIN = 'bench' as TabId;

/** A small queued upload. */
export const upload = (index: number): UploadTask => ({
  id: `u${index}` as UploadId,
  name: `${index}.jpg`,
  source: `${index}.jpg`,
  target: `/mnt/usb1/ann/${index}.jpg`,
  total: 1000,
  ctime: 1,
  modified: 1,
  state: 0,
  progress: 0,
  completed: 0,
  speed: 0,
  uuid: '',
  rank: index,
  problem: null,
  owner: ORIGIN,
  interrupted: false,
});
