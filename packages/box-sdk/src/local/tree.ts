import type { BigIntStats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@boxwood/command-bus';
import { BoxFailure, strangersIn } from '@boxwood/command-bus';
import { MakeFolder } from '../files/commands.ts';
import { joinPath } from '../files/model.ts';
import type { ManyOptions, Sent } from '../transfers/upload-many.ts';
import { uploadMany } from '../transfers/upload-many.ts';
import type { UploadSource } from '../transfers/upload.ts';
import { fromDisk, toDisk } from './disk-names.ts';
import { fileBody, readExactly } from './file-body.ts';

/** A local file to upload to `target`; `from` is a path as {@link toDisk} accepts it. */
export interface LocalFile extends UploadSource {
  readonly from: string;
}

const NS = 1_000_000_000n;

/** Modification time of a file in seconds with nanosecond precision. */
const timeOf = ({ mtimeNs }: BigIntStats): string => {
  const part = ((mtimeNs % NS) + NS) % NS;
  return `${(mtimeNs - part) / NS}.${String(part).padStart(9, '0')}`;
};

/** Reads a part of a file. */
const readPart = async (
  from: string,
  seen: BigIntStats,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const file = await open(toDisk(from), 'r');
  try {
    const buffer = new Uint8Array(end - start);
    await readExactly(file, { from, seen }, buffer, start);
    return buffer;
  } finally {
    await file.close();
  }
};

const sourceOf = (from: string, target: string, seen: BigIntStats): LocalFile => ({
  from,
  target,
  size: Number(seen.size),
  mtime: timeOf(seen),
  read: (start, end) => readPart(from, seen, start, end),
  rest: (start) => fileBody({ from, seen, start }),
});

/** Creates an upload source for `uploadFile` and `uploadMany` from a local file, with its modification time. */
export const localFile = async (from: string, target: string): Promise<LocalFile> =>
  sourceOf(from, target, await stat(toDisk(from), { bigint: true }));

export interface TreeOptions {
  /** Whether to include an entry, by its path relative to the folder; paths of folders end with a slash. */
  readonly filter?: (path: string) => boolean;
  /** Called for entries that are neither files nor folders: links, pipes, devices. */
  readonly onSkipped?: (from: string) => void;
  /** Called for every folder, before its entries. */
  readonly onFolder?: (path: string) => Promise<void> | void;
}

/** Iterates over all files below a local folder, with their target paths below `target`. */
export const localTree = async function* (
  from: string,
  target: string,
  options: TreeOptions = {},
  below = '',
): AsyncGenerator<LocalFile, void, undefined> {
  await options.onFolder?.(below);
  const found = await readdir(toDisk(from), { withFileTypes: true, encoding: 'buffer' });
  const entries = found.map((entry) => ({ entry, name: fromDisk(entry.name) }));
  for (const { entry, name } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${below}${name}`;
    const at = join(from, name);
    if (entry.isDirectory()) {
      if (options.filter?.(`${path}/`) ?? true) yield* localTree(at, joinPath(target, name), options, `${path}/`);
    } else if (!entry.isFile()) options.onSkipped?.(at);
    else if (options.filter?.(path) ?? true) yield localFile(at, joinPath(target, name));
  }
};

const FOLDER_OPTIONS: readonly (keyof ManyOptions | keyof TreeOptions)[] = [
  ...(['filter', 'keep', 'onProgress', 'onSkipped', 'parallel', 'patienceMs', 'signal', 'timers'] as const),
];

/**
 * Uploads the content of a local folder into a folder of the box, including empty folders. Small files are bundled,
 * several transfers run at a time, and files that already exist on the box are skipped.
 *
 * @example
 * ```ts
 * const { uploadFolder } = await import('@boxwood/box-sdk/node');
 * for await (const { source, result } of uploadFolder(box, './photos', '/mnt/usb1/ann/Photos'))
 *   console.log(source.from, result._tag === 'Right' ? 'there' : result.left._tag);
 * ```
 * @throws BoxFailure when an option is not known
 */
export const uploadFolder = (
  client: Pick<Client, 'exec' | 'transfer'>,
  from: string,
  target: string,
  options: ManyOptions & Omit<TreeOptions, 'onFolder'> = {},
): AsyncGenerator<Sent<LocalFile>, void, undefined> => {
  const strangers = strangersIn(options, FOLDER_OPTIONS);
  if (strangers.length > 0)
    throw new BoxFailure({ _tag: 'Malformed', at: 'params', issues: strangers }, 'uploadFolder');
  const onFolder = async (below: string): Promise<void> => {
    const path = joinPath(target, below).replace(/\/$/, '');
    const made = await client.exec(MakeFolder, { path })();
    if (made._tag === 'Left') throw new BoxFailure(made.left, MakeFolder.name);
  };
  return uploadMany(client, localTree(from, target, { ...options, onFolder }), options);
};
