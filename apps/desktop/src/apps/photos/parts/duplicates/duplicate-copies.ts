import type { PhotoFile, PhotoTwins } from '@boxwood/box-sdk';

/** The copies of one picture: the caller's own, original first, and those of other users. */
export interface DuplicateCopies {
  readonly id: string;
  readonly md512kb: string;
  readonly size: number;
  readonly own: readonly PhotoFile[];
  readonly others: readonly PhotoFile[];
}

/**
 * The oldest copy is the original. Among copies with the same time the shortest path wins, because backups are nested
 * deeper.
 */
const compareOriginalFirst = (a: PhotoFile, b: PhotoFile): number =>
  a.mtime - b.mtime || a.path.length - b.path.length || (a.path < b.path ? -1 : 1);

export const copiesOf = (
  { id, md512kb, size, files }: PhotoTwins,
  canRemove: (file: PhotoFile) => boolean,
): DuplicateCopies => ({
  id,
  md512kb,
  size,
  own: files.filter((file) => canRemove(file)).toSorted(compareOriginalFirst),
  others: files.filter((file) => !canRemove(file)),
});

/**
 * All own copies except one of each picture. Copies of other users do not count as the remaining one, because their
 * owner may delete them.
 */
export const allButOne = (pictures: readonly DuplicateCopies[]): readonly PhotoFile[] =>
  pictures.flatMap(({ own }) => own.slice(1));

/** Whether the user may select another copy: at least one of their own copies must stay. */
export const canSelectCopy = ({ own }: DuplicateCopies, { path }: PhotoFile, chosen: ReadonlySet<string>): boolean =>
  chosen.has(path) || own.some((other) => other.path !== path && !chosen.has(other.path));
