import type { PhotoFile, PhotoTwins } from '@boxwood/box-sdk';

/** The copies of one picture: those that may be deleted, that which is kept first, and those of others. */
export interface Copies {
  readonly id: string;
  readonly md512kb: string;
  readonly size: number;
  readonly own: readonly PhotoFile[];
  readonly others: readonly PhotoFile[];
}

/** The oldest is the original; of copies that kept its time that whose path is the shortest, as a backup lies deeper. */
const originalFirst = (a: PhotoFile, b: PhotoFile): number =>
  a.mtime - b.mtime || a.path.length - b.path.length || (a.path < b.path ? -1 : 1);

export const copiesOf = (
  { id, md512kb, size, files }: PhotoTwins,
  mayRemove: (file: PhotoFile) => boolean,
): Copies => ({
  ...{ id, md512kb, size },
  own: files.filter((file) => mayRemove(file)).toSorted(originalFirst),
  others: files.filter((file) => !mayRemove(file)),
});

/** All but one of each. A copy of somebody else, who may delete it, is none that is kept. */
export const allButOne = (pictures: readonly Copies[]): readonly PhotoFile[] =>
  pictures.flatMap(({ own }) => own.slice(1));

/** Whether a copy may be chosen beside those that are: of what is a person's own one stays. */
export const mayChoose = ({ own }: Copies, { path }: PhotoFile, chosen: ReadonlySet<string>): boolean =>
  chosen.has(path) || own.some((other) => other.path !== path && !chosen.has(other.path));
