import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { request as startRequest } from 'node:http';
import nock from 'nock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialIn } from '../testing/dialled-box.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { startService } from '../testing/account-test-helpers.ts';

// The network guard of the unit tests wraps the sockets of http; this test needs real ones.
nock.restore();

const PAGE = '<!doctype html><script>parent.postMessage(localStorage.owner, "*")</script>';
let service: TestService;
let hangUp: () => void;
let ticket: Record<string, string>;
/** The response of the box, and the headers it receives. */
let answer: OutgoingHttpHeaders;
let told: IncomingHttpHeaders[];

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://account.example' });
  const { api } = await service.createBoxWithOwner();
  const box = await dialIn(service.url(), 'box7', 'box7-secret-of-at-least-32-characters', (stream, headers) => {
    if (headers[':path'] === '/internal/roster') {
      stream.respond({ ':status': 200 });
      stream.end('{"error":0}');
      return;
    }
    told.push(headers);
    stream.respond(answer);
    stream.end(answer[':status'] === 304 ? undefined : PAGE);
  });
  ({ hangUp } = box);
  const { relayHost, relayAuth } = await api.box.address({ boxName: 'box7' });
  ticket = { 'x-relay-host': relayHost, 'x-relay-auth': relayAuth };
});
beforeEach(() => {
  told = [];
  answer = { ':status': 200 };
});
afterAll(async () => {
  hangUp();
  await service.stop();
  expect(service.faults).toEqual([]);
});

/** A raw request, with headers that `fetch` would not send. */
const through = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const request = startRequest(`${service.url()}/relay${path}`, { headers: { ...ticket, ...headers } });
    request.on('error', reject);
    request.on('response', (reply) => {
      reply.resume();
      reply.on('error', reject);
      reply.on('end', () => {
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers });
      });
    });
    request.end();
  });

describe('what a hostile box says through the relay', () => {
  it('sets no cookie, clears nothing, registers nothing, leads nowhere and brings no policy of its own', async () => {
    answer = {
      ':status': 200,
      'content-type': 'application/json',
      etag: '"1"',
      'accept-ranges': 'bytes',
      'set-cookie': ['sid=1; Path=/'],
      'clear-site-data': '"*"',
      'service-worker-allowed': '/',
      'content-security-policy': "script-src 'unsafe-inline'",
      'x-content-type-options': 'maybe',
      'access-control-allow-origin': 'https://account.example',
      'access-control-allow-credentials': 'true',
      'content-location': '/',
      location: '/elsewhere',
      refresh: '0; url=javascript:1',
      link: '</x.js>; rel=preload',
      nel: '{}',
      'alt-svc': 'h3="evil.example:443"',
      'strict-transport-security': 'max-age=0',
      'www-authenticate': 'Basic realm="Boxwood"',
      'report-to': '{}',
      'reporting-endpoints': 'a="https://evil.example"',
      'speculation-rules': '"/rules.json"',
      sourcemap: '/x.map',
      'something-new': '1',
    };
    const { status, headers } = await through('/x');
    expect(status).toBe(200);
    const { date, connection, 'keep-alive': _alive, 'transfer-encoding': _coding, ...said } = headers;
    expect([typeof date, typeof connection]).toEqual(['string', 'string']);
    const policy: unknown = expect.stringMatching(
      /^sandbox; default-src 'none';[^;]*;[^;]*;[^;]*; frame-ancestors 'none'$/,
    );
    expect(said).toEqual({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'accept-ranges, content-disposition, content-length, content-range, etag, last-modified',
      'content-disposition': 'inline',
      'content-security-policy': policy,
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'cross-origin',
      etag: '"1"',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    'text/html',
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'image/svg+xml',
    'image/evil+xml',
    'text/xml',
    'text/javascript',
    'application/javascript',
    'text/css',
    'application/wasm',
    'application/manifest+json',
    'image/png, text/html',
    'image/png; x=", text/html',
    'multipart/x-mixed-replace; boundary=a',
    '*/*',
    '',
  ])('what could run or be a page is a file to save: %s', async (type) => {
    answer = { ':status': 200, 'content-disposition': 'inline', ...(type === '' ? {} : { 'content-type': type }) };
    const { headers } = await through('/x');
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toBe('attachment');
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    'image/png',
    'video/x-matroska',
    'audio/mpeg',
    'text/plain; charset=utf-8',
    'application/json; charset=utf-8',
  ])('what a browser only shows keeps its type, in the sandbox: %s', async (type) => {
    answer = { ':status': 200, 'content-type': type };
    const { headers } = await through('/x');
    expect(headers).toMatchObject({ 'content-type': type, 'content-disposition': 'inline' });
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  });

  it('a PDF is shown without the sandbox, in which no viewer starts, and still loads and runs nothing', async () => {
    answer = { ':status': 200, 'content-type': 'application/pdf' };
    const { headers } = await through('/x');
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none';.*frame-ancestors 'none'; object-src 'self'$/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('a file to save keeps its name', async () => {
    const disposition = 'attachment; filename="a.html"; filename*=UTF-8\'\'a.html';
    answer = { ':status': 200, 'content-type': 'text/plain', 'content-disposition': disposition };
    expect((await through('/x')).headers['content-disposition']).toBe(disposition);
  });

  it('a redirect is no answer, a 304 is one and says no type', async () => {
    for (const status of [300, 301, 302, 303, 307, 308]) {
      answer = { ':status': status, location: 'javascript:alert(1)' };
      const { status: got, headers } = await through('/x');
      expect([got, headers['location']]).toEqual([502, undefined]);
    }
    answer = { ':status': 304, etag: '"1"' };
    const { status, headers } = await through('/x', { 'if-none-match': '"1"' });
    expect([status, headers['etag'], headers['content-type']]).toEqual([304, '"1"', undefined]);
  });

  it('nothing is asked of it that a browser would run', async () => {
    for (const dest of ['script', 'serviceworker', 'sharedworker', 'worker', 'style', 'iframe', 'object', 'manifest'])
      expect((await through('/x', { 'sec-fetch-dest': dest })).status, dest).toBe(403);
    expect(told).toEqual([]);
    for (const dest of ['empty', 'document', 'image', 'audio', 'video'])
      expect((await through('/x', { 'sec-fetch-dest': dest })).status, dest).toBe(200);
  });
});

describe('what a hostile box is told', () => {
  it('is what its answer depends on, and nothing of the service, its proxy or the page that asks', async () => {
    await through('/film?a=1', {
      range: 'bytes=0-1',
      'if-range': '"1"',
      accept: 'video/*',
      cookie: 'sso=1',
      authorization: 'Basic YTpi',
      username: 'ann_lee',
      token: 't'.repeat(32),
      'x-box-id': 'box7',
      'x-box-secret': 's',
      'x-boxwood-relayed': '0',
      'x-forwarded-for': '192.168.1.7',
      origin: 'http://box.lan',
      referer: 'http://box.lan/home',
      'user-agent': 'a browser',
    });
    const [headers = {}] = told;
    expect(Object.keys(headers).toSorted()).toEqual(
      [':authority', ':method', ':path', ':scheme', 'accept', 'if-range', 'range'].toSorted(),
    );
    expect(headers[':path']).toBe('/film?a=1');
  });
});

it('a ticket opens the one box that it was given for, and for a day', async () => {
  const { api } = await service.createBoxWithOwner('box8', 'carol_w');
  const { relayHost, relayAuth } = await api.box.address({ boxName: 'box8' });
  expect((await through('/healthz', { 'x-relay-auth': relayAuth })).status).toBe(401);
  expect(told).toEqual([]);
  // Its own box may connect; it holds no tunnel.
  const own = { 'x-relay-host': relayHost, 'x-relay-auth': relayAuth };
  expect((await through('/healthz', own)).status).toBe(502);
  service.clock.advance(86_400);
  expect((await through('/healthz', own)).status).toBe(401);
});
