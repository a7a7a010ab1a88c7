import type { BigIntStats } from 'node:fs';
import { isPlainUserId } from '@boxwood/command-bus/rules';
import { isOwnName, OWN_PREFIX } from './own-names.ts';
import type { Scope } from './scope.ts';

export { isOwnName, OWN_PREFIX };

/**
 * The places of G-15 and who may enter them. Only names and rules: nothing here touches a disk.
 */

/** Areas behind a second password: `safe` is `.safebox`, `home` the private files in `.safe_home`. */
export type Area = 'safe' | 'home';

/** Who asks. Made by identity for a request, and by a task for the user it works for. */
export interface Caller {
  readonly user: string;
  readonly admin: boolean;
  /** Whether this token (or task) has the area open right now. */
  isUnlocked(area: Area): boolean;
  /** Absent for somebody who is here themselves; a script's token has one. */
  readonly scope?: Scope | undefined;
}

/** A caller for work done on a user's behalf without a request. */
export const callerFor = (user: string, unlocked: readonly Area[] = []): Caller => ({
  user,
  admin: false,
  isUnlocked: (area) => unlocked.includes(area),
});

/** A folder that `sharer` opened to the asked user. */
export interface Grant {
  readonly sharer: string;
  readonly name: string;
  /** The wire path where it was last seen. */
  readonly path: string;
  /** Whether what stands there is the folder that was opened, and not another one that took its name. */
  is(stat: BigIntStats): boolean;
}

/** Where granted family shares come from; asked on every access, so that a revoked share ends at once. */
export interface Grants {
  grantsFor(user: string): readonly Grant[];
}

export const noGrants: Grants = { grantsFor: () => [] };

/** Where a path lies. `owner` is the user whose place it is. */
export type Place =
  | { readonly kind: 'personal'; readonly owner: string }
  | { readonly kind: 'public' }
  | { readonly kind: 'safe'; readonly owner: string }
  | { readonly kind: 'private'; readonly owner: string }
  | { readonly kind: 'trash'; readonly owner: string | null }
  | { readonly kind: 'friends'; readonly owner: string; readonly grant: Grant }
  | { readonly kind: 'external'; readonly device: string }
  | { readonly kind: 'network'; readonly mount: string }
  /** The box's own working folder on a volume; no wire path leads here. */
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
export const SCRATCH_FOLDER = OWN_PREFIX;

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

/** A user id that can be a folder of its own: the public folder, for one, is nobody's. */
export const isUserFolder = isPlainUserId;
