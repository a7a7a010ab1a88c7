import * as fs from 'node:fs';
import { runProgramSync } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import { OpenDirectory, type RawFileName } from './open-directory.ts';

/** Above this number of entries, one sync of the whole file system is cheaper than one per file. */
const MAX_SINGLE_SYNCS = 16;

/**
 * Makes a staged tree durable before it becomes visible: each file and folder, or for a large tree the whole file
 * system with `sync -f` of coreutils where available (Node has no syncfs).
 */
export function syncTree(parent: OpenDirectory, name: RawFileName, entries: number): void {
  if (entries > MAX_SINGLE_SYNCS && process.platform === 'linux') {
    // `self` would be the child process, so the descriptor is addressed through this process.
    const path = `/proc/${process.pid}/fd/${parent.fd}`;
    if (runProgramSync('sync', ['-f', path], { as: PROGRAMS.sync, deadlineMs: 600_000 }) === 0) return;
  }
  syncEach(parent, name);
}

function syncEach(parent: OpenDirectory, name: RawFileName): void {
  const stat = fs.lstatSync(parent.entryPath(name));
  if (stat.isDirectory()) {
    OpenDirectory.withOpen(parent.entryPath(name), (folder) => {
      for (const child of folder.entryNames()) syncEach(folder, child);
      folder.fsync();
    });
  } else if (stat.isFile()) {
    const fd = fs.openSync(parent.entryPath(name), fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  }
}
