import * as fs from 'node:fs';
import { runProgramSync } from '../runtime/programs.ts';
import { PROGRAMS } from '../runtime/registry.ts';
import { Folder, type Name } from './folder.ts';

/** From this many files on, one sync of the file system is cheaper than one of each file. */
const MANY = 16;

/**
 * Puts a staged tree on the disk before it is shown: each file and folder, or for a large tree the file system as a whole, through
 * `sync -f` of coreutils where it is there (Node has no syncfs).
 */
export function syncTree(parent: Folder, name: Name, entries: number): void {
  if (entries > MANY && process.platform === 'linux') {
    // `self` would be the child's own: name the descriptor through this process.
    const path = `/proc/${process.pid}/fd/${parent.fd}`;
    if (runProgramSync('sync', ['-f', path], { as: PROGRAMS.sync, deadlineMs: 600_000 }) === 0) return;
  }
  syncEach(parent, name);
}

function syncEach(parent: Folder, name: Name): void {
  const stat = fs.lstatSync(parent.at(name));
  if (stat.isDirectory()) {
    Folder.within(parent.at(name), (folder) => {
      for (const child of folder.names()) syncEach(folder, child);
      folder.sync();
    });
  } else if (stat.isFile()) {
    const fd = fs.openSync(parent.at(name), fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  }
}
