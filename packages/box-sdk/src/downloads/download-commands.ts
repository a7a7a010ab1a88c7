import { defineCommand } from '@boxwood/command-bus';
import { bytes, intBetween, nothing, str, struct, wirePath } from '@boxwood/command-bus/codecs';
import { downloadCommand } from '../define-commands.ts';
import { Offset, PageSize } from '../request-limits.ts';
import {
  DownloadId,
  DownloadList,
  DownloaderOption,
  DownloaderOptions,
  DownloadSource,
  TorrentText,
} from './download-model.ts';
import { RpcReply, RpcRequest } from './download-rpc-model.ts';

const byId = struct({ id: DownloadId });

/**
 * Downloads a URL, or the content of a torrent file on the box, into a folder.
 *
 * `POST /downloader` `ADDURI` (B78). Refusals (task): 2 too many, 7 queue full, 9 folder not writable or a private
 * address, 11 no space.
 *
 * @example
 * ```ts
 * const { id } = await box.downloads.add({ source: 'https://example.org/a.iso', destination: '/mnt/usb1/ann/Download' });
 * ```
 */
export const AddDownload = downloadCommand({
  name: 'AddDownload',
  cmd: 'ADDURI',
  params: struct({ source: DownloadSource, destination: wirePath }),
  result: struct({
    /** Id of the download, used in other calls. */
    id: str,
  }),
  refusals: [2, 7, 9, 11],
  access: 'user',
  idempotent: false,
  paths: { destination: 'write' },
});

/**
 * Downloads the content of a torrent file of the caller. The file is sent as base64, at most 2 MB.
 *
 * `POST /downloader` `ADDTORRENT` (X13). Refusals (task): 9 folder not writable, 11 no space.
 *
 * @example
 * ```ts
 * await box.downloads.addTorrent({ content: 'ZDg6YW5ub3VuY2U=', destination: '/mnt/usb1/ann/Download' });
 * ```
 */
export const AddTorrent = downloadCommand({
  name: 'AddTorrent',
  cmd: 'ADDTORRENT',
  params: struct({ content: TorrentText, destination: wirePath }),
  result: struct({
    /** Id of the download, used in other calls. */
    id: str,
  }),
  refusals: [9, 11],
  access: 'user',
  idempotent: false,
  paths: { destination: 'write' },
  cost: 'heavy',
});

/**
 * Removes a download and its unfinished files.
 *
 * `POST /downloader` `REMOVE` (B79). Refusals (task): 5 unknown download.
 *
 * @example
 * ```ts
 * await box.downloads.remove({ id: '2089b05ecca3d829' });
 * ```
 */
export const RemoveDownload = downloadCommand({
  name: 'RemoveDownload',
  cmd: 'REMOVE',
  params: byId,
  result: nothing,
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Pauses an active or waiting download.
 *
 * `POST /downloader` `PAUSE` (B80). Refusals (task): 5 unknown download, 6 not active or waiting.
 *
 * @example
 * ```ts
 * await box.downloads.pause({ id: '2089b05ecca3d829' });
 * ```
 */
export const PauseDownload = downloadCommand({
  name: 'PauseDownload',
  cmd: 'PAUSE',
  params: byId,
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Resumes a paused download.
 *
 * `POST /downloader` `UNPAUSE` (B81). Refusals (task): 5 unknown download, 6 not paused.
 *
 * @example
 * ```ts
 * await box.downloads.resume({ id: '2089b05ecca3d829' });
 * ```
 */
export const ResumeDownload = downloadCommand({
  name: 'ResumeDownload',
  cmd: 'UNPAUSE',
  params: byId,
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Lists active downloads, by convention at most 100 (OFFLINE-11).
 *
 * `POST /downloader` `TELLACTIVE` (B82). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.downloads.active({ count: ACTIVE_DOWNLOADS });
 * ```
 */
export const ListActiveDownloads = downloadCommand({
  name: 'ListActiveDownloads',
  cmd: 'TELLACTIVE',
  params: struct({
    /** Maximum number of downloads returned. */
    count: intBetween(1, 1000),
  }),
  result: DownloadList,
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Lists waiting and paused downloads.
 *
 * `POST /downloader` `TELLWAITING` (B83). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.downloads.waiting({ offset: 0, count: 100 });
 * ```
 */
export const ListWaitingDownloads = downloadCommand({
  name: 'ListWaitingDownloads',
  cmd: 'TELLWAITING',
  params: struct({ offset: Offset, count: PageSize }),
  result: DownloadList,
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Lists completed, failed and removed downloads.
 *
 * `POST /downloader` `TELLSTOPPED` (B84). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.downloads.stopped({ offset: 0, count: 100 });
 * ```
 */
export const ListStoppedDownloads = downloadCommand({
  name: 'ListStoppedDownloads',
  cmd: 'TELLSTOPPED',
  params: struct({ offset: Offset, count: PageSize }),
  result: DownloadList,
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Removes the record of one stopped download, or of all of them; files are not deleted. `num` is the number of removed
 * records.
 *
 * `POST /downloader` `PURGE` (X14). Refusals (task): 4 service error, 5 unknown download.
 *
 * @example
 * ```ts
 * const { num } = await box.downloads.purge({});
 * ```
 */
export const PurgeDownloads = downloadCommand({
  name: 'PurgeDownloads',
  cmd: 'PURGE',
  params: struct({}, { id: DownloadId }),
  result: struct({
    /** Number of removed records; files are not deleted. */
    num: bytes,
  }),
  refusals: [4, 5],
  access: 'user',
  idempotent: false,
});

/**
 * Sets one option of the downloader; values are sent as text, limits are bytes per second. Administrator only.
 *
 * `POST /downloader` `OPTIONSET` (B85). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * await box.downloads.setOption({ name: 'max_concurrent_downloads', value: '10' });
 * ```
 */
export const SetDownloadOption = downloadCommand({
  name: 'SetDownloadOption',
  cmd: 'OPTIONSET',
  params: DownloaderOption,
  result: nothing,
  refusals: [4],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads the options of the downloader.
 *
 * `POST /downloader` `OPTIONSGET` (B86). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { options } = await box.downloads.options();
 * ```
 */
export const GetDownloadOptions = downloadCommand({
  name: 'GetDownloadOptions',
  cmd: 'OPTIONSGET',
  params: nothing,
  result: struct({ options: DownloaderOptions }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Calls the downloader over JSON-RPC 2.0; {@link createDownloadRpc} is more convenient. The box supports only the
 * methods of {@link RPC_METHODS}, each under the rules of its counterpart above, and expects `token:` + token as the
 * first parameter.
 *
 * `POST /port_6800/jsonrpc` (B87). Refusals: the numbers of JSON-RPC (-32601 unknown method, 1 refused by the
 * downloader).
 *
 * @example
 * ```ts
 * const rpc = createDownloadRpc(box, () => token);
 * console.log(await rpc.getVersion());
 * ```
 */
export const CallDownloadRpc = defineCommand({
  name: 'CallDownloadRpc',
  method: 'POST',
  path: '/port_6800/jsonrpc',
  cmd: null,
  form: 'body',
  reply: 'jsonrpc',
  params: RpcRequest,
  result: RpcReply,
  errors: 'RPC',
  refusals: [1, -32600, -32601, -32602, -32603],
  access: 'user',
  idempotent: false,
  secrets: ['params'],
});
