import { type Dirent, opendirSync, readdirSync } from 'node:fs';
import { fromDisk } from '../vault/names.ts';

/** Entries that are fetched at once: a handful takes longer for each, tens of thousands are kept in memory for nothing. */
const PIECE = 1024;
/** What stands in a text for bytes that are none. */
const NO_TEXT = '\uFFFD';

/**
 * Visits everything in a folder, as the disk has it: what reads a folder at once sorts its names, which takes as long again, and here they get another order.
 * Names that are no text are read once more, as bytes. Blocks: it belongs into a worker thread.
 */
export const eachEntry = (path: string, visit: (name: string, entry: Dirent<string | Buffer>) => void): void => {
  const folder = opendirSync(path, { bufferSize: PIECE });
  let isText = true;
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      const { name } = entry;
      if (name.includes(NO_TEXT)) isText = false;
      else visit(name, entry);
    }
  } finally {
    folder.closeSync();
  }
  if (isText) return;
  for (const entry of readdirSync(path, { withFileTypes: true, encoding: 'buffer' }))
    if (entry.name.toString().includes(NO_TEXT)) visit(fromDisk(entry.name), entry);
};
