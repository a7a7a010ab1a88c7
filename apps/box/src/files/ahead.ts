import { lstatSync } from 'node:fs';
import { joinDisk } from '../vault/names.ts';
import { OWN_PREFIX } from '../vault/own-names.ts';

/**
 * A folder that another thread is reading. `bytes` is the size of its directory file; the reader sets `done` to 1 when
 * it has finished.
 */
export interface AheadRequest {
  readonly path: string;
  readonly bytes: number;
  readonly over: Int32Array<SharedArrayBuffer>;
}

/** Size of one directory block, in bytes. */
const BLOCK = 4096;

/**
 * Warms the page cache with the directory blocks of a large folder while another thread reads it. ext4 stores names by
 * hash, and a reader waits for every block; looking up missing names touches the blocks in random order, ahead of that
 * reader. Blocking: run it in a worker thread.
 */
export const fetchAhead = ({ path, bytes, over }: AheadRequest): void => {
  for (let at = 0; at < bytes / BLOCK && Atomics.load(over, 0) === 0; at += 1)
    lstatSync(joinDisk(path, `${OWN_PREFIX}-${at}`), { throwIfNoEntry: false });
};
