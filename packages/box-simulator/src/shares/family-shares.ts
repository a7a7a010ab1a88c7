import { stateOfBox } from '../box-state.ts';

/** A folder that its owner shares within the family. */
export interface FamilyShare {
  readonly id: string;
  name: string;
  path: string;
  readonly owner: string;
  readonly ctime: number;
  /** The other users, who have full access. */
  users: Set<string>;
}

export const familyShares = stateOfBox((): FamilyShare[] => []);
