import { connect } from 'node:net';
import { createServerLimits } from '@boxwood/account';
import nock from 'nock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxServer, createServer } from './box-server.ts';

// The network guard of the unit tests parses and rewrites requests; here every raw line counts.
nock.restore();

let server: BoxServer;
let port: number;
beforeAll(async () => {
  server = createServer({
    guard: createServerLimits(),
    access: { logRefusal: () => undefined },
    router: {
      hasRoute: (_, path) => path === '/eshell',
      handle: () => Promise.resolve({ status: 200, body: '{"error":0}' }),
    },
    desktop: { rejectShare: () => false, serve: (_, response) => Promise.resolve(void response.end('desktop')) },
    recognise: () => null,
    routes: [{ method: 'GET', path: '/port_80/', handle: (_, response) => Promise.resolve(void response.end()) }],
    healthy: () => true,
    acceptsHost: (host) => host === undefined || host === 'box',
    onFault: () => undefined,
  });
  port = await server.listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.destroyConnections();
  await server.close();
});

/** Response status for raw request lines. */
const statusOf = (...lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1').once('error', reject);
    socket.once('data', (said: string) => {
      socket.destroy();
      resolve(said.split(' ')[1] ?? '');
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });

it('a request says once whom it is for: none in HTTP/1.1 and two of any spelling are 400, at every door', async () => {
  const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-key: a'];
  const doors: readonly (readonly [line: string, fine: string, ...more: readonly string[]])[] = [
    ['GET /index.html', '200'],
    ['GET /port_80/x', '200'],
    ['POST /eshell', '200', 'content-type: application/json', 'content-length: 2', '', '{}'],
    ['GET /port_20243/ws', '404', ...upgrade],
  ];
  for (const [line, fine, ...more] of doors) {
    const send = (version: string, hosts: readonly string[]) => statusOf(`${line} HTTP/${version}`, ...hosts, ...more);
    expect([line, await send('1.1', ['Host: box'])]).toEqual([line, fine]);
    expect([line, await send('1.1', ['Host: evil.example'])]).toEqual([line, '421']);
    for (const hosts of [
      [],
      ['Host: box', 'Host: box'],
      ['Host: box', 'Host: evil.example'],
      ['Host: evil.example', 'hOST: box'],
      ['Host: box', 'Host:'],
    ])
      expect([line, hosts, await send('1.1', hosts)]).toEqual([line, hosts, '400']);
    expect([line, await send('1.0', ['Host: box', 'Host: box'])]).toEqual([line, '400']);
  }
  // Not a browser, and no client that must send it.
  expect(await statusOf('GET /index.html HTTP/1.0')).toBe('200');
});

it('an absolute address of another server is 421 at every door, and one of the box is its path', async () => {
  const json = ['content-type: application/json', 'content-length: 2', '', '{}'];
  const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-key: a'];
  const doors = [
    ['GET', '/index.html', '200', []],
    ['GET', '/port_80/x', '200', []],
    ['POST', '/eshell', '200', json],
    ['GET', '/port_20243/ws', '404', upgrade],
  ] as const;
  for (const [method, path, fine, more] of doors) {
    const ask = (target: string) => statusOf(`${method} ${target}${path} HTTP/1.1`, 'Host: box', ...more);
    expect([path, await ask('http://BOX')]).toEqual([path, fine]);
    for (const target of ['http://other.example', 'https://box:1', 'http://box@other.example', 'ftp://box.lan'])
      expect([path, target, await ask(target)]).toEqual([path, target, '421']);
  }
  expect(await statusOf('GET http://box HTTP/1.1', 'Host: box')).toBe('200');
});
