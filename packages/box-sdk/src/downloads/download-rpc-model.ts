import type { TypeOf } from '@boxwood/command-bus/codecs';
import { anything, bytes, int, intText, list, mapOf, oneOf, str, struct, text } from '@boxwood/command-bus/codecs';

/** JSON-RPC methods that the box supports (B87); all others are refused. */
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
    /** Id of the request, repeated in the response. */
    id: text(1, 64),
    /** Method, one of `RPC_METHODS`. */
    method: oneOf(RPC_METHODS),
    /** Positional parameters: `token:` with the caller's token, then those of the method. */
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
    /** Id of the request. */
    id: str,
    /** Result of the method. */
    result: anything,
  },
  {},
  'RpcReply',
);
export type RpcReply = TypeOf<typeof RpcReply>;

const count = intText(bytes);

/** A download as JSON-RPC represents it; numbers are sent as text. Fields that were not requested are absent. */
export const RpcDownload = struct(
  {
    /** Id of the download. */
    gid: str,
  },
  {
    /** One of `DOWNLOAD_STATES`. */
    status: str,
    /** Total size in bytes. */
    totalLength: count,
    /** Bytes downloaded so far. */
    completedLength: count,
    /** Bytes uploaded. */
    uploadLength: count,
    /** Download speed in bytes per second. */
    downloadSpeed: count,
    /** Upload speed in bytes per second. */
    uploadSpeed: count,
    /** Target folder. */
    dir: str,
    /** Error number of the downloader; 0: no error. */
    errorCode: intText(int),
    /** Error message. */
    errorMessage: str,
  },
  'RpcDownload',
);
export type RpcDownload = TypeOf<typeof RpcDownload>;

/** Totals: speeds in bytes per second, numbers of downloads. */
export const RpcStat = struct(
  {
    /** Download speed of all downloads in bytes per second. */
    downloadSpeed: count,
    /** Upload speed of all downloads in bytes per second. */
    uploadSpeed: count,
    /** Number of active downloads. */
    numActive: count,
    /** Number of waiting or paused downloads. */
    numWaiting: count,
    /** Number of stopped downloads. */
    numStopped: count,
  },
  {},
  'RpcStat',
);
export type RpcStat = TypeOf<typeof RpcStat>;

export const RpcVersion = struct(
  {
    /** Version of the downloader. */
    version: str,
    /** Features that the downloader was built with. */
    enabledFeatures: list(str),
  },
  {},
  'RpcVersion',
);
export type RpcVersion = TypeOf<typeof RpcVersion>;

/** Options by their JSON-RPC names, values as text. */
export const RpcOptions = mapOf(str);
export type RpcOptions = TypeOf<typeof RpcOptions>;
