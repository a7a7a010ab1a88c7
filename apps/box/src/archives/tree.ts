import { readlink } from 'node:fs/promises';
import { OperationFailed, OPS } from '../copy/ops.ts';
import { type FileHandle, type Folder, toDisk } from '../vault/index.ts';
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
  /** To be read before the next entry is asked for. Of a link it is where it points, a folder has none. */
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Where a link points; empty for everything else. */
  readonly target: Buffer;
}

const PIECE = 256 * 1024;
const NONE = Buffer.alloc(0);

const unreadable = (): OperationFailed => new OperationFailed(OPS.sourceOpen, 'some files could not be read');

/** What goes wrong with what is read is told from what goes wrong with what is written. */
const reading = async <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw unreadable();
  });

/**
 * An entry and all below it, a folder before what it holds. Each is opened in the folder that holds it, which is open, and no link is followed: what
 * is put in the place of something else meanwhile leads nowhere.
 * @throws OperationFailed 6 what cannot be read, or became shorter; 8 a device, pipe or socket
 */
export async function* entriesBelow(folder: Folder, name: string, above = ''): AsyncGenerator<TreeEntry> {
  const stat = await reading(folder.lstat(name));
  if (stat === undefined) throw unreadable();
  const path = above + name;
  const base = { name: Buffer.from(toDisk(path)), mode: stat.mode, mtime: Math.floor(stat.mtimeMs / 1000) };
  if (stat.isDirectory()) {
    await using inner = await reading(folder.folder(name));
    yield { ...base, kind: 'folder', size: 0, content: [], target: NONE };
    for (const each of await reading(inner.names())) if (!isOwnName(each)) yield* entriesBelow(inner, each, `${path}/`);
  } else if (stat.isSymbolicLink()) {
    const target = await reading(readlink(folder.entryPath(name), 'buffer'));
    yield { ...base, kind: 'link', size: target.length, content: [target], target };
  } else if (stat.isFile()) {
    const file = await reading(folder.openFile(name));
    try {
      // Another one may have its name by now.
      const { size, mode, mtimeMs } = await reading(file.stat());
      const mtime = Math.floor(mtimeMs / 1000);
      yield { ...base, kind: 'file', mode, mtime, size, content: bytesOf(file, size), target: NONE };
    } finally {
      await file.close();
    }
  } else throw new OperationFailed(OPS.unsafePath, 'special files');
}

/** As many bytes as were told: what is appended meanwhile does not belong to it. */
async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    // Another one each time: whoever gets a piece may keep it for a while.
    const buffer = Buffer.allocUnsafe(Math.min(PIECE, size - at));
    const { bytesRead } = await reading(file.read(buffer, 0, buffer.length, at));
    if (bytesRead === 0) throw unreadable();
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
