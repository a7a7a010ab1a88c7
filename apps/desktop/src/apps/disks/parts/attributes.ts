import type { PhysicalDisk } from '@boxwood/domain';
import { type AttributeWord, isAttributeWord } from '../attribute-words.ts';

type Attribute = PhysicalDisk['attrs'][number];

/**
 * `limit`: the attribute reached its limit, so the disk is failing. `watch`: an error counter that is 0 on a healthy
 * disk.
 */
type Concern = 'limit' | 'watch' | 'none';
const ORDER: readonly Concern[] = ['limit', 'watch', 'none'];

/** Error counters that are 0 on a healthy disk. */
const FAULTS: ReadonlySet<string> = new Set([
  'Reallocated_Sector_Ct',
  'Reported_Uncorrect',
  'Reallocated_Event_Count',
  'Current_Pending_Sector',
  'Offline_Uncorrectable',
  'End-to-End_Error',
  'Spin_Retry_Count',
  'Media_Errors',
]);

export const concernOf = ({ name, raw, ok }: Pick<Attribute, 'name' | 'raw' | 'ok'>): Concern => {
  if (ok === 0) return 'limit';
  return FAULTS.has(name) && Number.parseInt(raw, 10) > 0 ? 'watch' : 'none';
};

/** The attributes, the most concerning first, otherwise in the order of the disk. */
export const byConcern = (attrs: readonly Attribute[]): readonly Attribute[] =>
  ORDER.flatMap((concern) => attrs.filter((each) => concernOf(each) === concern));

/** Key of the attribute's label; null for a vendor-specific attribute. */
export const attributeWord = (name: string): AttributeWord | null => (isAttributeWord(name) ? name : null);
