/** Combinations of file commands that most callers need (B111). */
import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { GEN, isRight, left, right } from '@boxwood/command-bus';
import { ListFiles, MakeFolder } from './commands.ts';

/**
 * Result of the existence check of G-03: 0 means the path exists, 6 means it is free, anything else is a failed check.
 */
export type Presence = 'taken' | 'free';

/**
 * Checks whether anything exists at `path`, with a listing of count 1 (G-11). A failed check is an error, never a
 * guess.
 */
export const presenceOf = async (client: Client, path: string): Promise<Either<BoxError, Presence>> => {
  const found = await client.exec(ListFiles, { path, count: 1, hasbaseinfo: 0 })();
  if (isRight(found)) return right('taken');
  const error = found.left;
  return error._tag === 'Refused' && error.code === GEN.absent ? right('free') : left(error);
};

/** Makes sure that a folder exists, whether or not it existed before. */
export const ensureFolder = async (client: Client, path: string): Promise<Either<BoxError, void>> => {
  const made = await client.exec(MakeFolder, { path })();
  return isRight(made) ? right(undefined) : made;
};

/** Makes a new folder; returns `taken` when the path already exists. */
export const newFolder = async (client: Client, path: string): Promise<Either<BoxError, 'made' | 'taken'>> => {
  const present = await presenceOf(client, path);
  if (!isRight(present)) return present;
  if (present.right === 'taken') return right('taken');
  const made = await client.exec(MakeFolder, { path })();
  return isRight(made) ? right(made.right.existed ? 'taken' : 'made') : made;
};
