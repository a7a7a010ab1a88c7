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
import { indexCommand, BATCH_TIMEOUT_MS, shellCommand, toolCommand } from '../define-commands.ts';
import {
  FailedPath,
  FileChecksum,
  FilePage,
  FolderParts,
  FolderSize,
  MAX_FOLDER_PARTS,
  MAX_PATHS,
  MAX_ZIP_PATHS,
  recordedChange,
  ZipOffer,
} from './file-model.ts';
import { DirectListQuery, FileListQuery, SearchQuery } from './file-queries.ts';

/**
 * Lists a folder page by page, gets one item, counts, or searches by name.
 *
 * `POST /fsnotify` `LIST` (B01). Refusals: 3 failed, 5 unsafe, 6 nothing at `path`, 7 search took over 5 s, 11 bad
 * regex, 15 path error.
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
 * `existed` 1 says that the folder already existed (an addition of ours to the `error` 1 of G-02). 0 and 1 both mean
 * success (ERR-001), so a box that answers 1 without `existed` has made the folder.
 */
const existed = transformed<
  {
    /** Whether the folder already existed. */
    readonly existed: boolean;
    /** Id of the entry in the journal, for `UndoChange`; absent when nothing changed and on boxes without a journal. */
    readonly change?: number;
  },
  { readonly error: 0 | 1; readonly existed: 0 | 1; readonly change?: number }
>(
  'MakeFolderResult',
  (u): u is { readonly existed: boolean; readonly change?: number } =>
    isRecord(u) && typeof u['existed'] === 'boolean' && (u['change'] === undefined || bytes.is(u['change'])),
  (u) =>
    isRecord(u)
      ? { existed: u['existed'] === 1, ...(bytes.is(u['change']) ? { change: u['change'] } : {}) }
      : undefined,
  ({ existed: isOld, ...change }) => ({ error: isOld ? 1 : 0, existed: isOld ? 1 : 0, ...change }),
);

/**
 * Makes a folder and its missing parents, inside a place where the caller may write.
 *
 * `POST /eshell` `MKDIR [path]` (B02). `existed` is true when the folder already existed. Refusals: 3 failed, 5 unsafe,
 * 11 a file with that name exists, 15 path error, 16 over a limit.
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
    /** Path of the item to move. */
    source: wirePath,
    /** New path of the item, including its name. */
    target: wirePath,
  }),
  result: struct({}, recordedChange),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { source: 'write', target: 'write' },
});

/**
 * Renames many files at once, pair by pair, in order; the box handles swaps inside the batch (G-51).
 *
 * `POST /eshell` `BATCHRENAME [source1, target1, source2, target2, ...]` (B107), 1 to 500 pairs, all in one folder.
 * `ok` counts the renamed files; `failed` lists the others with 11 target exists or 15 source absent. Refusals: 3
 * failed, 4 odd list, 5 unsafe, 15 path error.
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
      /** Current and new path of each file, at most 500, all in one folder. */
      key: 'renames',
      codec: flatPairs(
        /** Current path of the file or folder. */
        'source',
        /** New path, including the name. */
        'target',
        wirePath,
        MAX_PATHS,
      ),
    },
  ),
  result: struct(
    {
      /** Number of renamed files. */
      ok: bytes,
      /** Files that were not renamed, by `source`, with the reason. */
      failed: list(FailedPath, MAX_PATHS),
    },
    recordedChange,
  ),
  refusals: [3, 4, 5, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: BATCH_TIMEOUT_MS,
  paths: { renames: 'write' },
  partial: true,
});

/**
 * Deletes permanently. Places without a recycle bin (safe, private, external, network) only support this (G-54).
 *
 * `POST /eshell` `REMOVE [path, ...]` (B05, B112), 1 to 500 paths; the client waits 30 s, so larger trees need a REMOVE
 * task (G-67). Refusals: 3 failed (with `failed`: some), 5 unsafe, 15 absent, 16 the disk is full.
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
      /** Paths that were not deleted, with the reason; absent when there are none. */
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
 * `POST /eshell` `DU [path]` (B06, B108). The box stops after 10 s with 7; use a usage scan for a large tree. Refusals:
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
 * Measures each entry of a folder to show what uses the space: the `most` largest entries, and the sums of all.
 *
 * `POST /eshell` `DUEACH [path, most]` (not in the product specification). After 10 s the box answers with what it has
 * measured (`complete` 0). Refusals: 3 failed, 5 unsafe, 15 absent or no folder.
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
    /** Maximum number of entries, the largest first. */
    most: intText(intBetween(1, MAX_FOLDER_PARTS)),
  }),
  result: FolderParts,
  refusals: [3, 5, 15],
  access: 'user',
  idempotent: true,
  paths: { path: 'read' },
  cost: 'heavy',
});

/**
 * Prepares one uncompressed ZIP archive of files and folders for download with `GET` at {@link zipUrl}, whole or in
 * ranges. The box writes nothing to disk. If a file changes before it is sent, the box closes the connection: prepare
 * again.
 *
 * `POST /eshell` `ZIPPREPARE [path, ...]` (not in the product specification), 1 to 5,000 paths. Refusals: 3 failed, 5
 * unsafe, 7 reading the entries takes too long, 15 absent, 16 more than 100,000 entries.
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
 * Reads a file on the box and returns the SHA-256 of its bytes, so that a copy elsewhere can be compared without a
 * download.
 *
 * `POST /eshell` `SHA256SUM [path]` (not in the product specification). The box reads for at most 4 minutes. Refusals:
 * 2 the file changed during the read, 3 failed, 5 unsafe, 7 it takes longer than 4 minutes, 14 a folder or no regular
 * file, 15 absent.
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
 * Searches several places by name (P-14). Never includes safe and private files.
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
