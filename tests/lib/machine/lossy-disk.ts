/** A real file system whose power can be cut: everything that was not synced is lost. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type FileSystem = 'ext4' | 'xfs';

export interface LossyDisk {
  readonly kind: FileSystem;
  /** The mount point. */
  readonly folder: string;
  /** Nothing more reaches the disk: every call fails until {@link restore}. */
  readonly cut: () => void;
  /**
   * Mounts it again, as after a power cut: the file system's journal is replayed. No process may have a file open
   * there.
   */
  readonly restore: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const BYTES = 400 * 1024 * 1024;
// The system writes nothing by itself for the duration of a test.
const OPTIONS: Readonly<Record<FileSystem, string>> = { ext4: 'loop,commit=300', xfs: 'loop' };

const run = (command: string, ...args: readonly string[]): string | null => {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  return done.status === 0 ? null : `${command}: ${done.error?.message ?? done.stderr.trim()}`;
};
const must = (failed: string | null): void => {
  if (failed !== null) throw new Error(failed);
};
/** Processes with open files there end a moment after the box. */
const unmount = async (folder: string): Promise<void> => {
  let failed = run('umount', folder);
  for (let tries = 0; failed !== null && tries < 200; tries++) {
    await delay(25);
    failed = run('umount', folder);
  }
  must(failed);
};

/** Null where the machine can create one, otherwise the reason. */
export const lossyDiskUnavailableReason = async (kind: FileSystem): Promise<string | null> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting a disk needs root';
  for (const tool of [`mkfs.${kind}`, 'xfs_io'])
    if (run(tool, '-V') !== null) return `${tool} is missing (e2fsprogs, xfsprogs)`;
  try {
    await makeLossyDisk(kind).remove();
    return null;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
};

/** Creates and mounts a disk. The caller removes it, whatever happens. */
export const makeLossyDisk = (kind: FileSystem): LossyDisk => {
  const base = mkdtempSync(join(tmpdir(), 'boxwood-disk-'));
  const image = join(base, 'image');
  const folder = join(base, 'mounted');
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, BYTES);
  const mount = (): string | null => run('mount', '-o', OPTIONS[kind], image, folder);
  const failed = run(`mkfs.${kind}`, '-q', image) ?? mount();
  if (failed !== null) {
    rmSync(base, { recursive: true });
    throw new Error(failed);
  }
  const letGo = (): void => {
    run('umount', '-l', folder);
  };
  process.once('exit', letGo);
  return {
    kind,
    folder,
    cut: () => {
      must(run('xfs_io', '-x', '-c', 'shutdown', folder));
    },
    restore: async () => {
      await unmount(folder);
      must(mount());
    },
    remove: async () => {
      // Other processes may still hold the disk; it is released when they end.
      if (readFileSync('/proc/mounts', 'utf8').includes(` ${folder} `)) await unmount(folder).catch(letGo);
      process.removeListener('exit', letGo);
      // A child of a killed box may end a moment later, and write into the bare folder until then.
      rmSync(base, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
    },
  };
};
