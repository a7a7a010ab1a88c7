/**
 * Archive formats that a box packs (zip, tar, tar.gz). A real box unpacks more formats; the simulator unpacks only
 * these.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ArchiveEntry } from './archive-entry.ts';
import { readTar, writeTar } from './tar-format.ts';
import { readZip, writeZip } from './zip-format.ts';

const SUFFIXES = ['.tar.gz', '.tar', '.zip'] as const;

export const suffixOf = (path: string): (typeof SUFFIXES)[number] | undefined =>
  SUFFIXES.find((suffix) => path.toLowerCase().endsWith(suffix));

export const pack = (suffix: (typeof SUFFIXES)[number], entries: readonly ArchiveEntry[]): Uint8Array => {
  switch (suffix) {
    case '.zip':
      return writeZip(entries);
    case '.tar':
      return writeTar(entries);
    case '.tar.gz':
      return gzipSync(writeTar(entries));
  }
};

/** Undefined when the bytes are not such an archive. */
export const unpack = (suffix: (typeof SUFFIXES)[number], bytes: Uint8Array): readonly ArchiveEntry[] | undefined => {
  try {
    switch (suffix) {
      case '.zip':
        return readZip(bytes);
      case '.tar':
        return readTar(bytes);
      case '.tar.gz':
        return readTar(gunzipSync(bytes));
    }
  } catch {
    return undefined; // truncated or damaged
  }
};
