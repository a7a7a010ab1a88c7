import {
  bytes,
  flatPairs,
  intBetween,
  intText,
  isRecord,
  list,
  positional,
  shortList,
  struct,
  transformed,
  wirePath,
} from '@boxwood/command-bus/codecs';
import { indexCommand, MANY_TIMEOUT_MS, shellCommand, toolCommand } from '../define.ts';
import {
  FailedPath,
  FileChecksum,
  FilePage,
  FolderParts,
  FolderSize,
  MAX_PARTS,
  MAX_PATHS,
  MAX_ZIP_PATHS,
  ZipOffer,
} from './model.ts';
import { DirectListQuery, FileListQuery, SearchQuery } from './queries.ts';

/**
 * Lists a folder page by page, asks for one item, counts, or searches by name.
 *
 * `POST /fsnotify` `LIST` (B01). Refusals: 3 failed, 5 unsafe, 6 nothing at `path`, 7 search took over 5 s, 11 bad regex,
 * 15 path error.
 *
 * @example
 * ```ts
 * const page = await box.send(ListFiles, { path: '/mnt/usb1/ann', count: 500, hasbaseinfo: 0 });
 * console.log(page.sum, page.file_list.map((item) => item.n));
 * ```
 */
export const ListFiles = indexCommand({
  name: 'ListFiles',
  cmd: 'LIST',
  params: FileListQuery,
  result: FilePage,
  refusals: [3, 5, 6, 7, 11, 15],
  access: 'user',
  idempotent: true,
  paths: { path: 'read' },
});

/**
 * `existed` 1 says that the folder was there already (ours, beside the `error` 1 of G-02): 0 and 1 are both a yes (ERR-001), so that a box
 * which answers 1 and no more has made it.
 */
const existed = transformed<
  {
    /** Whether the folder was there already. */
    readonly existed: boolean;
  },
  { readonly error: 0 | 1; readonly existed: 0 | 1 }
>(
  'MakeFolderResult',
  (u): u is { readonly existed: boolean } => isRecord(u) && typeof u['existed'] === 'boolean',
  (u) => (isRecord(u) ? { existed: u['existed'] === 1 } : undefined),
  ({ existed }) => (existed ? { error: 1, existed: 1 } : { error: 0, existed: 0 }),
);

/**
 * Makes a folder and the parents it lacks, inside a place where the caller may write.
 *
 * `POST /eshell` `MKDIR [path]` (B02). `existed` is true when the folder was there already. Refusals: 3 failed, 5 unsafe,
 * 11 a file stands in the way, 15 path error, 16 over a limit.
 *
 * @example
 * ```ts
 * const { existed } = await box.send(MakeFolder, { path: '/mnt/usb1/ann/Photos' });
 * ```
 */
export const MakeFolder = shellCommand({
  name: 'MakeFolder',
  cmd: 'MKDIR',
  params: positional({ path: wirePath }),
  result: existed,
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  idempotent: true,
  paths: { path: 'write' },
});

/**
 * Renames or moves a file or folder inside one volume; never replaces.
 *
 * `POST /eshell` `MOVE [source, target]` (B03). Refusals: 3 failed (info `EXDEV`: another volume, use a MOVE task), 5 unsafe,
 * 11 target exists, 15 source absent, 16 the disk is full.
 *
 * @example
 * ```ts
 * await box.send(MoveFile, { source: '/mnt/usb1/ann/a.txt', target: '/mnt/usb1/ann/b.txt' });
 * ```
 */
export const MoveFile = shellCommand({
  name: 'MoveFile',
  cmd: 'MOVE',
  params: positional({
    /** What is moved. */
    source: wirePath,
    /** Where it shall be, with its name. */
    target: wirePath,
  }),
  result: struct({}),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { source: 'write', target: 'write' },
});

/**
 * Renames many files at once, pair by pair, in order; swaps inside the batch are taken care of by the box (G-51).
 *
 * `POST /eshell` `BATCHRENAME [source1, target1, source2, target2, ...]` (B107), 1 to 500 pairs, all in one folder. `ok` counts the
 * renamed ones; `failed` names the others with 11 target exists or 15 source absent. Refusals: 3 failed, 4 odd list, 5 unsafe, 15 path error.
 *
 * @example
 * ```ts
 * const { ok, failed } = await box.send(RenameFiles, {
 *   renames: [{ source: '/mnt/usb1/ann/a.jpg', target: '/mnt/usb1/ann/trip-01.jpg' }],
 * });
 * ```
 */
export const RenameFiles = shellCommand({
  name: 'RenameFiles',
  cmd: 'BATCHRENAME',
  params: positional(
    {},
    {
      /** Where each is and shall be, at most 500, all in one folder. */
      key: 'renames',
      codec: flatPairs(
        /** The file or folder as it is. */
        'source',
        /** As it shall be, with its name. */
        'target',
        wirePath,
        MAX_PATHS,
      ),
    },
  ),
  result: struct({
    /** How many were renamed. */
    ok: bytes,
    /** Those that were not, by `source`, and why. */
    failed: list(FailedPath, MAX_PATHS),
  }),
  refusals: [3, 4, 5, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: MANY_TIMEOUT_MS,
  paths: { renames: 'write' },
  partial: true,
});

/**
 * Deletes for good. Places without a recycle bin (safe, private, external, network) only know this (G-54).
 *
 * `POST /eshell` `REMOVE [path, ...]` (B05, B112), 1 to 500 paths; the client waits 30 s, larger trees go through a REMOVE task
 * (G-67). Refusals: 3 failed (with `failed`: some), 5 unsafe, 15 absent, 16 the disk is full.
 *
 * @example
 * ```ts
 * const { failed } = await box.send(RemoveFiles, { paths: ['/mnt/extdev/stick/old.iso'] });
 * ```
 */
export const RemoveFiles = shellCommand({
  name: 'RemoveFiles',
  cmd: 'REMOVE',
  params: positional(
    {},
    {
      /** At most 500. */
      key: 'paths',
      codec: shortList(wirePath, 1, MAX_PATHS),
    },
  ),
  result: struct(
    {},
    {
      /** Those that stayed, and why; absent: none. */
      failed: list(FailedPath, MAX_PATHS),
    },
  ),
  refusals: [3, 5, 15, 16],
  access: 'user',
  idempotent: false,
  timeoutMs: 30_000,
  paths: { paths: 'write' },
  partial: true,
});

/**
 * Measures a folder: bytes, files, folders.
 *
 * `POST /eshell` `DU [path]` (B06, B108). The box gives up after 10 s with 7; a large tree is measured by a usage scan. Refusals:
 * 3 failed, 5 unsafe, 7 too large, 15 absent.
 *
 * @example
 * ```ts
 * const { size, count, dirs } = await box.send(MeasureFolder, { path: '/mnt/usb1/ann/Photos' });
 * ```
 */
export const MeasureFolder = shellCommand({
  name: 'MeasureFolder',
  cmd: 'DU',
  params: positional({ path: wirePath }),
  result: FolderSize,
  refusals: [3, 5, 7, 15],
  access: 'user',
  idempotent: true,
  paths: { path: 'read' },
  cost: 'heavy',
});

/**
 * Measures each entry of a folder, so that one sees what takes the room: the `most` largest, and the sums of all.
 *
 * `POST /eshell` `DUEACH [path, most]` (not in the product specification). After 10 s the box answers with what it has
 * (`complete` 0). Refusals: 3 failed, 5 unsafe, 15 absent or no folder.
 *
 * @example
 * ```ts
 * const { size, list } = await box.send(MeasureEntries, { path: '/mnt/usb1/ann', most: 20 });
 * for (const part of list) console.log(part.name, `${Math.round((part.size / size) * 100)} %`);
 * ```
 */
export const MeasureEntries = shellCommand({
  name: 'MeasureEntries',
  cmd: 'DUEACH',
  params: positional({
    path: wirePath,
    /** How many entries, the largest first. */
    most: intText(intBetween(1, MAX_PARTS)),
  }),
  result: FolderParts,
  refusals: [3, 5, 15],
  access: 'user',
  idempotent: true,
  paths: { path: 'read' },
  cost: 'heavy',
});

/**
 * Makes ready one ZIP archive of files and folders, stored as they are, to be fetched with `GET` at {@link zipUrl}, whole or in ranges. Nothing is
 * written on the box. A file that changes before it was sent ends the connection: prepare again.
 *
 * `POST /eshell` `ZIPPREPARE [path, ...]` (not in the product specification), 1 to 5,000 paths. Refusals: 3 failed, 5 unsafe, 7 it takes too long to look at
 * everything, 15 absent, 16 more than 100,000 entries.
 *
 * @example
 * ```ts
 * const { id, size } = await box.send(PrepareZip, { paths: ['/mnt/usb1/ann/Trip'] });
 * const archive = await fetch(zipUrl({ base: 'http://box.lan:6900', key }, id));
 * ```
 */
export const PrepareZip = shellCommand({
  name: 'PrepareZip',
  cmd: 'ZIPPREPARE',
  params: positional(
    {},
    {
      /** At most 5,000. */
      key: 'paths',
      codec: shortList(wirePath, 1, MAX_ZIP_PATHS),
    },
  ),
  result: ZipOffer,
  refusals: [3, 5, 7, 15, 16],
  access: 'user',
  idempotent: true,
  timeoutMs: 65_000,
  paths: { paths: 'read' },
  cost: 'heavy',
});

/**
 * Reads a file on the box and says the SHA-256 of its bytes, so that a copy elsewhere can be compared without a download.
 *
 * `POST /eshell` `SHA256SUM [path]` (not in the product specification). The box reads for at most 4 minutes. Refusals: 2 the file changed
 * while it was read, 3 failed, 5 unsafe, 7 it takes longer than that, 14 a folder or no regular file, 15 absent.
 *
 * @example
 * ```ts
 * const { sha256 } = await box.send(ChecksumFile, { path: '/mnt/usb1/ann/backup.tar' });
 * console.log(`${sha256}  backup.tar`);
 * ```
 */
export const ChecksumFile = shellCommand({
  name: 'ChecksumFile',
  cmd: 'SHA256SUM',
  params: positional({ path: wirePath }),
  result: FileChecksum,
  refusals: [2, 3, 5, 7, 14, 15],
  access: 'user',
  idempotent: true,
  paths: { path: 'read' },
  cost: 'heavy',
  timeoutMs: 250_000,
});

/**
 * Lists a folder straight from the disk, for places that are not indexed.
 *
 * `POST /port_20254/tools` `FSLIST` (B70). Refusals: 3 failed, 5 unsafe, 6 nothing at `path`, 15 path error.
 *
 * @example
 * ```ts
 * const page = await box.send(ListDirect, {
 *   path: '/mnt/extdev/stick', mode: 0, desc: 0, dirfirst: 1, count: 500, hasbaseinfo: 0,
 * });
 * ```
 */
export const ListDirect = toolCommand({
  name: 'ListDirect',
  cmd: 'FSLIST',
  params: DirectListQuery,
  result: FilePage,
  refusals: [3, 5, 6, 15],
  access: 'user',
  idempotent: true,
  paths: { path: 'read' },
});

/**
 * Searches several places by name (P-14). Safe and private files are never part of it.
 *
 * `POST /fsnotify` `SEARCH` (X101). Refusals: 3 failed, 5 unsafe, 7 took too long, 11 bad regular expression.
 *
 * @example
 * ```ts
 * const hits = await box.send(SearchFiles, { roots: [1, 2], regex: 'invoice.*pdf', count: 50, hasbaseinfo: 0 });
 * ```
 */
export const SearchFiles = indexCommand({
  name: 'SearchFiles',
  cmd: 'SEARCH',
  params: SearchQuery,
  result: FilePage,
  refusals: [3, 5, 7, 11],
  access: 'user',
  idempotent: true,
  cost: 'heavy',
});
