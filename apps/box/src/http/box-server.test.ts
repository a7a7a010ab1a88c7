/** HTTP around the router alone: recognised users, calls of the router, and refusals. */
import { request as startRequest } from 'node:http';
import { connect } from 'node:net';
import { createServerLimits } from '@boxwood/account';
import type { AccessRecord } from '@boxwood/account';
import type { RouterRequest } from '@boxwood/box-sdk/server';
import nock from 'nock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RequestHint } from '../server/identity/recognise.ts';
import { type BoxServer, createServer, type ServerOptions } from './box-server.ts';
import { type TestResponse, type TestRequest, sendHttp } from './http-test-helpers.ts';

// Requests that are sent without waiting need real sockets.
nock.restore();

let server: BoxServer;
let port: number;
let guard: ReturnType<typeof createServerLimits>;
let asked: RouterRequest[];
let hints: RequestHint[];
let faults: unknown[][];
let refused: AccessRecord[];
let healthy: boolean;
let answering: () => Promise<{ status: number; body: string }>;

const start = async (more: Partial<ServerOptions> = {}): Promise<void> => {
  server = createServer({
    guard,
    access: { logRefusal: (_, visit) => refused.push(visit) },
    router: {
      hasRoute: (method, path) => path === (method === 'GET' ? '/stream' : '/eshell'),
      handle: (request) => {
        asked.push(request);
        return answering();
      },
    },
    desktop: {
      rejectShare: () => false,
      serve: (_, response, path) => Promise.resolve(void response.end(`desktop ${path}`)),
    },
    recognise: (clue) => {
      hints.push(clue);
      return clue.bodyStart.includes('annabel') || clue.query.get('key') === 'good' ? 'annabel' : null;
    },
    routes: [
      {
        method: 'GET',
        path: '/port_80/',
        handle: (_, response, rest, query) => Promise.resolve(void response.end(`${rest} ${query.get('key') ?? ''}`)),
      },
    ],
    healthy: () => healthy,
    onFault: (...fault) => faults.push(fault),
    ...more,
  });
  port = await server.listen(0, '127.0.0.1');
};
const sendRequest = (method: string, path: string, asked: Omit<TestRequest, 'method'> = {}): Promise<TestResponse> =>
  sendHttp(port, path, { method, ...asked });
const JSON_TYPE = { 'content-type': 'application/json' };

beforeEach(async () => {
  [guard, asked, hints, faults, refused, healthy] = [createServerLimits(), [], [], [], [], true];
  answering = () => Promise.resolve({ status: 200, body: '{"error":0}' });
  await start();
});
afterEach(async () => {
  server.destroyConnections();
  await server.close();
});

it('whoever is known by what they send is counted among the family, and a stranger is not', async () => {
  const known = (method: string, path: string, body?: string) =>
    new Promise<{ unauthenticated: number; users: number }>((resolve, reject) => {
      const request = startRequest({ host: '127.0.0.1', port, method, path, headers: JSON_TYPE }, (reply) => {
        // The connection is still open, so this is the moment to check.
        resolve({ ...guard.connections.counts });
        reply.resume();
      });
      request.on('error', reject);
      request.end(body);
    });
  expect(await known('POST', '/eshell?a=1', '{"username":"annabel"}')).toEqual({ unauthenticated: 0, users: 1 });
  expect(hints).toMatchObject([{ path: '/eshell', bodyStart: '{"username":"annabel"}' }]);
  expect(hints[0]?.query.get('a')).toBe('1');
  // The same connection again: it is not recognised twice.
  await known('POST', '/eshell', '{"username":"annabel"}');
  expect(hints).toHaveLength(1);
  server.destroyConnections();
  await expect.poll(() => guard.connections.counts).toEqual({ unauthenticated: 0, users: 0 });
  expect(await known('GET', '/port_80/x?key=good')).toEqual({ unauthenticated: 0, users: 1 });
  server.destroyConnections();
  await expect.poll(() => guard.connections.counts).toEqual({ unauthenticated: 0, users: 0 });
  expect(await known('GET', '/port_80/x?key=bad')).toEqual({ unauthenticated: 1, users: 0 });
});

it('a command gets its path, query, headers and body, and the address it came from', async () => {
  const { status, text } = await sendRequest('POST', '/eshell?x=1', {
    headers: { ...JSON_TYPE, username: 'ann' },
    body: '{}',
  });
  expect([status, text]).toEqual([200, '{"error":0}']);
  await sendRequest('GET', '/stream?host=h');
  expect(asked.map(({ method, path, query, body }) => [method, path, query.toString(), String(body)])).toEqual([
    ['POST', '/eshell', 'x=1', '{}'],
    ['GET', '/stream', 'host=h', ''],
  ]);
  expect(asked[0]).toMatchObject({ remote: '127.0.0.1', headers: { username: 'ann' } });
  const foreign = await sendRequest('GET', '/stream', { headers: { origin: 'http://evil.example' } });
  expect([foreign.status, foreign.text, asked.length]).toEqual([403, '{"error":3,"info":"origin"}', 2]);
  expect((await sendRequest('GET', '/other')).text).toBe('desktop /other');
});

it('an answer that is worth it goes in Brotli to who asks for it, and is the same', async () => {
  const answered = async (body: string, accepts: string) => {
    answering = () => Promise.resolve({ status: 200, body });
    const headers = { ...JSON_TYPE, 'accept-encoding': accepts };
    const reply = await fetch(`http://127.0.0.1:${port}/eshell`, { method: 'POST', headers, body: '{}' });
    expect(await reply.text()).toBe(body);
    return [reply.headers.get('content-encoding'), Number(reply.headers.get('content-length'))] as const;
  };
  const names = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ name: `照片 ${at}.jpg` })));
  const [encoding, length] = await answered(names, 'gzip, deflate, br, zstd');
  expect([encoding, length < Buffer.byteLength(names) / 3]).toEqual(['br', true]);
  // Plain http in a LAN; a one-packet response; a body that would block others.
  expect(await answered(names, 'gzip, deflate')).toEqual([null, Buffer.byteLength(names)]);
  expect(await answered(names, 'gzip, br;q=0')).toEqual([null, Buffer.byteLength(names)]);
  expect(await answered('{"error":0}', 'br')).toEqual([null, 11]);
  expect(await answered('x'.repeat(1024 * 1024 + 1), 'br')).toEqual([null, 1024 * 1024 + 1]);
});

it('a door that serves one thing has nothing else, and ends the connection', async () => {
  await server.close();
  await start({ servesPath: (path) => path === '/port_80/x' });
  expect((await sendRequest('GET', '/port_80/x?key=1')).text).toBe('x 1');
  // The response tells the client not to reuse the connection.
  const asking = { headers: { ...JSON_TYPE, connection: 'keep-alive' }, body: '{}' };
  const { status, headers, text } = await sendRequest('POST', '/eshell', asking);
  expect([status, headers['connection'], text]).toEqual([404, 'close', '{"error":3,"info":"path"}']);
});

it('says that it starts until it has, and a fault of its own is told to nobody outside', async () => {
  healthy = false;
  expect(await sendRequest('GET', '/healthz')).toMatchObject({ status: 503, text: '{"status":"starting"}' });
  answering = () => Promise.reject(new Error('a secret inside'));
  const asking = { headers: { ...JSON_TYPE, connection: 'keep-alive' }, body: '{}' };
  const { status, headers, text } = await sendRequest('POST', '/eshell', asking);
  expect([status, headers['connection'], text]).toEqual([400, 'close', '{"error":7}']);
  expect(faults).toEqual([[expect.objectContaining({ message: 'a secret inside' }), 'POST request']]);
});

it('answers what is under way when it closes, and ends that connection', async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>();
  answering = () => promise;
  const reply = sendRequest('POST', '/eshell', { headers: JSON_TYPE, body: '{}' });
  await expect.poll(() => asked.length).toBe(1);
  const closed = server.close();
  resolve({ status: 200, body: '{"error":0}' });
  expect((await reply).text).toBe('{"error":0}');
  await closed;
  await expect(sendRequest('GET', '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('whom a door refuses before a command is read is told, with the door and never with its path', async () => {
  const foreign = { origin: 'https://evil.example' };
  await sendRequest('POST', '/eshell', { headers: { ...JSON_TYPE, ...foreign }, body: '{}' });
  await sendRequest('GET', '/port_80/secret?key=bad');
  server.destroyConnections();
  await server.close();
  const closed = { method: 'GET' as const, path: '/port_80/' };
  await start({
    acceptsHost: (host) => host !== 'evil.example',
    routes: [{ ...closed, handle: (_, response) => Promise.resolve(void response.writeHead(403).end()) }],
  });
  await sendRequest('GET', '/port_80/secret?key=bad');
  await sendRequest('GET', '/', { headers: { host: 'evil.example' } });
  const remote = '127.0.0.1';
  expect(refused).toEqual([
    { user: 'nobody', remote, command: 'http', code: 403 },
    { user: 'nobody', remote, command: '/port_80/', code: 403 },
    { user: 'nobody', remote, command: 'http', code: 421 },
  ]);
});

it('RFC 9110: HEAD is answered where GET is, other methods with what may be asked, and OPTIONS as well', async () => {
  expect(await sendRequest('HEAD', '/port_80/x?key=1')).toMatchObject({ status: 200, text: '' });
  const told = async (method: string, path: string, more?: TestRequest) => {
    const { status, headers, text } = await sendRequest(method, path, more);
    return [status, headers['allow'], text];
  };
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE'])
    expect(await told(method, '/port_80/x')).toEqual([405, 'GET, HEAD, OPTIONS', '{"error":3,"info":"method"}']);
  expect((await told('POST', '/port_80/x', { headers: JSON_TYPE, body: '{}' })).slice(0, 2)).toEqual([
    405,
    'GET, HEAD, OPTIONS',
  ]);
  expect((await told('PUT', '/eshell')).slice(0, 2)).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  expect(await told('OPTIONS', '/port_80/x')).toEqual([204, 'GET, HEAD, OPTIONS', '']);
  expect(await told('OPTIONS', '/eshell', { headers: { origin: 'http://evil.example' } })).toEqual([
    204,
    'GET, HEAD, POST, OPTIONS',
    '',
  ]);
  expect(asked).toEqual([]);
});

it.each([
  ['for everything', {}],
  ['for shares', { servesPath: () => true }],
] as const)('a server %s starts one request of a connection at a time', async (_, more) => {
  await server.close();
  await start(more);
  answering = () => new Promise(() => undefined);
  const socket = connect(port, '127.0.0.1');
  const text = 'POST /eshell HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  socket.write(text.repeat(500));
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => guard.heldBytes.inUse).toBeGreaterThan(0);
  expect(asked).toHaveLength(1);
  socket.destroy();
});
