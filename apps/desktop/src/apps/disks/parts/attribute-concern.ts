import type { PhysicalDisk } from '@boxwood/domain';
import { type AttributeLabelKey, isAttributeLabelKey } from '../attribute-labels.ts';

type DiskAttribute = PhysicalDisk['attrs'][number];

/**
 * `limit`: the attribute reached its limit, so the disk is failing. `watch`: an error counter that is 0 on a healthy
 * disk.
 */
type AttributeConcern = 'limit' | 'watch' | 'none';
const CONCERN_ORDER: readonly AttributeConcern[] = ['limit', 'watch', 'none'];

/** Error counters that are 0 on a healthy disk. */
const ERROR_COUNTERS: ReadonlySet<string> = new Set([
  'Reallocated_Sector_Ct',
  'Reported_Uncorrect',
  'Reallocated_Event_Count',
  'Current_Pending_Sector',
  'Offline_Uncorrectable',
  'End-to-End_Error',
  'Spin_Retry_Count',
  'Media_Errors',
]);

export const concernOf = ({ name, raw, ok }: Pick<DiskAttribute, 'name' | 'raw' | 'ok'>): AttributeConcern => {
  if (ok === 0) return 'limit';
  return ERROR_COUNTERS.has(name) && Number.parseInt(raw, 10) > 0 ? 'watch' : 'none';
};

/** The attributes, the most concerning first, otherwise in the order of the disk. */
export const sortByConcern = (attrs: readonly DiskAttribute[]): readonly DiskAttribute[] =>
  CONCERN_ORDER.flatMap((concern) => attrs.filter((each) => concernOf(each) === concern));

/** Key of the attribute's label; null for a vendor-specific attribute. */
export const attributeLabelKey = (name: string): AttributeLabelKey | null => (isAttributeLabelKey(name) ? name : null);
