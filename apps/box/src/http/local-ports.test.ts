/** `/port_{n}` in front of a real program on the loopback, over real sockets. */
import { createHash } from 'node:crypto';
import { createServer as createHttp, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createServerLimits } from '@boxwood/account';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RunningResponses } from '../server/identity/running-responses.ts';
import { type LocalPort, LocalPorts } from './local-ports.ts';
import { type BoxServer, createServer } from './box-server.ts';
import { sendHttp } from './http-test-helpers.ts';

/** A short unmasked frame that echoes a client's frame (RFC 6455, 5.2). */
const answerTo = (frame: Buffer): Buffer => {
  const payload = frame.subarray(6).map((byte, at) => byte ^ (frame[2 + (at % 4)] ?? 0));
  return Buffer.concat([Buffer.from([frame[0] ?? 0, payload.length]), payload]);
};
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
let local: Server;
let localPort: number;
let seen: IncomingMessage[];
let sockets: Set<Socket>;
let box: BoxServer;
let port: number;
let running: RunningResponses;
let ports: LocalPorts;
let faults: unknown[];
let currentUser: string | null;

beforeEach(async () => {
  [seen, sockets, faults, currentUser] = [[], new Set(), [], 'annabel'];
  local = createHttp((request, response) => {
    seen.push(request);
    if (request.url === '/endless') {
      response.write('first');
      return;
    }
    response.setHeader('set-cookie', 'a=1');
    response.setHeader('content-security-policy', 'script-src *');
    response.setHeader('access-control-allow-origin', '*');
    response.statusCode = request.method === 'DELETE' ? 410 : 200;
    request.pipe(response);
  });
  local.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    seen.push(request);
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
    socket.on('close', () => sockets.delete(socket));
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key'] ?? ''}${HANDSHAKE}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\nset-cookie: b=2\r\n\r\n`,
    );
    if (request.url === '/raw') socket.pipe(socket);
    else socket.on('data', (frame: Buffer) => socket.write(answerTo(frame)));
  });
  localPort = await new Promise((resolve) => {
    local.listen(0, '127.0.0.1', () => {
      const address = local.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  running = new RunningResponses();
  ports = new LocalPorts(running);
  box = createServer({
    guard: createServerLimits(),
    access: { logRefusal: () => undefined },
    recognise: () => null,
    routes: [],
    findRoute: ports.findRoute,
    healthy: () => true,
    onFault: (fault: unknown) => faults.push(fault),
    router: {
      hasRoute: (_, path) => path === '/port_20243/medialib',
      handle: () => Promise.resolve({ status: 200, body: 'command' }),
    },
    desktop: { rejectShare: () => false, serve: (_, response) => Promise.resolve(void response.end('desktop')) },
  });
  port = await box.listen(0, '127.0.0.1');
});
afterEach(async () => {
  box.destroyConnections();
  await box.close();
  local.closeAllConnections();
  await new Promise((resolve) => local.close(resolve));
  expect(faults).toEqual([]);
});
const open = (caller: LocalPort['caller'] = () => currentUser) => ports.open(20_243, { port: localPort, caller });
const sendRequest = (path: string, request: Parameters<typeof sendHttp>[2] = {}) => sendHttp(port, path, request);

it('nothing is open until a feature opens it, and nobody comes in whom it does not name', async () => {
  expect((await sendRequest('/port_20243/x')).text).toBe('desktop');
  const close = open();
  currentUser = null;
  expect((await sendRequest('/port_20243/x?key=k')).status).toBe(401);
  expect(await upgrade('/port_20243/ws')).toMatch(/^HTTP\/1.1 401 /);
  expect(seen).toEqual([]);
  currentUser = 'annabel';
  expect((await sendRequest('/port_20243/x?key=k')).status).toBe(200);
  expect((await sendRequest('/port_20244/x')).text).toBe('desktop');
  expect(() => open()).toThrow('port_20243 is open');
  close();
  expect((await sendRequest('/port_20243/x')).text).toBe('desktop');
  expect(seen).toHaveLength(1);
});

it('any method passes with its body; what proves who somebody is stays here, and what a page might do to the box is taken away', async () => {
  open();
  const headers = {
    username: 'annabel',
    token: 't',
    cookie: 'c=1',
    authorization: 'Bearer x',
    'x-own': 'o',
    te: 'trailers',
  };
  const {
    status,
    headers: got,
    text,
  } = await sendRequest('/port_20243/a%20b?key=secret&q=1', { method: 'PATCH', headers, body: 'hello' });
  expect([status, text]).toEqual([200, 'hello']);
  expect([seen[0]?.method, seen[0]?.url]).toEqual(['PATCH', '/a%20b?q=1']);
  const passed = seen[0]?.headers ?? {};
  expect(passed).toMatchObject({ 'x-own': 'o', 'x-forwarded-for': '127.0.0.1', host: `127.0.0.1:${localPort}` });
  for (const name of ['username', 'token', 'cookie', 'authorization', 'te']) expect(passed[name], name).toBeUndefined();
  expect(got['content-security-policy']).toContain('sandbox');
  for (const name of ['set-cookie', 'access-control-allow-origin']) expect(got[name], name).toBeUndefined();
  expect((await sendRequest('/port_20243/x', { method: 'DELETE' })).status).toBe(410);
  // Another page may not change anything with the user's browser.
  expect(
    (await sendRequest('/port_20243/x', { method: 'DELETE', headers: { origin: 'http://evil.example' } })).status,
  ).toBe(403);
  // A command is still handled as a command.
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await sendRequest('/port_20243/medialib', json)).text).toBe('command');
  expect((await sendRequest('/port_20243/other', json)).text).toBe('{}');
  local.close();
  local.closeAllConnections();
  await expect.poll(async () => (await sendRequest('/port_20243/x')).status).toBe(502);
});

const upgrade = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
      if (said.includes('\r\n\r\n')) {
        resolve(said);
        socket.destroy();
      }
    });
    const lines = Object.entries({ host: 'box', connection: 'Upgrade', upgrade: 'websocket', ...headers });
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  });

it('a WebSocket of the platform passes both ways, and ends with the right to it', async () => {
  open();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/port_20243/ws?key=secret`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  expect(seen[0]?.url).toBe('/ws');
  await expect.poll(() => sockets.size).toBe(1);
  const heard = new Promise((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(data), { once: true }),
  );
  socket.send('hello, 日记');
  expect(await heard).toBe('hello, 日记');
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }));
  currentUser = null;
  running.recheck();
  await closed;
  await expect.poll(() => sockets.size).toBe(0);
});

it('bytes pass both ways as they are, until the right ends, the door closes or the box stops', async () => {
  const close = open();
  const join = (): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.once('data', () => resolve(socket));
      socket.write(
        'GET /port_20243/raw HTTP/1.1\r\nhost: box\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: a\r\n\r\n',
      );
    });
  const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const first = await join();
  const echo = new Promise<string>((resolve) => first.once('data', (piece) => resolve(piece.toString('hex'))));
  first.write(Buffer.from('8105aabb', 'hex'));
  expect(await echo).toBe('8105aabb');
  running.recheck();
  expect(first.destroyed).toBe(false);
  currentUser = null;
  const gone = ended(first);
  running.recheck();
  await gone;
  await expect.poll(() => sockets.size).toBe(0);
  currentUser = 'annabel';
  const second = await join();
  close();
  const over = ended(second);
  running.recheck();
  await over;
  open();
  const third = await join();
  const stopped = ended(third);
  await box.close();
  await stopped;
});

it('a page of somebody else opens no WebSocket, and an upgrade to anything else is passed over', async () => {
  open();
  expect(await upgrade('/port_20243/ws', { origin: 'http://evil.example' })).toMatch(/^HTTP\/1.1 403 /);
  expect(await upgrade('/eshell')).toMatch(/^HTTP\/1.1 404 /);
  expect(await upgrade('/port_20243/x', { upgrade: 'h2c' })).toMatch(/^HTTP\/1.1 200 /);
  expect(seen.map(({ url }) => url)).toEqual(['/x']);
});

it('an answer under way ends with the right to it', async () => {
  open();
  const { body } = await fetch(`http://127.0.0.1:${port}/port_20243/endless`);
  const reader = body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  currentUser = null;
  running.recheck();
  await expect(reader?.read()).rejects.toThrow('terminated');
});
