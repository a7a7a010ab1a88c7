import * as fs from 'node:fs';
import * as later from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Disk calls recorded in a test: `sync a`, `rename a -> b`, `link a -> b`, `unlink a`, `rmdir a`, with paths relative
 * to the root.
 */
export interface DiskWatch {
  /** Returns the calls since the last time and clears the record. */
  readonly taken: () => readonly string[];
  readonly stop: () => void;
}

/**
 * Records the calls that make bytes and names durable, and passes them on. Without a power failure no file system shows
 * a missing sync, but the order of these calls does. Calls in worker threads and child processes are not recorded.
 */
export const watchDisk = async (root: string): Promise<DiskWatch> => {
  const require = createRequire(import.meta.url);
  const blocking: typeof fs = require('node:fs') as typeof fs;
  const waiting: typeof later = require('node:fs/promises') as typeof later;
  const handle = await later.open(root);
  const files = Object.getPrototypeOf(handle) as later.FileHandle;
  await handle.close();
  let told: string[] = [];
  // In /proc, `self` is the process of the calling thread.
  const opened = (fd: number): string => relative(root, fs.readlinkSync(`/proc/self/fd/${fd}`)) || '.';
  const named = (path: unknown): string =>
    relative(root, join(fs.realpathSync(dirname(String(path))), basename(String(path))));

  const undo: (() => void)[] = [];
  const hear = <K extends string, A extends unknown[]>(
    on: Record<K, (...args: A) => unknown>,
    name: K,
    tell: (self: unknown, args: A) => string,
  ): void => {
    const real = on[name];
    on[name] = function (this: unknown, ...args: A): unknown {
      told.push(tell(this, args));
      return Reflect.apply(real, this, args);
    };
    undo.push(() => {
      on[name] = real;
    });
  };
  hear<'sync', []>(files, 'sync', (self) => `sync ${opened((self as later.FileHandle).fd)}`);
  hear<'fsyncSync', [number]>(blocking, 'fsyncSync', (_, [fd]) => `sync ${opened(fd)}`);
  const pair =
    (word: string) =>
    (_: unknown, [from, to]: [fs.PathLike, fs.PathLike]) =>
      `${word} ${named(from)} -> ${named(to)}`;
  hear<'renameSync', [fs.PathLike, fs.PathLike]>(blocking, 'renameSync', pair('rename'));
  hear<'rename', [fs.PathLike, fs.PathLike]>(waiting, 'rename', pair('rename'));
  hear<'link', [fs.PathLike, fs.PathLike]>(waiting, 'link', pair('link'));
  for (const word of ['unlink', 'rmdir'] as const)
    hear<typeof word, [fs.PathLike]>(waiting, word, (_, [path]) => `${word} ${named(path)}`);
  syncBuiltinESMExports();
  return {
    taken: () => {
      const all = told;
      told = [];
      return all;
    },
    stop: () => {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
};
