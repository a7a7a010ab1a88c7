/**
 * Builders of the parameters of {@link AddTask}, one per operation (B113). They are pure functions, so that tasks can
 * be previewed and queued.
 */
import { joinPath } from '../files/file-model.ts';
import type { Conflict, NewTask } from './task-model.ts';

/** Copies one item into a folder. */
export const copyTask = (user: string, source: string, target: string, conflict: Conflict = 1): NewTask => ({
  user,
  type: 'COPY',
  source,
  target,
  conflict,
});

/** Moves one item into a folder, also across volumes. */
export const moveTask = (user: string, source: string, target: string, conflict: Conflict = 1): NewTask => ({
  user,
  type: 'MOVE',
  source,
  target,
  conflict,
});

/** Encrypts a file into a folder of the safe; the result has the additional suffix `.hyencrypt_v3`. */
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

/** Compresses entries of a folder into `{target}/{name}.{suffix}` (ARCHIVE-03). */
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

/** Extracts an archive into a folder. */
export const extractTask = (user: string, source: string, target: string, password?: string): NewTask => ({
  user,
  type: 'DECOMPRESS',
  source,
  target,
  ...(password === undefined ? {} : { password }),
});

/**
 * Downloads a URL into a folder. The server decides the file name; when it exists already, both files are kept (X03).
 */
export const downloadTask = (user: string, address: string, target: string): NewTask => ({
  user,
  type: 'DOWN',
  source: address,
  target,
});

/** Permanently deletes a large tree. */
export const removeTask = (user: string, source: string): NewTask => ({ user, type: 'REMOVE', source });
