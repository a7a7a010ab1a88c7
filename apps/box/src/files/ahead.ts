import { lstatSync } from 'node:fs';
import { joinDisk } from '../vault/names.ts';
import { OWN_PREFIX } from '../vault/own-names.ts';

/** A folder that somebody is going through: how long its list of names is on the disk, and 1 when they are done. */
export interface AheadRequest {
  readonly path: string;
  readonly bytes: number;
  readonly over: Int32Array<SharedArrayBuffer>;
}

/** What a file system reads of a folder at once. */
const BLOCK = 4096;

/**
 * Has the system fetch the names of a large folder while another thread goes through them. ext4 keeps names by their hash, some hundred in a block, and
 * who goes through them waits for each block of a thousand in turn. Who looks for names that are not there meets the blocks in any order, those that are
 * still to come among them. Blocks: it belongs into a worker thread.
 */
export const fetchAhead = ({ path, bytes, over }: AheadRequest): void => {
  for (let at = 0; at < bytes / BLOCK && Atomics.load(over, 0) === 0; at += 1)
    lstatSync(joinDisk(path, `${OWN_PREFIX}-${at}`), { throwIfNoEntry: false });
};
