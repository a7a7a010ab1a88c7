import { checkFileName, checkFolderName, checkPathLength, nameLength } from '@boxwood/box-sdk/rules';
import type { Location } from '../vault/index.ts';
import { GEN, Refusal } from '../vault/index.ts';

const nameOf = (wire: string): string => wire.slice(wire.lastIndexOf('/') + 1);

/** Something that is to get another path, as the wire writes both. */
interface Renaming {
  readonly source: string;
  readonly target: string;
  readonly folder: boolean;
  readonly place: Location['place'];
}

/**
 * Why something may not get the name that somebody typed (VALID-02 to VALID-13); null when it may. Renames alone are asked: MKDIR and
 * PREPUT carry the names that things have on a computer, and all of those are taken. A name that stays is no new one, and a path
 * that is too long may become shorter.
 */
export const wrongName = ({ source, target, folder, place }: Renaming): 'name' | 'length' | null => {
  const name = nameOf(target);
  // Nobody types a name that is no text: a program carries it from one thing to the next.
  if (name === nameOf(source) || !name.isWellFormed()) return null;
  const area = place.kind === 'safe' || place.kind === 'private' ? 'protected' : 'plain';
  if (!(folder ? checkFolderName(name) : checkFileName(name, area)).ok) return 'name';
  return !checkPathLength(target).ok && nameLength(target) > nameLength(source) ? 'length' : null;
};

/** @throws Refusal 5, with what {@link wrongName} says */
export const checkNewName = (renaming: Renaming): void => {
  const wrong = wrongName(renaming);
  if (wrong !== null) throw new Refusal(GEN.unsafe, wrong);
};
