import type { BigIntStats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@boxwood/command-bus';
import { BoxFailure, describeUnknownFields } from '@boxwood/command-bus';
import { MakeFolder } from '../files/file-commands.ts';
import { joinPath } from '../files/file-model.ts';
import type { UploadManyOptions, UploadManyResult } from '../transfers/upload-many.ts';
import { uploadMany } from '../transfers/upload-many.ts';
import type { UploadSource } from '../transfers/upload.ts';
import { fromDisk, toDisk } from './disk-name-encoding.ts';
import { fileBody, readExactly } from './file-body.ts';

/** A local file to upload to `target`; `from` is a path as {@link toDisk} accepts it. */
export interface LocalFile extends UploadSource {
  readonly from: string;
}

const NS = 1_000_000_000n;

/** Modification time of a file in seconds with nanosecond precision. */
const formatMtime = ({ mtimeNs }: BigIntStats): string => {
  const nanoseconds = ((mtimeNs % NS) + NS) % NS;
  return `${(mtimeNs - nanoseconds) / NS}.${String(nanoseconds).padStart(9, '0')}`;
};

/** Reads a part of a file. */
const readRange = async (
  from: string,
  stats: BigIntStats,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const file = await open(toDisk(from), 'r');
  try {
    const buffer = new Uint8Array(end - start);
    await readExactly(file, { from, stats }, buffer, start);
    return buffer;
  } finally {
    await file.close();
  }
};

const sourceOf = (from: string, target: string, stats: BigIntStats): LocalFile => ({
  from,
  target,
  size: Number(stats.size),
  mtime: formatMtime(stats),
  read: (start, end) => readRange(from, stats, start, end),
  rest: (start) => fileBody({ from, stats, start }),
});

/** Creates an upload source for `uploadFile` and `uploadMany` from a local file, with its modification time. */
export const localFile = async (from: string, target: string): Promise<LocalFile> =>
  sourceOf(from, target, await stat(toDisk(from), { bigint: true }));

export interface LocalTreeOptions {
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
  options: LocalTreeOptions = {},
  relativePath = '',
): AsyncGenerator<LocalFile, void, undefined> {
  await options.onFolder?.(relativePath);
  const dirents = await readdir(toDisk(from), { withFileTypes: true, encoding: 'buffer' });
  const entries = dirents.map((entry) => ({ entry, name: fromDisk(entry.name) }));
  for (const { entry, name } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${relativePath}${name}`;
    const localPath = join(from, name);
    if (entry.isDirectory()) {
      if (options.filter?.(`${path}/`) ?? true)
        yield* localTree(localPath, joinPath(target, name), options, `${path}/`);
    } else if (!entry.isFile()) options.onSkipped?.(localPath);
    else if (options.filter?.(path) ?? true) yield localFile(localPath, joinPath(target, name));
  }
};

const UPLOAD_FOLDER_OPTIONS: readonly (keyof UploadManyOptions | keyof LocalTreeOptions)[] = [
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
  options: UploadManyOptions & Omit<LocalTreeOptions, 'onFolder'> = {},
): AsyncGenerator<UploadManyResult<LocalFile>, void, undefined> => {
  const unknownOptions = describeUnknownFields(options, UPLOAD_FOLDER_OPTIONS);
  if (unknownOptions.length > 0)
    throw new BoxFailure({ _tag: 'Malformed', at: 'params', issues: unknownOptions }, 'uploadFolder');
  const onFolder = async (relativePath: string): Promise<void> => {
    const path = joinPath(target, relativePath).replace(/\/$/, '');
    const response = await client.exec(MakeFolder, { path })();
    if (response._tag === 'Left') throw new BoxFailure(response.left, MakeFolder.name);
  };
  return uploadMany(client, localTree(from, target, { ...options, onFolder }), options);
};
