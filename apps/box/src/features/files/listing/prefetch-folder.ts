import { lstatSync } from 'node:fs';
import { joinDisk } from '../../../storage/vault/disk-names.ts';
import { BOX_FILE_PREFIX } from '../../../storage/vault/own-names.ts';

/**
 * A folder that another thread is reading. `bytes` is the size of its directory file; the reader sets `done` to 1 when
 * it has finished.
 */
export interface FolderPrefetchRequest {
  readonly path: string;
  readonly bytes: number;
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** Size of one directory block, in bytes. */
const DIRECTORY_BLOCK_BYTES = 4096;

/**
 * Warms the page cache with the directory blocks of a large folder while another thread reads it. ext4 stores names by
 * hash, so that thread waits for every block; looking up missing names touches the blocks in random order before it
 * does. Blocking: run it in a worker thread.
 */
export const prefetchFolder = ({ path, bytes, done }: FolderPrefetchRequest): void => {
  for (let block = 0; block < bytes / DIRECTORY_BLOCK_BYTES && Atomics.load(done, 0) === 0; block += 1)
    lstatSync(joinDisk(path, `${BOX_FILE_PREFIX}-${block}`), { throwIfNoEntry: false });
};
