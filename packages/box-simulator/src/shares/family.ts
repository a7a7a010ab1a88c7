import { ofBox } from '../box.ts';

/** A folder that its owner opened to others of the family. */
export interface FamilyShare {
  readonly id: string;
  name: string;
  path: string;
  readonly owner: string;
  readonly ctime: number;
  /** Who else may do everything inside. */
  users: Set<string>;
}

export const familyShares = ofBox((): FamilyShare[] => []);
