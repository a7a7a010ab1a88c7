import { createHash, type Hash } from 'node:crypto';
import * as fs from 'node:fs';
import { Folder, type Name } from './folder.ts';
import type { Gauge } from '../runtime/gauge.ts';

/**
 * A digest of what a tree holds as far as names, kinds, sizes and times tell, without reading content. Undo compares it before it takes a
 * copied or extracted folder away: whatever somebody added or edited in it meanwhile changes the digest.
 */
export function treeDigest(from: Folder, name: Name, gauge: Gauge): string {
  const hash = createHash('sha256');
  visit(from, name, '', hash, gauge);
  return hash.digest('base64url');
}

function visit(folder: Folder, name: Name, path: string, hash: Hash, gauge: Gauge): void {
  gauge.check();
  const stat = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    hash.update(`${path}\0${stat.isFile() ? 'f' : 'o'}\0${stat.size}\0${stat.mtimeNs}\0`);
    return;
  }
  hash.update(`${path}\0d\0`);
  Folder.within(folder.at(name), (inner) => {
    for (const child of inner.names().sort((a, b) => a.compare(b)))
      visit(inner, child, `${path}/${child.toString('hex')}`, hash, gauge);
  });
}
