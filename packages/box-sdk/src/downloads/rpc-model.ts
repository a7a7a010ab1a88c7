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
  { jsonrpc: oneOf(['2.0']), id: text(1, 64), method: oneOf(RPC_METHODS), params: list(anything, 16) },
  {},
  'RpcRequest',
);
export type RpcRequest = TypeOf<typeof RpcRequest>;

/** A JSON-RPC 2.0 response that is not an error. */
export const RpcReply = struct({ jsonrpc: oneOf(['2.0']), id: str, result: anything }, {}, 'RpcReply');
export type RpcReply = TypeOf<typeof RpcReply>;

const count = intText(bytes);

/** A download in the words of JSON-RPC; the downloader writes its numbers as text. Fields that were not asked for are absent. */
export const RpcDownload = struct(
  { gid: str },
  {
    status: str,
    totalLength: count,
    completedLength: count,
    uploadLength: count,
    downloadSpeed: count,
    uploadSpeed: count,
    dir: str,
    errorCode: intText(int),
    errorMessage: str,
  },
  'RpcDownload',
);
export type RpcDownload = TypeOf<typeof RpcDownload>;

/** Totals: speeds in bytes per second, numbers of downloads. */
export const RpcStat = struct(
  { downloadSpeed: count, uploadSpeed: count, numActive: count, numWaiting: count, numStopped: count },
  {},
  'RpcStat',
);
export type RpcStat = TypeOf<typeof RpcStat>;

export const RpcVersion = struct({ version: str, enabledFeatures: list(str) }, {}, 'RpcVersion');
export type RpcVersion = TypeOf<typeof RpcVersion>;

/** Options by their JSON-RPC names, values as text. */
export const RpcOptions = mapOf(str);
export type RpcOptions = TypeOf<typeof RpcOptions>;
