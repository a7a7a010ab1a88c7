import type { Client } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import type { Codec } from '@boxwood/command-bus/codecs';
import { decode, oneOf, shortList } from '@boxwood/command-bus/codecs';
import { CallDownloadRpc } from './download-commands.ts';
import { DownloadId } from './download-model.ts';
import type { RpcMethod, RpcOptions } from './download-rpc-model.ts';
import { RpcDownload, RpcOptions as Options, RpcStat, RpcVersion } from './download-rpc-model.ts';

const Downloads = shortList(RpcDownload, 0, 10_000);
const OkResult = oneOf(['OK']);

/** The downloader's methods, typed. Every method throws a `BoxFailure`; sizes are bytes. */
export interface DownloadRpc {
  /** Downloads one file from any of its addresses, and returns its id. */
  addUri(uris: readonly string[], options?: { readonly dir: string }): Promise<string>;
  /** Downloads the content of a torrent file; `content` is base64. */
  addTorrent(content: string, options?: { readonly dir: string }): Promise<string>;
  pause(gid: string): Promise<string>;
  unpause(gid: string): Promise<string>;
  remove(gid: string): Promise<string>;
  tellActive(): Promise<readonly RpcDownload[]>;
  tellWaiting(offset: number, count: number): Promise<readonly RpcDownload[]>;
  tellStopped(offset: number, count: number): Promise<readonly RpcDownload[]>;
  tellStatus(gid: string): Promise<RpcDownload>;
  getGlobalOption(): Promise<RpcOptions>;
  /** Options by their JSON-RPC names (`max-concurrent-downloads`), values as text. Administrator only. */
  changeGlobalOption(options: RpcOptions): Promise<'OK'>;
  getGlobalStat(): Promise<RpcStat>;
  getVersion(): Promise<RpcVersion>;
}

/**
 * Creates a JSON-RPC client of the downloader on top of a box client, so that relay, timeouts, log and session handling
 * apply here too. `token` is called for every request, because sessions are renewed.
 *
 * @example
 * ```ts
 * const rpc = createDownloadRpc(box, () => token);
 * const gid = await rpc.addUri(['https://example.org/a.iso'], { dir: '/mnt/usb1/ann/Download' });
 * ```
 */
export const createDownloadRpc = (client: Pick<Client, 'send'>, token: () => string): DownloadRpc => {
  let callCount = 0;
  const call = async <A, O>(method: RpcMethod, result: Codec<A, O>, ...params: readonly unknown[]): Promise<A> => {
    callCount += 1;
    const id = String(callCount);
    const reply = await client.send(CallDownloadRpc, {
      jsonrpc: '2.0',
      id,
      method,
      params: [`token:${token()}`, ...params],
    });
    const decoded = decode(result, reply.result);
    if (decoded._tag === 'Right' && reply.id === id) return decoded.right;
    const issues = decoded._tag === 'Left' ? decoded.left : ['id: expected that of the request'];
    throw new BoxFailure({ _tag: 'Malformed', at: 'result', issues }, method);
  };
  const withOptions = (options: object | undefined): readonly unknown[] => (options === undefined ? [] : [options]);
  return {
    addUri: (uris, options) => call('aria2.addUri', DownloadId, uris, ...withOptions(options)),
    // The second parameter of addTorrent is the list of web seeds, which is always empty here.
    addTorrent: (content, options) => call('aria2.addTorrent', DownloadId, content, [], ...withOptions(options)),
    pause: (gid) => call('aria2.pause', DownloadId, gid),
    unpause: (gid) => call('aria2.unpause', DownloadId, gid),
    remove: (gid) => call('aria2.remove', DownloadId, gid),
    tellActive: () => call('aria2.tellActive', Downloads),
    tellWaiting: (offset, count) => call('aria2.tellWaiting', Downloads, offset, count),
    tellStopped: (offset, count) => call('aria2.tellStopped', Downloads, offset, count),
    tellStatus: (gid) => call('aria2.tellStatus', RpcDownload, gid),
    getGlobalOption: () => call('aria2.getGlobalOption', Options),
    changeGlobalOption: (options) => call('aria2.changeGlobalOption', OkResult, options),
    getGlobalStat: () => call('aria2.getGlobalStat', RpcStat),
    getVersion: () => call('aria2.getVersion', RpcVersion),
  };
};
