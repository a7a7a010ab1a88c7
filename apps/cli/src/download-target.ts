import { constants } from 'node:fs';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fromDisk, toDisk } from '@boxwood/box-sdk/node';

/**
 * The target of a download. Only a regular file is replaced, a missing one is created, and a link is followed. Any
 * other target receives the bytes as a stream; `output` is the standard output under one of its names.
 */
export interface DownloadTarget {
  readonly kind: 'file' | 'stream' | 'output';
  readonly path: string;
}

/** A target that receives bytes chunk by chunk. */
export interface ByteSink {
  writeFile(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

const STDOUT_PATH = /^\/(dev\/(stdout|fd\/1)|proc\/(self|\d+)\/fd\/1)$/;
/** An open file descriptor. It may lead to a regular file, which must not be replaced. */
const DESCRIPTOR_PATH = /^\/(dev\/(stderr|fd\/\d+)|proc\/(self|\d+)\/fd\/\d+)$/;
const MAX_LINKS = 40;

/** Follows links one by one, because the last link to an open descriptor has a target name that cannot be used. */
export const resolveTarget = async (path: string): Promise<DownloadTarget> => {
  let at = resolve(path);
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (STDOUT_PATH.test(at)) return { kind: 'output', path: at };
    if (DESCRIPTOR_PATH.test(at)) return { kind: 'stream', path: at };
    const found = await lstat(toDisk(at)).catch(() => undefined);
    if (found === undefined || found.isFile()) return { kind: 'file', path: at };
    if (!found.isSymbolicLink()) return { kind: 'stream', path: at };
    const [folder, to] = await Promise.all([realpath(toDisk(dirname(at)), 'buffer'), readlink(toDisk(at), 'buffer')]);
    at = resolve(fromDisk(folder), fromDisk(to));
  }
  return { kind: 'stream', path: at };
};

/** Opens a target that is not a regular file, without creating or truncating it. */
export const openSink = async ({ kind, path }: DownloadTarget): Promise<ByteSink> => {
  if (kind !== 'output') return open(toDisk(path), constants.O_WRONLY | constants.O_APPEND);
  // When the reader closes the pipe, the failed write reports it.
  process.stdout.on('error', () => undefined);
  return {
    writeFile: (chunk) =>
      new Promise((resolvePromise, reject) => {
        process.stdout.write(chunk, (failure) => {
          if (failure) reject(failure);
          else resolvePromise();
        });
      }),
    close: () => Promise.resolve(),
  };
};
