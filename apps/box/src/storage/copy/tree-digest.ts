import { createHash, type Hash } from 'node:crypto';
import * as fs from 'node:fs';
import { OpenDirectory, type RawFileName } from './open-directory.ts';
import type { Progress } from '../../runtime/progress.ts';

/**
 * A digest of the names, kinds, sizes and times in a tree, without reading file contents. Undo compares it before it
 * removes a copied or extracted folder: any added or edited file changes the digest.
 */
export function treeDigest(from: OpenDirectory, name: RawFileName, gauge: Progress): string {
  const hash = createHash('sha256');
  visit(from, name, '', hash, gauge);
  return hash.digest('base64url');
}

function visit(folder: OpenDirectory, name: RawFileName, path: string, hash: Hash, gauge: Progress): void {
  gauge.throwIfStopped();
  const stat = fs.lstatSync(folder.entryPath(name), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    hash.update(`${path}\0${stat.isFile() ? 'f' : 'o'}\0${stat.size}\0${stat.mtimeNs}\0`);
    return;
  }
  hash.update(`${path}\0d\0`);
  OpenDirectory.withOpen(folder.entryPath(name), (inner) => {
    for (const child of inner.entryNames().sort((a, b) => a.compare(b)))
      visit(inner, child, `${path}/${child.toString('hex')}`, hash, gauge);
  });
}
