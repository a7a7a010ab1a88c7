/**
 * What a whole box answers before any command runs: host names, origins, content types, lengths, invalid HTTP; and
 * response headers.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTree, encodeRequest, isRight } from '@boxwood/box-sdk';
import { OWNER, startTestBox, type TestBox, setUpTestBox, signInToTestBox } from '../box-test-helpers.ts';
import { type TestResponse, type TestRequest, sendHttp } from './http-test-helpers.ts';

let desktop: string;
let box: TestBox;
let token: string;
let fileKey: string;

const sendRequest = (path: string, request: TestRequest = {}): Promise<TestResponse> =>
  sendHttp(box.port, path, request);
const JSON_TYPE = { 'content-type': 'application/json' };
const keyOf = (more: TestRequest = {}) => {
  const encoded = encodeRequest(commandTree.session.fileKey, {}, { username: OWNER, token });
  if (!isRight(encoded)) throw new Error('not encoded');
  const { method, path, body } = encoded.right;
  return sendRequest(path, {
    method,
    ...(typeof body === 'string' ? { body } : {}),
    ...more,
    headers: { ...JSON_TYPE, ...more.headers },
  });
};
/** Sends raw bytes and reads until the connection ends. */
const bare = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(box.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

beforeAll(async () => {
  desktop = mkdtempSync(join(tmpdir(), 'boxwood-desktop-'));
  mkdirSync(join(desktop, 'assets'));
  writeFileSync(join(desktop, 'index.html'), '<!doctype html><title>Boxwood</title>'.padEnd(2000));
  writeFileSync(join(desktop, 'assets/a-1234.js'), 'export default 1;'.padEnd(2000));
  writeFileSync(join(desktop, 'icon.png'), 'picture');
  box = await startTestBox({ desktopDir: desktop });
  await setUpTestBox(box);
  const owner = await signInToTestBox(box, OWNER);
  token = owner.token;
  fileKey = (await owner.session.fileKey()).key;
  writeFileSync(join(box.usb1, OWNER, 'a.html'), '<script>1</script>');
}, 60_000);
afterAll(async () => {
  await box.remove();
  rmSync(desktop, { recursive: true });
});

describe('a call', { timeout: 60_000 }, () => {
  it('comes from our own page or from no browser, as JSON, under a name of this box', async () => {
    expect((await keyOf()).status).toBe(200);
    const own = { host: 'box.local', origin: 'http://box.local' };
    expect((await keyOf({ headers: { ...own, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      // Only the box itself marks a request as relayed; the relay has checked its origin.
      { origin: 'http://evil.example', 'x-boxwood-relayed': '1' },
      { ...own, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await keyOf({ headers })).status, JSON.stringify(headers)).toBe(403);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expect((await keyOf({ headers: { 'content-type': type } })).status, type).toBe(415);
    const foreign = await sendRequest('/', { headers: { host: 'evil.example' } });
    expect([foreign.status, foreign.headers['content-type']]).toEqual([421, 'text/plain; charset=utf-8']);
    expect((await keyOf({ headers: { host: 'evil.example' } })).status).toBe(421);
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: a\r\n\r\n';
    expect(await bare(`GET /eshell HTTP/1.1\r\nhost: evil.example\r\n${upgrade}`)).toMatch(/^HTTP\/1.1 421 /);
  });

  it('to another machine is refused in words: a box is nobody’s proxy', async () => {
    const told = await bare('CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: 127.0.0.1:22\r\n\r\n');
    expect(told).toMatch(/^HTTP\/1.1 405 /);
    expect(told).toContain('{"error":3,"info":"method"}');
  });

  it('is a megabyte long at most, a torrent four; what nobody answers is not read', async () => {
    const long = (bytes: number) => ({ method: 'POST', headers: JSON_TYPE, body: `"${'x'.repeat(bytes - 2)}"` });
    expect((await sendRequest('/eshell', long(1024 * 1024))).status).toBe(200);
    expect((await sendRequest('/eshell', long(1024 * 1024 + 1))).status).toBe(413);
    expect((await sendRequest('/downloader', long(4 * 1024 * 1024))).status).toBe(200);
    expect((await sendRequest('/downloader', long(4 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await sendRequest('/nowhere', long(2 * 1024 * 1024))).status).toBe(404);
  });

  it('is answered with no cache, no guessed type and no other origin; so is a refusal', async () => {
    const answers = [
      await keyOf(),
      await keyOf({ headers: { origin: 'http://evil.example' } }),
      await sendRequest('/healthz'),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-type': 'application/json; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      for (const absent of ['access-control-allow-origin', 'set-cookie', 'server', 'x-powered-by'])
        expect(headers[absent], absent).toBeUndefined();
    }
    expect(answers.map(({ text }) => text).slice(1)).toEqual(['{"error":3,"info":"origin"}', '{"status":"ok"}']);
  });

  it('uses a verb that is known there: others are refused, and a HEAD of a door for bytes sends its head', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE'])
      expect((await sendRequest('/eshell', { method })).status, method).toBe(405);
    const file = `/port_80/mnt/usb1/${OWNER}/a.html?key=${fileKey}`;
    const [got, head] = [await sendRequest(file), await sendRequest(file, { method: 'HEAD' })];
    expect([got.status, head.status, head.text]).toEqual([200, 200, '']);
    const kept = ({ headers }: typeof got) => ({ ...headers, date: null, connection: null, 'keep-alive': null });
    expect(kept(head)).toEqual(kept(got));
    expect(
      (await sendRequest('/filetrans?uuid=x&start=0', { method: 'PUT', headers: { origin: 'http://evil.example' } }))
        .status,
    ).toBe(403);
    expect((await sendRequest('/filetrans?uuid=x&start=0', { method: 'PUT' })).status).toBe(404);
    expect((await sendRequest('/filetransx?uuid=x&start=0', { method: 'PUT' })).text).toContain('method');
  });

  it('that is no HTTP, or has too long a head, is told so and ends its connection', async () => {
    expect(await bare('hello\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*connection: close[^]*"bad request"/,
    );
    const long = await bare(`GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(40_000)}\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 [^]*x-content-type-options: nosniff[^]*"too large"/);
    const both = 'POST /eshell HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(await bare(both)).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe('files of people', () => {
  it('are served as nothing that runs, and kept by nobody in between', async () => {
    const { status, headers } = await sendRequest(`/port_80/mnt/usb1/${OWNER}/a.html?key=${fileKey}`);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';.*frame-ancestors 'self'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toMatch(/private|no-store/);
    expect((await sendRequest(`/port_80/mnt/usb1/${OWNER}/a.html?key=${'x'.repeat(32)}`)).status).not.toBe(200);
  });
});

describe('the desktop', () => {
  it('is its pages, compressed as the browser takes them, kept by name, and nothing beside them', async () => {
    const page = await sendRequest('/home');
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(page.text).toContain('<title>Boxwood');
    expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY', vary: 'accept-encoding' });
    const policy = String(page.headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "object-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(page.headers['content-encoding']).toBeUndefined();
    const script = (accepts: string) => sendRequest('/assets/a-1234.js', { headers: { 'accept-encoding': accepts } });
    for (const [accepts, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
    ] as const)
      for (let twice = 0; twice < 2; twice += 1) {
        const reply = await script(accepts);
        expect(reply.headers).toMatchObject({
          'content-encoding': encoding,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': 'text/javascript; charset=utf-8',
          // The policy of a worker started from it.
          'content-security-policy':
            "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
        });
        expect(Number(reply.headers['content-length'])).toBeLessThan(500);
      }
    expect((await sendRequest('/icon.png', { headers: { 'accept-encoding': 'br' } })).headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '7',
      'cache-control': 'no-cache',
    });
    for (const path of ['/nothing.js', '/../testing.ts', '/assets/../../testing.ts', '/index.html.map'])
      expect((await sendRequest(path)).status, path).toBe(404);
    writeFileSync(join(desktop, 'index.html'), '<!doctype html><title>Newer</title>'.padEnd(2001));
    expect((await sendRequest('/')).text).toContain('<title>Newer');
  });

  it('what another app shares with a browser that has no service worker leads to the page, which says so; it is not kept', async () => {
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    for (const headers of [multipart, { ...multipart, origin: 'null', 'sec-fetch-site': 'none' }])
      expect(await sendRequest('/share-target', { method: 'POST', headers, body: '--b--' })).toMatchObject({
        status: 303,
        text: '',
        headers: { location: '/home#shared=lost' },
      });
  });
});
