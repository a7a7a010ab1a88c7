import { constants } from 'node:fs';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fromDisk, toDisk } from '@boxwood/box-sdk/node';

/**
 * Where a download goes. Only a regular file is replaced, and what is not there is made; a link is followed to what it names. Everything else
 * takes the bytes as they come: `output` is the standard output under one of its names.
 */
export interface Target {
  readonly kind: 'file' | 'stream' | 'output';
  readonly path: string;
}

/** What takes bytes one piece after the other. */
export interface Sink {
  writeFile(piece: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

const OUTPUT = /^\/(dev\/(stdout|fd\/1)|proc\/(self|\d+)\/fd\/1)$/;
/** Something that is open already. What it leads to may be a regular file, which is somebody else's to replace. */
const OPEN = /^\/(dev\/(stderr|fd\/\d+)|proc\/(self|\d+)\/fd\/\d+)$/;
const MOST_LINKS = 40;

/** Follows links one by one: the last step to something open leads to a name that is good for nothing. */
export const targetOf = async (path: string): Promise<Target> => {
  let at = resolve(path);
  for (let links = 0; links < MOST_LINKS; links += 1) {
    if (OUTPUT.test(at)) return { kind: 'output', path: at };
    if (OPEN.test(at)) return { kind: 'stream', path: at };
    const found = await lstat(toDisk(at)).catch(() => undefined);
    if (found === undefined || found.isFile()) return { kind: 'file', path: at };
    if (!found.isSymbolicLink()) return { kind: 'stream', path: at };
    const [folder, to] = await Promise.all([realpath(toDisk(dirname(at)), 'buffer'), readlink(toDisk(at), 'buffer')]);
    at = resolve(fromDisk(folder), fromDisk(to));
  }
  return { kind: 'stream', path: at };
};

/** Opens what is no file. Nothing is made or cut short. */
export const openSink = async ({ kind, path }: Target): Promise<Sink> => {
  if (kind !== 'output') return open(toDisk(path), constants.O_WRONLY | constants.O_APPEND);
  // Whoever reads may leave; the piece that was not taken says so.
  process.stdout.on('error', () => undefined);
  return {
    writeFile: (piece) =>
      new Promise((taken, refused) => {
        process.stdout.write(piece, (failure) => {
          if (failure) refused(failure);
          else taken();
        });
      }),
    close: () => Promise.resolve(),
  };
};
