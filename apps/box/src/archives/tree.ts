import * as fs from 'node:fs';
import { type Folder, type Name } from '../copy/folder.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';
import { isOwnName } from '../vault/own-names.ts';

/** A file, folder or link as it goes into an archive. */
export interface TreeEntry {
  /** Below the folder whose entries are packed, with `/` between names and none at the end. */
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'link';
  /** As Unix has it, with what it is. */
  readonly mode: number;
  /** Epoch seconds. */
  readonly mtime: number;
  /** Bytes of its content. */
  readonly size: number;
  /** To be read before the next entry is asked for; a piece is there until the next one is. Of a link it is where it points, a folder has none. */
  readonly content: Iterable<Buffer>;
  /** Where a link points; empty for everything else. */
  readonly target: Buffer;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
const NONE = Buffer.alloc(0);
const SLASH = Buffer.from('/');

const unreadable = (): OperationFailed => new OperationFailed(OPS.sourceOpen, 'some files could not be read');

/** What goes wrong with what is read is told from what goes wrong with what is written. */
const reading = <T>(work: () => T): T => {
  try {
    return work();
  } catch {
    throw unreadable();
  }
};

const secondsOf = ({ mtimeMs }: fs.Stats): number => Math.floor(mtimeMs / 1000);

/**
 * An entry and all below it, a folder before what it holds. Each is opened in the folder that holds it, which is open, and no link is followed: what
 * is put in the place of something else meanwhile leads nowhere. Synchronous: for worker threads.
 * @param memory files are read into it, piece by piece: what comes and goes in a thread is not given back to the system when it ends
 * @throws OperationFailed 6 what cannot be read, or became shorter; 8 a device, pipe or socket
 */
export function* entriesBelow(
  folder: Folder,
  name: Buffer,
  memory: Buffer,
  above: Buffer = NONE,
): Generator<TreeEntry> {
  const stat = reading(() => fs.lstatSync(folder.at(name)));
  const path = Buffer.concat([above, name]);
  const base = { name: path, mode: stat.mode, mtime: secondsOf(stat) };
  if (stat.isDirectory()) {
    const inner = reading(() => folder.open(name));
    try {
      yield { ...base, kind: 'folder', size: 0, content: [], target: NONE };
      const below = Buffer.concat([path, SLASH]);
      for (const each of reading(() => inner.names()))
        if (!isOwnName(each.toString())) yield* entriesBelow(inner, each, memory, below);
    } finally {
      inner.close();
    }
  } else if (stat.isSymbolicLink()) {
    const target = reading(() => fs.readlinkSync(folder.at(name), 'buffer'));
    yield { ...base, kind: 'link', size: target.length, content: [target], target };
  } else if (stat.isFile()) {
    const file = reading(() => openFile(folder.at(name)));
    try {
      // Another one may have its name by now.
      const opened = reading(() => fs.fstatSync(file));
      if (!opened.isFile()) throw unreadable();
      const { size, mode } = opened;
      const mtime = secondsOf(opened);
      yield { ...base, kind: 'file', mode, mtime, size, content: bytesOf(file, size, memory), target: NONE };
    } finally {
      fs.closeSync(file);
    }
  } else throw new OperationFailed(OPS.unsafePath, 'special files');
}

/** Opening a pipe waits for nobody. */
const openFile = (path: Name): number => fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);

/** As many bytes as were told: what is appended meanwhile does not belong to it. */
function* bytesOf(file: number, size: number, memory: Buffer): Generator<Buffer> {
  for (let at = 0; at < size;) {
    const bytes = reading(() => fs.readSync(file, memory, 0, Math.min(memory.length, size - at), at));
    if (bytes === 0) throw unreadable();
    at += bytes;
    yield memory.subarray(0, bytes);
  }
}
