import { BoxFailure, createClient } from '@boxwood/command-bus';
import { createRouter, localTransport, Refusal } from '@boxwood/command-bus/server';
import { describe, expect, it } from 'vitest';
import { CallDownloadRpc } from './download-commands.ts';
import { createDownloadRpc } from './download-json-rpc.ts';
import { DownloaderOption, DownloadSource, MAX_TORRENT_BYTES, TorrentText } from './download-model.ts';
import type { RpcRequest } from './download-rpc-model.ts';

const GID = '2089b05ecca3d829';

const setUp = (answer: (request: RpcRequest) => unknown) => {
  const seen: RpcRequest[] = [];
  const router = createRouter({
    commands: { downloads: { rpc: CallDownloadRpc } },
    handlers: {
      downloads: {
        rpc: (request) => {
          seen.push(request);
          return { jsonrpc: '2.0' as const, id: request.id, result: answer(request) };
        },
      },
    },
    context: () => null,
    onFault: (fault) => {
      throw fault;
    },
  });
  const client = createClient({ baseUrl: 'http://box.test', transport: localTransport(router) });
  return { rpc: createDownloadRpc(client, () => 'secret'), seen };
};

describe('JSON-RPC of the downloader', () => {
  it('SDK-B87, OFFLINE-14: every call carries the token first and an id of its own', async () => {
    const { rpc, seen } = setUp(() => GID);
    expect(await rpc.addUri(['https://example.org/a'], { dir: '/mnt/usb1/ann' })).toBe(GID);
    await rpc.addTorrent('QUJD');
    await rpc.pause(GID);
    expect(seen.map(({ method, params }) => [method, params])).toEqual([
      ['aria2.addUri', ['token:secret', ['https://example.org/a'], { dir: '/mnt/usb1/ann' }]],
      ['aria2.addTorrent', ['token:secret', 'QUJD', []]],
      ['aria2.pause', ['token:secret', GID]],
    ]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(3);
  });

  it('reads numbers that travel as text, and leaves absent ones out', async () => {
    const { rpc } = setUp(({ method }) =>
      method === 'aria2.getGlobalStat'
        ? { downloadSpeed: '12', uploadSpeed: '0', numActive: '1', numWaiting: '0', numStopped: '3' }
        : [{ gid: GID, status: 'active', totalLength: '734003200' }],
    );
    expect(await rpc.tellActive()).toEqual([{ gid: GID, status: 'active', totalLength: 734_003_200 }]);
    expect(await rpc.getGlobalStat()).toMatchObject({ downloadSpeed: 12, numStopped: 3 });
  });

  it('a result of the wrong shape is a failure that names the method', async () => {
    const { rpc } = setUp(() => [{ gid: GID, totalLength: 'many' }]);
    await expect(rpc.tellStopped(0, 10)).rejects.toThrow(/aria2\.tellStopped: malformed result \(0\.totalLength/);
  });

  it('a refusal has the number of JSON-RPC and its own family', async () => {
    const { rpc } = setUp(() => {
      throw new Refusal(-32601, 'no such method', { id: '1' });
    });
    const failure: unknown = await rpc.getVersion().catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(BoxFailure);
    expect(failure).toMatchObject({ error: { _tag: 'Refused', family: 'RPC', code: -32601, info: 'no such method' } });
  });
});

describe('what may be downloaded and set', () => {
  it('SDK-E31, OFFLINE-01: addresses, magnets and torrents on the box pass, anything else fails', () => {
    for (const good of ['https://x/y', 'HTTP://x', 'ftp://x/y', 'magnet:?xt=urn:btih:1', '/mnt/usb1/a b.torrent'])
      expect(DownloadSource.is(good), good).toBe(true);
    for (const bad of [
      '',
      'file:///etc/passwd',
      'javascript:1',
      '/mnt/usb1/a.iso',
      '/mnt/../a.torrent',
      'https://a b',
      'a.torrent',
    ])
      expect(DownloadSource.is(bad), bad).toBe(false);
  });

  it('P-05: a torrent is base64 of at most 2 MB', () => {
    const base64 = (size: number) => Buffer.alloc(size).toString('base64');
    expect([TorrentText.is(base64(MAX_TORRENT_BYTES)), TorrentText.is(base64(MAX_TORRENT_BYTES + 3))]).toEqual([
      true,
      false,
    ]);
    expect([TorrentText.is(''), TorrentText.is('QUJ'), TorrentText.is('QU=D')]).toEqual([false, false, false]);
  });

  it('OFFLINE-04 to OFFLINE-09, OFFLINE-13: a value has to suit its option', () => {
    const is = (name: string, value: string) => DownloaderOption.is({ name, value });
    expect([
      is('dir', '/a'),
      is('seed_ratio', '1.5'),
      is('seed_time', '0'),
      is('bt_tracker', 'udp://a:1,https://b'),
    ]).toEqual([true, true, true, true]);
    expect([
      is('dir', '../a'),
      is('seed_ratio', '-1'),
      is('seed_time', '1.5'),
      is('bt_tracker', 'a'),
      is('max_concurrent_downloads', '0'),
      is('on-download-complete', '/bin/sh'),
    ]).toEqual([false, false, false, false, false, false]);
  });
});
