/** Combinations of file commands that most callers need (B111). */
import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { GEN, isRight, left, right } from '@boxwood/command-bus';
import { ListFiles, MakeFolder } from './file-commands.ts';

/**
 * Result of the existence check of G-03: 0 means the path exists, 6 means it is free, anything else is a failed check.
 */
export type Presence = 'taken' | 'free';

/**
 * Checks whether anything exists at `path`, with a listing of count 1 (G-11). A failed check is an error, never a
 * guess.
 */
export const checkPresence = async (client: Client, path: string): Promise<Either<BoxError, Presence>> => {
  const listing = await client.exec(ListFiles, { path, count: 1, hasbaseinfo: 0 })();
  if (isRight(listing)) return right('taken');
  const error = listing.left;
  return error._tag === 'Refused' && error.code === GEN.absent ? right('free') : left(error);
};

/** Makes sure that a folder exists, whether or not it existed before. */
export const ensureFolder = async (client: Client, path: string): Promise<Either<BoxError, void>> => {
  const result = await client.exec(MakeFolder, { path })();
  return isRight(result) ? right(undefined) : result;
};

/** Makes a new folder; returns `taken` when the path already exists. */
export const newFolder = async (client: Client, path: string): Promise<Either<BoxError, 'made' | 'taken'>> => {
  const present = await checkPresence(client, path);
  if (!isRight(present)) return present;
  if (present.right === 'taken') return right('taken');
  const result = await client.exec(MakeFolder, { path })();
  return isRight(result) ? right(result.right.existed ? 'taken' : 'made') : result;
};
