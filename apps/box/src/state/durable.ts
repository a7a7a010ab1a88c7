import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../vault/refusal.ts';

/** Puts a file, or the names of a folder, on the disk itself. */
export const syncPath = (path: string): void => {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};

/** Puts the names of a folder on the disk, where its file system can. */
export const syncFolder = (folder: string): void => {
  try {
    syncPath(folder);
  } catch (failure) {
    if (errnoOf(failure) !== 'EINVAL' && errnoOf(failure) !== 'ENOTSUP') throw failure;
  }
};

/** Writes a small file that only this user may read: whole or not at all, also through a power cut. */
export const writeWhole = (file: string, content: string): void => {
  const made = `${file}.new-${process.pid}`;
  writeFileSync(made, content, { mode: 0o600 });
  syncPath(made);
  renameSync(made, file);
  syncFolder(dirname(file));
};
