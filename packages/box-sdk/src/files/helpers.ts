/** Small compositions of file commands that every caller wants the same way (B111). */
import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { GEN, isRight, left, right } from '@boxwood/command-bus';
import { ListFiles, MakeFolder } from './commands.ts';

/** What the existence check of G-03 found: 0 is there, 6 is free, anything else is a failed check. */
export type Presence = 'taken' | 'free';

/** Asks whether something is at `path`: a listing with count 1 (G-11). A failed check is an error, never a guess. */
export const presenceOf = async (client: Client, path: string): Promise<Either<BoxError, Presence>> => {
  const found = await client.exec(ListFiles, { path, count: 1, hasbaseinfo: 0 })();
  if (isRight(found)) return right('taken');
  const error = found.left;
  return error._tag === 'Refused' && error.code === GEN.absent ? right('free') : left(error);
};

/** Makes sure that a folder exists; it may have existed before. */
export const ensureFolder = async (client: Client, path: string): Promise<Either<BoxError, void>> => {
  const made = await client.exec(MakeFolder, { path })();
  return isRight(made) ? right(undefined) : made;
};

/** Makes a folder that must be new; `taken` when something is there already. */
export const newFolder = async (client: Client, path: string): Promise<Either<BoxError, 'made' | 'taken'>> => {
  const present = await presenceOf(client, path);
  if (!isRight(present)) return present;
  if (present.right === 'taken') return right('taken');
  const made = await client.exec(MakeFolder, { path })();
  return isRight(made) ? right(made.right.existed ? 'taken' : 'made') : made;
};
