import type { BigIntStats } from 'node:fs';
import { isPlainUserId } from '@boxwood/command-bus/rules';
import { isOwnName, BOX_FILE_PREFIX } from './own-names.ts';
import type { TokenScope } from './token-scope.ts';

export { isOwnName, BOX_FILE_PREFIX };

/** The places of G-15 and their access rules. Only names and rules: nothing here accesses a disk. */

/** Areas behind a second password: `safe` is `.safebox`, `home` the private files in `.safe_home`. */
export type ProtectedArea = 'safe' | 'home';

/** The user of a request, created by identity, or the user a task works for. */
export interface Caller {
  readonly user: string;
  readonly admin: boolean;
  /** Whether the area is unlocked for this token or task. */
  isUnlocked(area: ProtectedArea): boolean;
  /** Limits the token of a script; absent for a signed-in user. */
  readonly scope?: TokenScope | undefined;
}

/** A caller for work done on a user's behalf without a request. */
export const callerFor = (user: string, unlocked: readonly ProtectedArea[] = []): Caller => ({
  user,
  admin: false,
  isUnlocked: (area) => unlocked.includes(area),
});

/** A folder that `sharer` shares with the requested user. */
export interface Grant {
  readonly sharer: string;
  readonly name: string;
  /** Last known wire path of the folder. */
  readonly path: string;
  /** Whether the entry is the shared folder itself, and not another one that now has its name. */
  is(stat: BigIntStats): boolean;
}

/** Source of the family shares. Queried on every access, so that a revoked share ends at once. */
export interface Grants {
  grantsFor(user: string): readonly Grant[];
}

export const noGrants: Grants = { grantsFor: () => [] };

/** The place that contains a path. `owner` is the user it belongs to. */
export type Place =
  | { readonly kind: 'personal'; readonly owner: string }
  | { readonly kind: 'public' }
  | { readonly kind: 'safe'; readonly owner: string }
  | { readonly kind: 'private'; readonly owner: string }
  | { readonly kind: 'trash'; readonly owner: string | null }
  | { readonly kind: 'friends'; readonly owner: string; readonly grant: Grant }
  | { readonly kind: 'external'; readonly device: string }
  | { readonly kind: 'network'; readonly mount: string }
  /** The box's own working folder on a volume; no wire path leads to it. */
  | { readonly kind: 'scratch' };

/** Root type numbers of the wire (FILES-02), null for places that are not roots. */
export const rootTypeOf = (place: Place): 1 | 2 | 3 | 4 | 5 | 8 | 9 | null => {
  switch (place.kind) {
    case 'personal':
      return 1;
    case 'public':
      return 2;
    case 'safe':
      return 3;
    case 'friends':
      return 4;
    case 'external':
      return 5;
    case 'private':
      return 8;
    case 'network':
      return 9;
    case 'trash':
    case 'scratch':
      return null;
  }
};

export const PUBLIC_FOLDER = 'shared-files';
export const SAFE_FOLDER = '.safebox';
export const PRIVATE_FOLDER = '.safe_home';
export const SHARES_FOLDER = '.share2me';
export const TRASH_FOLDER = '.Trash';

/** Names before the bin in a key like `/mnt/usb1/ann/.Trash/item`; deeper, the name is an ordinary one. */
const NAMES_BEFORE_TRASH = 3;

/** Whether the entry with this key is in a recycle bin. */
export const isTrashKey = (key: string): boolean => key.split('/')[NAMES_BEFORE_TRASH + 1] === TRASH_FOLDER;
export const SCRATCH_FOLDER = BOX_FILE_PREFIX;

const PERSONAL_RESERVED = [SAFE_FOLDER, PRIVATE_FOLDER, SHARES_FOLDER, TRASH_FOLDER].map((name) => name.toLowerCase());

/** The lower-case names directly below the root of `place` that no listing shows. */
export const reservedNames = (place: Place, depth: number): readonly string[] => {
  if (depth !== 0) return [];
  if (place.kind === 'personal') return PERSONAL_RESERVED;
  return place.kind === 'public' ? [TRASH_FOLDER.toLowerCase()] : [];
};

/** Whether `name`, directly below the root of `place`, is one of the dot folders that no listing shows. */
export const isReserved = (place: Place, depth: number, name: string): boolean =>
  isOwnName(name) || reservedNames(place, depth).includes(name.toLowerCase());

/** Whether a user id may be a folder name; the public folder, for example, belongs to no user. */
export const isUserFolder = isPlainUserId;
