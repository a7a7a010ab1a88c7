import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check';
import nock from 'nock';
import { afterEach, expect, it, vi } from 'vitest';
import { HeldBytes } from './paced-reader.ts';
import type { RequestHandlers } from './serve-requests.ts';
import { serveRequests } from './serve-requests.ts';
import type { ServerLimits } from './server-limits.ts';
import { createServerLimits } from './server-limits.ts';
import { UnauthenticatedQueue } from './unauthenticated-queue.ts';

// The guard of the unit tests wraps sockets and connects late; here every socket counts.
nock.restore();
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const serve = async (
  onRequest: RequestHandlers['onRequest'],
  limits: ServerLimits = createServerLimits(),
  onUpgrade: RequestHandlers['onUpgrade'] = (_, socket) => socket.destroy(),
): Promise<number> => {
  const server = createServer({ keepAliveTimeout: 60_000, requireHostHeader: false });
  servers.push(server);
  serveRequests(server, limits, { onRequest, onUpgrade });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
const dial = async (port: number, localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
/** Collects what a connection receives. */
const received = (socket: Socket): (() => string) => {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  return () => text;
};

it('starts one request of each connection at a time, of 2,000 that it sends without waiting', async () => {
  const started = new Map<string, number>();
  const limits = createServerLimits();
  const port = await serve((request) => {
    started.set(request.url ?? '', (started.get(request.url ?? '') ?? 0) + 1);
  }, limits);
  let parsed = 0;
  servers[0]?.on('request', () => (parsed += 1));
  const names = Array.from({ length: 20 }, (_, at) => `/${at}`);
  for (const name of names) (await dial(port)).write(GET.replace('/', name).repeat(2000));
  await expect.poll(() => started.size).toBe(20);
  await expect.poll(() => limits.heldBytes.inUse).toBeGreaterThan(0);
  expect([...started.values()]).toEqual(names.map(() => 1));
  expect(parsed).toBe(20);
});

it.each([
  ['unauthenticated connections', 15],
  ['connections of another user', 100],
] as const)('a user waits for few requests of 20 %s that send 2,000 each without waiting', async (who, limit) => {
  let foreign = 0;
  const limits = createServerLimits();
  const port = await serve((request, response) => {
    if (request.url === '/ann') limits.connections.assignUser(request.socket, 'ann');
    else foreign += 1;
    if (request.url === '/bob') limits.connections.assignUser(request.socket, 'bob');
    response.end(String(foreign));
  }, limits);
  const user = await dial(port);
  const text = received(user);
  const ask = async (): Promise<number> => {
    user.write(GET.replace('/', '/ann'));
    await once(user, 'data');
    return Number(/\d+$/.exec(text())?.[0]);
  };
  expect(await ask()).toBe(0);
  const flood = who === 'unauthenticated connections' ? GET : GET.replace('/', '/bob');
  for (let at = 0; at < 20; at++) (await dial(port)).resume().write(flood.repeat(2000));
  await expect.poll(() => foreign, { interval: 0 }).toBeGreaterThan(100);
  const waited: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const before = foreign;
    waited.push((await ask()) - before);
  }
  expect(Math.max(...waited)).toBeLessThan(limit);
  // The flood was not over before.
  expect(foreign).toBeLessThan(4000);
});

it('answers everything that was pipelined, in order and with the right bodies, however the bytes are divided', async () => {
  const digest = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 8);
  const port = await serve((request, response) => {
    if (request.url === '/early') {
      response.end('early');
      request.resume();
      return;
    }
    const hash = createHash('sha256');
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    request.on('end', () => response.end(`${request.url ?? ''} ${hash.digest('hex').slice(0, 8)}`));
  });
  const sent = record({ size: integer({ min: 0, max: 5000 }), isChunked: boolean(), isEarly: boolean() });
  await assert(
    asyncProperty(
      array(sent, { minLength: 1, maxLength: 12 }),
      array(integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 20 }),
      async (requests, cuts) => {
        const expected: string[] = [];
        const text = requests
          .map(({ size, isChunked, isEarly }, at) => {
            const path = isEarly ? '/early' : `/${at}`;
            const body = 'ab\r\n\r\n'.repeat(size).slice(0, size);
            expected.push(isEarly ? 'early' : `${path} ${digest(body)}`);
            const head = `PUT ${path} HTTP/1.1\r\nhost: a\r\n`;
            if (!isChunked) return `${head}content-length: ${size}\r\n\r\n${body}`;
            const chunks = [body.slice(0, size >> 1), body.slice(size >> 1)].filter((chunk) => chunk !== '');
            return `${head}transfer-encoding: chunked\r\n\r\n${chunks
              .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
              .join('')}0\r\n\r\n`;
          })
          .join('');
        const socket = await dial(port);
        const answers = received(socket);
        for (let from = 0, at = 0; from < text.length; at++) {
          const length = cuts[at % cuts.length] ?? 1;
          socket.write(text.slice(from, from + length));
          from += length;
          await new Promise((resolve) => setImmediate(resolve));
        }
        const bodies = (): readonly string[] =>
          [...answers().matchAll(/\r\n\r\n(early|\/\d+ [0-9a-f]{8})/g)].map(([, body]) => body ?? '');
        await expect.poll(bodies, { interval: 1 }).toEqual(expected);
        socket.destroy();
      },
    ),
    { numRuns: 25 },
  );
});

it('reports to a handler that its client disconnected', async () => {
  let isClosed = false;
  const port = await serve((_, response) => {
    response.once('close', () => (isClosed = true));
  });
  const socket = await dial(port);
  socket.write(GET);
  socket.end();
  await expect.poll(() => isClosed).toBe(true);
});

it('does not start a request whose client disconnected while it waited', async () => {
  const begun: string[] = [];
  const limits = createServerLimits();
  const waiting: (() => void)[] = [];
  vi.spyOn(limits.unauthenticated, 'add').mockImplementation((_, begin) => void waiting.push(begin));
  const port = await serve((request) => begun.push(request.url ?? ''), limits);
  const socket = await dial(port);
  socket.write(GET);
  await expect.poll(() => waiting.length).toBe(1);
  socket.destroy();
  await expect.poll(() => limits.connections.counts.unauthenticated).toBe(0);
  for (const begin of waiting) begin();
  expect(begun).toEqual([]);
});

it('closes connections when the unparsed requests of all of them exceed the limit', async () => {
  const limits: ServerLimits = Object.assign(createServerLimits(), { heldBytes: new HeldBytes(100_000) });
  const port = await serve(() => undefined, limits);
  const closed: Promise<unknown>[] = [];
  for (let at = 0; at < 10; at++) {
    const socket = await dial(port);
    closed.push(once(socket, 'close'));
    socket.write(GET.repeat(2000));
  }
  await Promise.race(closed);
  await expect.poll(() => limits.heldBytes.inUse).toBeLessThanOrEqual(100_000);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => limits.heldBytes.inUse).toBe(0);
});

it('an upgrade receives every byte that followed its head', async () => {
  const port = await serve(
    (_, response) => response.end(),
    createServerLimits(),
    (_, socket, head) => {
      let text = head.toString('latin1');
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (text.endsWith('z')) socket.end(createHash('sha256').update(text).digest('hex'));
      });
      if (text.endsWith('z')) socket.end(createHash('sha256').update(text).digest('hex'));
    },
  );
  const socket = await dial(port);
  const text = received(socket);
  const bytes = `${'ab\r\n\r\n'.repeat(5000)}z`;
  socket.write(`${GET}GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n${bytes}`);
  await once(socket, 'close');
  expect(text().endsWith(createHash('sha256').update(bytes).digest('hex'))).toBe(true);
});

it('refuses one expectation that it does not know, however many a client sends', async () => {
  const port = await serve(() => undefined);
  const socket = await dial(port);
  const text = received(socket);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nexpect: tea\r\n\r\n'.repeat(500));
  await once(socket, 'close');
  expect(text().match(/HTTP\/1.1 417/g)).toHaveLength(1);
});

it('serves unauthenticated holders round-robin', async () => {
  const queue = new UnauthenticatedQueue();
  const begun: string[] = [];
  for (let at = 0; at < 50; at++) queue.add('flood', () => void begun.push('flood'));
  queue.add('other', () => void begun.push('other'));
  expect(queue.size).toBe(49);
  await expect.poll(() => queue.size).toBe(0);
  expect(begun.indexOf('other')).toBeLessThan(5);
  expect(begun).toHaveLength(51);
  // The next ones do not wait.
  await new Promise((resolve) => setImmediate(resolve));
  queue.add('late', () => void begun.push('late'));
  expect(begun.at(-1)).toBe('late');
});
