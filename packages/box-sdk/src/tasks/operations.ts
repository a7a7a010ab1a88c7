/** Parameters of {@link AddTask} by what a person wants done (B113): pure builders, so that they can be previewed and queued. */
import { joinPath } from '../files/model.ts';
import type { Conflict, NewTask } from './model.ts';

/** Copies one item into a folder. */
export const copyTask = (user: string, source: string, target: string, conflict: Conflict = 1): NewTask => ({
  user,
  type: 'COPY',
  source,
  target,
  conflict,
});

/** Moves one item into a folder, across volumes if need be. */
export const moveTask = (user: string, source: string, target: string, conflict: Conflict = 1): NewTask => ({
  user,
  type: 'MOVE',
  source,
  target,
  conflict,
});

/** Encrypts a file into a folder of the safe; the result gains `.hyencrypt_v3`. */
export const encryptTask = (user: string, source: string, target: string): NewTask => ({
  user,
  type: 'EMOVE',
  source,
  target,
});

/** Decrypts a file into a folder; the result loses its encrypted suffix. */
export const decryptTask = (user: string, source: string, target: string): NewTask => ({
  user,
  type: 'DMOVE',
  source,
  target,
});

/** Packs entries of a folder into `{target}/{name}.{suffix}` (ARCHIVE-03). */
export const compressTask = (
  user: string,
  source: string,
  names: readonly string[],
  archive: { readonly target: string; readonly name: string; readonly suffix: string },
): NewTask => ({
  user,
  type: 'COMPRESS',
  source,
  target: joinPath(archive.target, `${archive.name}.${archive.suffix}`),
  names,
});

/** Unpacks an archive into a folder. */
export const extractTask = (user: string, source: string, target: string, password?: string): NewTask => ({
  user,
  type: 'DECOMPRESS',
  source,
  target,
  ...(password === undefined ? {} : { password }),
});

/** Brings a web address into a folder; the file is called what the other side says, and a taken name keeps both (X03). */
export const downloadTask = (user: string, address: string, target: string): NewTask => ({
  user,
  type: 'DOWN',
  source: address,
  target,
});

/** Deletes a large tree for good. */
export const removeTask = (user: string, source: string): NewTask => ({ user, type: 'REMOVE', source });
