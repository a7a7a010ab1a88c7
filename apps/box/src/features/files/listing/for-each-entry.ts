import { type Dirent, opendirSync, readdirSync } from 'node:fs';
import { fromDisk } from '../../../storage/vault/disk-names.ts';

/** Entries read per call. A small batch costs more per entry; a batch of tens of thousands only uses memory. */
const READ_BATCH_ENTRIES = 1024;
/** U+FFFD, which Node puts in place of bytes that are not valid UTF-8. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/**
 * Visits every entry of a folder in disk order. `readdir` would sort the names, which doubles the time, and callers
 * sort them differently anyway. Names that are not valid UTF-8 are read again as bytes. Blocking: run it in a worker
 * thread.
 */
export const forEachEntry = (path: string, visit: (name: string, entry: Dirent<string | Buffer>) => void): void => {
  const folder = opendirSync(path, { bufferSize: READ_BATCH_ENTRIES });
  let isAllUtf8 = true;
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      const { name } = entry;
      if (name.includes(REPLACEMENT_CHARACTER)) isAllUtf8 = false;
      else visit(name, entry);
    }
  } finally {
    folder.closeSync();
  }
  if (isAllUtf8) return;
  for (const entry of readdirSync(path, { withFileTypes: true, encoding: 'buffer' }))
    if (entry.name.toString().includes(REPLACEMENT_CHARACTER)) visit(fromDisk(entry.name), entry);
};
