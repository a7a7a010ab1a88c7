import * as fs from 'node:fs';
import * as fsPromises from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Disk calls recorded in a test: `sync a`, `rename a -> b`, `link a -> b`, `unlink a`, `rmdir a`, with paths relative
 * to the root.
 */
export interface DiskCallRecorder {
  /** Returns the calls since the last time and clears the record. */
  readonly takeCalls: () => readonly string[];
  readonly stop: () => void;
}

/**
 * Records the calls that make bytes and names durable, and passes them on. Without a power failure no file system shows
 * a missing sync, but the order of these calls does. Calls in worker threads and child processes are not recorded.
 */
export const recordDiskCalls = async (root: string): Promise<DiskCallRecorder> => {
  const require = createRequire(import.meta.url);
  const blocking: typeof fs = require('node:fs') as typeof fs;
  const promises: typeof fsPromises = require('node:fs/promises') as typeof fsPromises;
  const handle = await fsPromises.open(root);
  const files = Object.getPrototypeOf(handle) as fsPromises.FileHandle;
  await handle.close();
  let calls: string[] = [];
  // In /proc, `self` is the process of the calling thread.
  const pathOfDescriptor = (fd: number): string => relative(root, fs.readlinkSync(`/proc/self/fd/${fd}`)) || '.';
  const relativePath = (path: unknown): string =>
    relative(root, join(fs.realpathSync(dirname(String(path))), basename(String(path))));

  const undo: (() => void)[] = [];
  const intercept = <K extends string, A extends unknown[]>(
    on: Record<K, (...args: A) => unknown>,
    name: K,
    describe: (self: unknown, args: A) => string,
  ): void => {
    const real = on[name];
    on[name] = function (this: unknown, ...args: A): unknown {
      calls.push(describe(this, args));
      return Reflect.apply(real, this, args);
    };
    undo.push(() => {
      on[name] = real;
    });
  };
  intercept<'sync', []>(files, 'sync', (self) => `sync ${pathOfDescriptor((self as fsPromises.FileHandle).fd)}`);
  intercept<'fsyncSync', [number]>(blocking, 'fsyncSync', (_, [fd]) => `sync ${pathOfDescriptor(fd)}`);
  const describePair =
    (verb: string) =>
    (_: unknown, [from, to]: [fs.PathLike, fs.PathLike]) =>
      `${verb} ${relativePath(from)} -> ${relativePath(to)}`;
  intercept<'renameSync', [fs.PathLike, fs.PathLike]>(blocking, 'renameSync', describePair('rename'));
  intercept<'rename', [fs.PathLike, fs.PathLike]>(promises, 'rename', describePair('rename'));
  intercept<'link', [fs.PathLike, fs.PathLike]>(promises, 'link', describePair('link'));
  for (const verb of ['unlink', 'rmdir'] as const)
    intercept<typeof verb, [fs.PathLike]>(promises, verb, (_, [path]) => `${verb} ${relativePath(path)}`);
  syncBuiltinESMExports();
  return {
    takeCalls: () => {
      const all = calls;
      calls = [];
      return all;
    },
    stop: () => {
      for (const restore of undo) restore();
      syncBuiltinESMExports();
    },
  };
};
