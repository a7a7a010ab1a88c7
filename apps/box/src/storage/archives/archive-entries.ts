import * as fs from 'node:fs';
import { type OpenDirectory, type RawFileName } from '../copy/open-directory.ts';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { isOwnName } from '../vault/own-names.ts';

/** A file, folder or link to be packed into an archive. */
export interface ArchiveSourceEntry {
  /** Path relative to the packed folder, with `/` as separator and none at the end. */
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'link';
  /** Unix mode with file type. */
  readonly mode: number;
  /** Epoch seconds. */
  readonly mtime: number;
  /** Bytes of its content. */
  readonly size: number;
  /**
   * Must be read before the next entry is requested; a chunk is valid until the next one. The target path for a link,
   * empty for a folder.
   */
  readonly content: Iterable<Buffer>;
  /** Target of a link; empty for other entries. */
  readonly target: Buffer;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
const EMPTY = Buffer.alloc(0);
const SLASH = Buffer.from('/');

const unreadable = (): OperationFailed => new OperationFailed(OPS.sourceOpen, 'some files could not be read');

/** Converts read errors, to distinguish them from write errors. */
const wrapReadErrors = <T>(work: () => T): T => {
  try {
    return work();
  } catch {
    throw unreadable();
  }
};

const secondsOf = ({ mtimeMs }: fs.Stats): number => Math.floor(mtimeMs / 1000);

/**
 * Yields an entry and everything below it, folders before their content. Entries are opened relative to their open
 * parent and links are not followed, so replacing a folder meanwhile has no effect. Synchronous, for worker threads.
 * @param buffer reusable read buffer, because memory allocated in a thread is not returned to the system when it ends
 * @throws OperationFailed 6 unreadable or truncated file; 8 a device, pipe or socket
 */
export function* entriesBelow(
  folder: OpenDirectory,
  name: Buffer,
  buffer: Buffer,
  parentPath: Buffer = EMPTY,
): Generator<ArchiveSourceEntry> {
  const stat = wrapReadErrors(() => fs.lstatSync(folder.entryPath(name)));
  const path = Buffer.concat([parentPath, name]);
  const base = { name: path, mode: stat.mode, mtime: secondsOf(stat) };
  if (stat.isDirectory()) {
    const inner = wrapReadErrors(() => folder.open(name));
    try {
      yield { ...base, kind: 'folder', size: 0, content: [], target: EMPTY };
      const childPrefix = Buffer.concat([path, SLASH]);
      for (const each of wrapReadErrors(() => inner.entryNames()))
        if (!isOwnName(each.toString())) yield* entriesBelow(inner, each, buffer, childPrefix);
    } finally {
      inner.close();
    }
  } else if (stat.isSymbolicLink()) {
    const target = wrapReadErrors(() => fs.readlinkSync(folder.entryPath(name), 'buffer'));
    yield { ...base, kind: 'link', size: target.length, content: [target], target };
  } else if (stat.isFile()) {
    const file = wrapReadErrors(() => openFile(folder.entryPath(name)));
    try {
      // Another file may have the name by now.
      const opened = wrapReadErrors(() => fs.fstatSync(file));
      if (!opened.isFile()) throw unreadable();
      const { size, mode } = opened;
      const mtime = secondsOf(opened);
      yield { ...base, kind: 'file', mode, mtime, size, content: bytesOf(file, size, buffer), target: EMPTY };
    } finally {
      fs.closeSync(file);
    }
  } else throw new OperationFailed(OPS.unsafePath, 'special files');
}

/** O_NONBLOCK prevents blocking on a named pipe. */
const openFile = (path: RawFileName): number => fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);

/** Reads as many bytes as the header states; bytes that are appended meanwhile are left out. */
function* bytesOf(file: number, size: number, buffer: Buffer): Generator<Buffer> {
  for (let at = 0; at < size;) {
    const bytes = wrapReadErrors(() => fs.readSync(file, buffer, 0, Math.min(buffer.length, size - at), at));
    if (bytes === 0) throw unreadable();
    at += bytes;
    yield buffer.subarray(0, bytes);
  }
}
