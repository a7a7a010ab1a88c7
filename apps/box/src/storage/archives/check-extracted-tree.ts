import * as fs from 'node:fs';
import { staysInside } from '../copy/copy-tree.ts';
import { OpenDirectory, type RawFileName } from '../copy/open-directory.ts';
import type { Progress } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { readableName } from './name-encoding.ts';
import { MAX_ENTRIES } from './archive-listing.ts';

/**
 * Checks the files that an extraction really wrote, independently of the listing. Allows files, folders and links that
 * stay inside; removes special mode bits, makes the box the owner, and converts names in old encodings where they are
 * known. For worker threads.
 *
 * @returns the number of entries
 * @throws OperationFailed 15 a device, pipe or link that leads out; 16 more than {@link MAX_ENTRIES}
 */
export function checkExtractedTree(parent: OpenDirectory, name: RawFileName, zip: boolean, progress: Progress): number {
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  let count = 0;
  const visit = (folder: OpenDirectory, entry: RawFileName, inside: readonly string[]): void => {
    progress.throwIfStopped();
    count += 1;
    if (count > MAX_ENTRIES) throw new OperationFailed(OPS.tooLarge, 'too many entries');
    const path = folder.entryPath(entry);
    const stat = fs.lstatSync(path);
    if (stat.isSymbolicLink()) {
      if (!staysInside(fs.readlinkSync(path), inside)) throw new OperationFailed(OPS.unsafeEntry, 'link');
      fs.lchownSync(path, owner.uid, owner.gid);
      return;
    }
    if (!stat.isDirectory() && !stat.isFile()) throw new OperationFailed(OPS.unsafeEntry, 'special');
    fs.lchownSync(path, owner.uid, owner.gid);
    if (stat.isFile()) {
      fs.chmodSync(path, ((stat.mode & 0o777) | 0o600) & ~0o022);
      return;
    }
    fs.chmodSync(path, 0o700);
    OpenDirectory.withOpen(path, (inner) => {
      for (const child of inner.entryNames()) {
        const readable = readableName(child, zip);
        const free =
          readable !== null && fs.lstatSync(inner.entryPath(readable), { throwIfNoEntry: false }) === undefined;
        if (free) fs.renameSync(inner.entryPath(child), inner.entryPath(readable));
        const finalName = free ? readable : child;
        visit(inner, finalName, [...inside, finalName.toString()]);
      }
    });
    fs.chmodSync(path, ((stat.mode & 0o777) | 0o700) & ~0o022);
    fs.lutimesSync(path, stat.atime, stat.mtime);
  };
  visit(parent, name, []);
  return count - 1;
}
