import type { PhysicalDisk } from '@boxwood/domain';
import { type AttributeWord, isAttributeWord } from '../attribute-words.ts';

type Attribute = PhysicalDisk['attrs'][number];

/** `limit`: at its limit, so the disk fails. `watch`: it counts what a healthy disk has none of. */
type Concern = 'limit' | 'watch' | 'none';
const ORDER: readonly Concern[] = ['limit', 'watch', 'none'];

/** What a healthy disk has none of. */
const FAULTS: ReadonlySet<string> = new Set([
  ...['Reallocated_Sector_Ct', 'Reported_Uncorrect', 'Reallocated_Event_Count', 'Current_Pending_Sector'],
  ...['Offline_Uncorrectable', 'End-to-End_Error', 'Spin_Retry_Count', 'Media_Errors'],
]);

export const concernOf = ({ name, raw, ok }: Pick<Attribute, 'name' | 'raw' | 'ok'>): Concern => {
  if (ok === 0) return 'limit';
  return FAULTS.has(name) && Number.parseInt(raw, 10) > 0 ? 'watch' : 'none';
};

/** The same values, what is bad first; within that in the order of the disk. */
export const byConcern = (attrs: readonly Attribute[]): readonly Attribute[] =>
  ORDER.flatMap((concern) => attrs.filter((each) => concernOf(each) === concern));

/** What it is called in words; null for one that its maker alone knows. */
export const attributeWord = (name: string): AttributeWord | null => (isAttributeWord(name) ? name : null);
