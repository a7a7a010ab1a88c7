import { checkFileName, checkFolderName, checkPathLength, nameLength } from '@boxwood/box-sdk/rules';
import type { Location } from '../../storage/vault/index.ts';
import { GEN, Refusal } from '../../storage/vault/index.ts';

const nameOf = (wire: string): string => wire.slice(wire.lastIndexOf('/') + 1);

/** A planned rename, with both wire paths. */
interface RenameCheck {
  readonly source: string;
  readonly target: string;
  readonly folder: boolean;
  readonly place: Location['place'];
}

/**
 * Why an entry may not get a name that a user typed (VALID-02 to VALID-13); null when it may. Only renames are checked:
 * MKDIR and PREPUT keep the names of the client's computer, which are all accepted. An unchanged name is accepted, and
 * a path that is too long may become shorter.
 */
export const newNameError = ({ source, target, folder, place }: RenameCheck): 'name' | 'length' | null => {
  const name = nameOf(target);
  // Users cannot type malformed Unicode; a program copies such a name from another file.
  if (name === nameOf(source) || !name.isWellFormed()) return null;
  const area = place.kind === 'safe' || place.kind === 'private' ? 'protected' : 'plain';
  if (!(folder ? checkFolderName(name) : checkFileName(name, area)).ok) return 'name';
  return !checkPathLength(target).ok && nameLength(target) > nameLength(source) ? 'length' : null;
};

/** @throws Refusal 5, with the result of {@link newNameError} */
export const checkNewName = (renaming: RenameCheck): void => {
  const problem = newNameError(renaming);
  if (problem !== null) throw new Refusal(GEN.unsafe, problem);
};
