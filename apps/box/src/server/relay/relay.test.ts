import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request as startRequest } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createAccountClient, fetchTransport, signInParams, withBoxSecret } from '@boxwood/account-sdk';
import { createAccount } from '@boxwood/account';
import type { Account } from '@boxwood/account';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelayTunnel } from './relay-tunnel.ts';
import { dialRelay } from './relay-tunnel.ts';
import { forwardToLoopback, isRelayed } from './loopback.ts';

// The guard of the unit tests wraps HTTP sockets; this test needs the plain sockets.
nock.restore();
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const BOX = 'box7';
const SECRET = 'secret-of-the-box-with-32-characters-or-more';
const FAST = { initialMs: 10, maxMs: 50 };
const FILM = randomBytes(1024 * 1024);

/** A small box: ranges of a film, an echo that hashes its input, and a slow endless body. */
const boxServer = () => {
  const seen: { url: string; headers: IncomingMessage['headers'] }[] = [];
  const gone: string[] = [];
  const rosters: { secret: string | undefined; body: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/internal/roster') {
      const secret = request.headers['x-box-secret'];
      rosters.push({ secret: String(secret), body: await text(request) });
      response.end('{"error":0}');
      return;
    }
    seen.push({ url: request.url ?? '', headers: request.headers });
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://box');
    if (pathname === '/film') {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (range === null) response.writeHead(200, { 'content-length': FILM.length, etag: '"film"' }).end(FILM);
      else {
        const [from, to] = [Number(range[1]), Number(range[2])];
        response
          .writeHead(206, { 'content-range': `bytes ${from}-${to}/${FILM.length}`, 'content-length': to - from + 1 })
          .end(FILM.subarray(from, to + 1));
      }
    } else if (pathname === '/hash') {
      const hash = createHash('sha256');
      await pipeline(request, hash);
      response.end(hash.digest('hex'));
    } else if (pathname === '/flood') {
      const left = Number(searchParams.get('bytes'));
      response.writeHead(200, { 'content-length': left });
      const block = Buffer.alloc(65_536, 7);
      for (let sent = 0; sent < left; sent += block.length)
        if (!response.write(block.subarray(0, Math.min(block.length, left - sent))))
          await new Promise((resolve) => response.once('drain', resolve));
      response.end();
    } else if (pathname === '/endless') {
      response.on('close', () => gone.push(pathname));
      response.writeHead(200).write('first');
    } else if (pathname === '/breaks') {
      response.writeHead(200, { 'content-length': 1000 }).write('half');
      setTimeout(() => response.destroy(), 20);
    } else response.writeHead(404).end('no such place');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return { server, seen, gone, rosters };
};
const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
/** Returns the status and reads the body to its end, so that the connection can be reused. */
const statusOf = async (reply: Response) => {
  await reply.arrayBuffer();
  return reply.status;
};
const until = async (fine: () => boolean | Promise<boolean>) => {
  for (let i = 0; i < 2000; i++) {
    if (await fine()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never came to be');
};

let dir: string;
let account: Account;
let base: string;
let box: ReturnType<typeof boxServer>;
let boxPort: number;
let tunnel: RelayTunnel;
let door: { readonly relayUrl: string; readonly relayHost: string; readonly relayAuth: string };
let now: number;

beforeEach(async () => {
  now = Date.now();
  dir = await mkdtemp(join(tmpdir(), 'boxwood-relay-'));
  account = await createAccount({ dataDir: dir, publicUrl: 'http://relay.invalid', clock: { now: () => now } });
  base = `http://127.0.0.1:${await account.listen(0, '127.0.0.1')}`;
  box = boxServer();
  boxPort = await listen(box.server);
  const own = createAccountClient({ baseUrl: base, transport: withBoxSecret(fetchTransport(), BOX, SECRET) });
  await own.link.register({
    box: { boxId: BOX, boxName: BOX, model: 'N3', edition: 'standard', version: '1.0.25' },
  });
  await own.link.setUpOwner({ userName: 'ann_lee', password: 'correct horse' });
  tunnel = dialRelay({ url: base, boxId: BOX, secret: SECRET, serve: forwardToLoopback(boxPort), backoff: FAST });
  await until(() => tunnel.state() === 'connected');
  const nobody = createAccountClient({ baseUrl: base, transport: fetchTransport() });
  const { token } = await nobody.session.signIn(signInParams('ann_lee', 'correct horse', 'k'.repeat(32)));
  const ann = createAccountClient({
    baseUrl: base,
    transport: fetchTransport(),
    identity: () => ({ username: 'ann_lee', token }),
  });
  door = await ann.box.address({ boxName: BOX });
});
afterEach(async () => {
  await tunnel.close();
  await account.close();
  box.server.closeAllConnections();
  box.server.close();
  await rm(dir, { recursive: true, force: true });
});

const ticket = () => ({ 'x-relay-host': door.relayHost, 'x-relay-auth': door.relayAuth });
const through = (path: string, init: RequestInit = {}) =>
  fetch(`${base}/relay${path}`, {
    ...init,
    headers: { ...ticket(), ...Object.fromEntries(new Headers(init.headers)) },
  });

describe('relay', () => {
  it('SDK-A21 G-06: a ticket in headers or in the query opens the way to the box; the box never sees it', async () => {
    expect(door.relayUrl).toBe('http://relay.invalid/relay');
    const whole = await through('/film');
    expect(whole.status).toBe(200);
    expect(whole.headers.get('etag')).toBe('"film"');
    expect(Buffer.from(await whole.arrayBuffer()).equals(FILM)).toBe(true);
    const query = `host=${door.relayHost}&auth=${door.relayAuth}`;
    const byQuery = await fetch(`${base}/relay/film?a=%20b&${query}&key=k%2F1`);
    expect(byQuery.status).toBe(200);
    await byQuery.arrayBuffer();
    expect(box.seen.map(({ url }) => url)).toEqual(['/film', '/film?a=%20b&key=k%2F1']);
    for (const { url, headers } of box.seen) {
      expect(JSON.stringify([url, headers])).not.toContain(door.relayAuth);
      expect(headers['x-relay-host']).toBeUndefined();
      expect(isRelayed(headers)).toBe(true);
    }
  });

  it('G-06: 401 without a ticket, with a wrong one, for another box, and after a day', async () => {
    const status = async (headers: Record<string, string>) => statusOf(await fetch(`${base}/relay/film`, { headers }));
    expect(await status({})).toBe(401);
    expect(await status({ ...ticket(), 'x-relay-auth': 'a'.repeat(32) })).toBe(401);
    expect(await status({ ...ticket(), 'x-relay-host': 'box8' })).toBe(401);
    expect(await status(ticket())).toBe(200);
    now += 86_400_000;
    expect(await status(ticket())).toBe(401);
    expect(box.seen).toHaveLength(1);
  });

  it('X106 G-05: the roster reaches a box that has only its tunnel', async () => {
    await until(() => box.rosters.length > 0);
    const [{ secret, body } = { secret: '', body: '' }] = box.rosters;
    expect(secret).toBe(SECRET);
    expect(JSON.parse(body)).toMatchObject({ users: [{ userName: 'ann_lee', admin: 'Y' }] });
    expect(body).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  it('serves ranges byte for byte', async () => {
    const reply = await through('/film', { headers: { range: 'bytes=1000-1999' } });
    expect(reply.status).toBe(206);
    expect(reply.headers.get('content-range')).toBe(`bytes 1000-1999/${FILM.length}`);
    expect(Buffer.from(await reply.arrayBuffer()).equals(FILM.subarray(1000, 2000))).toBe(true);
    expect(await statusOf(await through('/nowhere'))).toBe(404);
  });

  it('streams 64 MB up and 64 MB down', async () => {
    const size = 64 * 1024 * 1024;
    const part = randomBytes(1024 * 1024);
    const hash = createHash('sha256');
    for (let i = 0; i < 64; i++) hash.update(part);
    const sent = await new Promise<string>((resolve, reject) => {
      const up = startRequest(`${base}/relay/hash`, {
        method: 'PUT',
        headers: { ...ticket(), 'content-length': size },
      });
      up.on('error', reject);
      up.on('response', (reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
        reply.on('end', () => {
          resolve(text);
        });
      });
      const write = (i: number) => {
        if (i === 64) up.end();
        else if (up.write(part)) setImmediate(write, i + 1);
        else
          up.once('drain', () => {
            write(i + 1);
          });
      };
      write(0);
    });
    expect(sent).toBe(hash.digest('hex'));
    const down = await through(`/flood?bytes=${size}`);
    let got = 0;
    for await (const chunk of down.body ?? []) got += chunk.length;
    expect(got).toBe(size);
  });

  it('tells the box when the caller goes away', async () => {
    const controller = new AbortController();
    const reply = await through('/endless', { signal: controller.signal });
    expect(reply.status).toBe(200);
    controller.abort();
    await until(() => box.gone.length === 1);
  });

  it('does not pass half a body off as a whole one', async () => {
    const reply = await through('/breaks');
    await expect(reply.text()).rejects.toThrow();
  });

  it('comes back after the connection broke, and after the service was away', async () => {
    const states: string[] = [];
    await tunnel.close();
    const sockets = new Set<Socket>();
    // A proxy connection that the test can cut.
    const line = createServer();
    line.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const port = Number(new URL(base).port);
      const other = connect(port, '127.0.0.1', () => {
        const headers = request.rawHeaders.flatMap((value, i, all) =>
          i % 2 === 0 ? [`${value}: ${all[i + 1] ?? ''}`] : [],
        );
        other.write(`GET ${request.url ?? ''} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
        if (head.length > 0) other.write(head);
        socket.pipe(other).pipe(socket);
      });
      for (const end of [socket, other]) {
        sockets.add(end);
        end.on('error', () => end.destroy());
        end.on('close', () => {
          socket.destroy();
          other.destroy();
        });
      }
    });
    const linePort = await listen(line);
    tunnel = dialRelay({
      url: `http://127.0.0.1:${linePort}`,
      boxId: BOX,
      secret: SECRET,
      serve: forwardToLoopback(boxPort),
      backoff: FAST,
      onState: (state) => states.push(state),
    });
    await until(() => tunnel.state() === 'connected');
    await until(async () => (await statusOf(await through('/film'))) === 200);
    for (const socket of sockets) socket.destroy();
    await until(() => states.filter((state) => state === 'connected').length === 2);
    await until(async () => (await statusOf(await through('/film'))) === 200);
    line.close();
    for (const socket of sockets) socket.destroy();
    await until(() => tunnel.state() !== 'connected');
    await until(async () => (await statusOf(await through('/film'))) === 502);
    line.listen(linePort, '127.0.0.1');
    await until(async () => (await statusOf(await through('/film'))) === 200);
    await tunnel.close();
    line.closeAllConnections();
    line.close();
    for (const socket of sockets) socket.destroy();
  });

  it('a dialler with a wrong secret is refused and keeps nobody out', async () => {
    const thief = dialRelay({
      url: base,
      boxId: BOX,
      secret: 'x'.repeat(40),
      serve: (stream) => {
        stream.close();
      },
      backoff: FAST,
    });
    await until(() => thief.state() === 'refused');
    expect(await statusOf(await through('/film'))).toBe(200);
    await thief.close();
  });

  it('keeps trying in ever longer steps and stops at close', async () => {
    await tunnel.close();
    const waits: number[] = [];
    let last = performance.now();
    const lonely = dialRelay({
      url: 'http://127.0.0.1:9',
      boxId: BOX,
      secret: SECRET,
      serve: forwardToLoopback(boxPort),
      backoff: { initialMs: 10, maxMs: 80 },
      random: () => 0.5,
      onState: (state) => {
        if (state === 'dialling' && waits.length < 6) waits.push(performance.now() - last);
        if (state === 'waiting') last = performance.now();
      },
    });
    await until(() => waits.length >= 5);
    await lonely.close();
    expect(lonely.state()).toBe('closed');
    // The first entry is the start itself. Timers never fire early, so each wait is at least its backoff.
    for (const [i, step] of [10, 20, 40, 80].entries()) expect(waits[i + 1]).toBeGreaterThanOrEqual(step - 1);
    const count = waits.length;
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(waits).toHaveLength(count);
  });
});
