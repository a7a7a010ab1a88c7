import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../vault/refusal.ts';

/** Syncs a file or a folder to disk. */
export const syncPath = (path: string): void => {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } catch (failure) {
    // File systems that cannot sync a folder return one of these.
    const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw failure;
  } finally {
    closeSync(fd);
  }
};

/** Syncs a folder, if its file system supports that. */
export const syncFolder = (folder: string): void => {
  try {
    syncPath(folder);
  } catch (failure) {
    if (errnoOf(failure) !== 'EINVAL' && errnoOf(failure) !== 'ENOTSUP') throw failure;
  }
};

/** Writes a small file atomically and durably, readable by this user only. */
export const writeFileAtomically = (file: string, content: string): void => {
  const temporary = `${file}.new-${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  syncPath(temporary);
  renameSync(temporary, file);
  syncFolder(dirname(file));
};
