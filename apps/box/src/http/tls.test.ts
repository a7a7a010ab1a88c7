import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { Server as NetServer, Socket } from 'node:net';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionLimits, createServerLimits, serveRequests } from '@boxwood/account';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tls } from './tls.ts';
import { createTls } from './tls.ts';

// The network guard of the unit tests wraps sockets and connects later; here every socket counts.
nock.restore();
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Start of a handshake that never continues: only the record type. */
const BEGUN = Buffer.from([22, 3, 1]);
/** Connection slots for anonymous clients; this machine may take all of them. */
const STRANGERS = 4;

describe('connections that do not finish the handshake', () => {
  let folder: string;
  let tls: Tls;
  let front: NetServer;
  let connections: ConnectionLimits;
  let port: number;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'boxwood-handshake-'));
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const names = ['-subj', '/CN=box', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...kind, ...names, '-keyout', files.key, '-out', files.cert], { stdio: 'ignore' });
    connections = new ConnectionLimits({ maxConnections: STRANGERS * 2 });
    const server = createServer((_, response) => response.end(String(connections.counts.unauthenticated)));
    connections.watch(server);
    tls = createTls(files, { onRenewed: () => undefined, onInvalid: () => undefined });
    front = tls.wrap(server, connections);
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    const address = front.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    tls.dropPending();
    tls.close();
    front.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a handshake, sends only `first`, and resolves when it is closed. */
  const begin = (first: Buffer): Promise<unknown> => {
    const socket = connect(port, '127.0.0.1', () => socket.write(first));
    sockets.push(socket);
    socket.on('error', () => undefined);
    return once(socket, 'close');
  };
  /** Anonymous connections that the server counts while it responds. */
  const asked = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const ca = readFileSync(join(folder, 'cert.pem'));
      request({ port, host: '127.0.0.1', ca, agent: false }, (reply) => {
        reply.setEncoding('utf8').once('data', resolve);
      })
        .on('error', reject)
        .end();
    });

  it('have places of strangers from the moment they come, silent or begun; the oldest goes for the next, and who speaks is heard', async () => {
    const first = begin(BEGUN);
    const second = begin(Buffer.alloc(0));
    await vi.waitFor(() => expect(connections.counts.unauthenticated).toBe(2));
    for (let more = 0; more < STRANGERS; more++) void begin(BEGUN);
    await Promise.all([first, second]);
    await vi.waitFor(() => expect(connections.counts.unauthenticated).toBe(STRANGERS));
    expect(await asked()).toBe(String(STRANGERS));
  });

  it('who speaks http is led to https by the name that is said, and nowhere when two are', async () => {
    const led = async (...hosts: readonly string[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      let said = '';
      socket.setEncoding('latin1').on('data', (piece: string) => {
        said += piece;
      });
      socket.write(`GET /a HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`);
      await once(socket, 'close');
      return /location: (\S+)/.exec(said)?.[1] ?? '';
    };
    expect(await led('box.lan')).toBe('https://box.lan/a');
    expect(await led('box.lan', 'evil.example')).toBe('');
    expect(await led()).toBe('');
  });

  it('one that finishes it has one place and not two, and none when it has gone', async () => {
    expect(await asked()).toBe('1');
    await vi.waitFor(() => expect(connections.counts).toEqual({ unauthenticated: 0, users: 0 }));
    const open = connect(port, '127.0.0.1');
    sockets.push(open);
    await vi.waitFor(() => expect(connections.counts.unauthenticated).toBe(1));
    tls.dropPending();
    await once(open, 'close');
    await vi.waitFor(() => expect(connections.counts.unauthenticated).toBe(0));
  });

  it('one request of a connection starts at a time, of 2,000 that it sends without waiting', async () => {
    const limits = createServerLimits();
    const server = createServer();
    let started = 0;
    let parsed = 0;
    serveRequests(server, limits, { onRequest: () => void (started += 1), onUpgrade: (_, socket) => socket.destroy() });
    server.on('request', () => (parsed += 1));
    const own = tls.wrap(server, limits.connections);
    own.listen(0, '127.0.0.1');
    await once(own, 'listening');
    const address = own.address();
    const ca = readFileSync(join(folder, 'cert.pem'));
    const socket = connectTls({
      host: '127.0.0.1',
      port: typeof address === 'object' && address !== null ? address.port : 0,
      ca,
    });
    sockets.push(socket);
    await once(socket, 'secureConnect');
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2000));
    await vi.waitFor(() => expect(limits.heldBytes.inUse).toBeGreaterThan(0));
    expect([started, parsed]).toEqual([1, 1]);
    socket.destroy();
    own.close();
  });
});
