import type { TypeOf } from '@boxwood/command-bus/codecs';
import { anything, bytes, int, intText, list, mapOf, oneOf, str, struct, text } from '@boxwood/command-bus/codecs';

/** The JSON-RPC methods that the box answers (B87); anything else is refused. */
export const RPC_METHODS = [
  'aria2.addUri',
  'aria2.addTorrent',
  'aria2.pause',
  'aria2.unpause',
  'aria2.remove',
  'aria2.tellActive',
  'aria2.tellWaiting',
  'aria2.tellStopped',
  'aria2.tellStatus',
  'aria2.getGlobalOption',
  'aria2.changeGlobalOption',
  'aria2.getGlobalStat',
  'aria2.getVersion',
] as const;
export type RpcMethod = (typeof RPC_METHODS)[number];

/** A JSON-RPC 2.0 request with positional parameters. */
export const RpcRequest = struct(
  {
    /** The version of JSON-RPC. */
    jsonrpc: oneOf(['2.0']),
    /** Of the call; its answer says it again. */
    id: text(1, 64),
    /** What is asked for, as `RPC_METHODS`. */
    method: oneOf(RPC_METHODS),
    /** By position: `token:` with the token of the caller, then what the method takes. */
    params: list(anything, 16),
  },
  {},
  'RpcRequest',
);
export type RpcRequest = TypeOf<typeof RpcRequest>;

/** A JSON-RPC 2.0 response that is not an error. */
export const RpcReply = struct(
  {
    /** The version of JSON-RPC. */
    jsonrpc: oneOf(['2.0']),
    /** Of the call that it answers. */
    id: str,
    /** What the method gives. */
    result: anything,
  },
  {},
  'RpcReply',
);
export type RpcReply = TypeOf<typeof RpcReply>;

const count = intText(bytes);

/** A download in the words of JSON-RPC; the downloader writes its numbers as text. Fields that were not asked for are absent. */
export const RpcDownload = struct(
  {
    /** Names the download. */
    gid: str,
  },
  {
    /** As `DOWNLOAD_STATES`. */
    status: str,
    /** Bytes of all. */
    totalLength: count,
    /** Bytes that are here. */
    completedLength: count,
    /** Bytes that were given on. */
    uploadLength: count,
    /** Bytes per second that come. */
    downloadSpeed: count,
    /** Bytes per second that are given on. */
    uploadSpeed: count,
    /** The folder that it goes to. */
    dir: str,
    /** Number of the downloader; 0 none. */
    errorCode: intText(int),
    /** Words for it. */
    errorMessage: str,
  },
  'RpcDownload',
);
export type RpcDownload = TypeOf<typeof RpcDownload>;

/** Totals: speeds in bytes per second, numbers of downloads. */
export const RpcStat = struct(
  {
    /** Bytes per second that come, of all downloads. */
    downloadSpeed: count,
    /** Bytes per second that are given on, of all downloads. */
    uploadSpeed: count,
    /** Downloads that are being fetched. */
    numActive: count,
    /** Downloads that wait or are paused. */
    numWaiting: count,
    /** Downloads that have ended. */
    numStopped: count,
  },
  {},
  'RpcStat',
);
export type RpcStat = TypeOf<typeof RpcStat>;

export const RpcVersion = struct(
  {
    /** Of the downloader. */
    version: str,
    /** What the downloader was built with. */
    enabledFeatures: list(str),
  },
  {},
  'RpcVersion',
);
export type RpcVersion = TypeOf<typeof RpcVersion>;

/** Options by their JSON-RPC names, values as text. */
export const RpcOptions = mapOf(str);
export type RpcOptions = TypeOf<typeof RpcOptions>;
