import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { encodeWirePath } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Thumbnails } from '../../../storage/thumbnails/thumbnails.ts';
import { callerFor } from '../../../storage/vault/index.ts';
import { parseRange } from './byte-range.ts';
import { contentDispositionOf } from './content-type.ts';
import { ZipDownloads } from '../../../storage/zip/zip-downloads.ts';
import { fileRoute } from './file-route.ts';
import { FileServer } from './file-server.ts';
import { RunningResponses } from '../../../server/identity/running-responses.ts';
import type { TestFiles } from '../file-test-helpers.ts';
import { createTestFiles } from '../file-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestFiles;
let server: Server;
let base = '';
const content = randomBytes(1_500_000);

beforeAll(async () => {
  box = createTestFiles();
  const { vault, hashes } = box;
  const thumbnails = new Thumbnails({ dir: join(box.root, 'state/thumbs'), vault, hashes, now: () => 1, ffmpeg: null });
  const route = fileRoute({
    files: new FileServer(vault),
    thumbnails,
    zips: new ZipDownloads(vault, { now: () => 1 }),
    callerOf: (key) =>
      key === 'ann-key' ? callerFor('ann') : key === 'open-key' ? callerFor('ann', ['safe', 'home']) : null,
    vault,
    running: new RunningResponses(),
  });
  server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    void route.handle(request, response, path.slice('/port_80/'.length), new URLSearchParams(query));
  });
  await new Promise<undefined>((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/port_80`;
  const home = join(box.root, 'usb1/ann');
  mkdirSync(join(home, 'sub'), { recursive: true });
  mkdirSync(join(home, '.safebox'));
  mkdirSync(join(home, '.safe_home'));
  for (const name of [
    'film.mp4',
    'page.html',
    'drawing.svg',
    'data.xml',
    'paper.pdf',
    'a#b?c %2e.txt',
    'empty.txt',
    '.safebox/secret',
    '.safe_home/diary.txt',
    '你好 "q".txt',
  ])
    writeFileSync(join(home, name), name === 'film.mp4' ? content : name === 'empty.txt' ? '' : `text of ${name}`);
  utimesSync(join(home, 'film.mp4'), 1, 1_600_000_000);
  symlinkSync('/etc/passwd', join(home, 'passwd'));
});
afterAll(async () => {
  server.close();
  await box.close();
});

const get = (path: string, headers: Record<string, string> = {}, query = '?key=ann-key') =>
  fetch(`${base}${path}${query}`, { headers });
const film = '/mnt/usb1/ann/film.mp4';

describe('GET /port_80', () => {
  it('FILES-59, SDK-B102: serves a file with validators, and again only when it changed', async () => {
    const reply = await get(film);
    expect(reply.status).toBe(200);
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
    expect(reply.headers.get('etag')).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
    expect(reply.headers.get('last-modified')).toBe('Sun, 13 Sep 2020 12:26:40 GMT');
    expect(reply.headers.get('content-type')).toBe('video/mp4');
    const etag = reply.headers.get('etag') ?? '';
    expect((await get(film, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
    expect((await get(film, { 'if-modified-since': 'Sun, 13 Sep 2020 12:26:40 GMT' })).status).toBe(304);
    expect(
      (await get(film, { 'if-none-match': '"other"', 'if-modified-since': 'Sun, 13 Sep 2020 12:26:40 GMT' })).status,
    ).toBe(200);
  });

  it('a file whose name is no text is served by the bytes of its name', async () => {
    writeFileSync(Buffer.concat([Buffer.from(join(box.root, 'usb1/ann/caf')), Buffer.of(0xe9)]), 'coffee');
    const path = encodeWirePath('/mnt/usb1/ann/caf\uDCE9');
    expect(await (await get(path)).text()).toBe('coffee');
    expect((await get(path, {}, '?key=ann-key&dl=1')).headers.get('content-disposition')).toMatch(/^attachment/);
    // No byte of an overlong encoding becomes a slash or a dot.
    for (const trick of ['%C0%AF', '%E0%80%AF', '%C0%AE%C0%AE/ann/film.mp4', '%2', '%zz'])
      expect((await get(`/mnt/usb1/ann/${trick}`)).status, trick).toBe(404);
  });

  it('ranges: a part, a tail, beyond the end 416, several parts and nonsense the whole; If-Range guards', async () => {
    const part = await get(film, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${content.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
    const tail = await get(film, { range: 'bytes=-7' });
    expect(Buffer.from(await tail.arrayBuffer()).equals(content.subarray(-7))).toBe(true);
    const beyond = await get(film, { range: `bytes=${content.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${content.length}`);
    expect((await get(film, { range: 'bytes=0-1,5-6' })).status).toBe(200);
    expect((await get(film, { range: 'bytes=9-3' })).status).toBe(200);
    expect((await get(film, { range: 'bytes=0-9', 'if-range': '"old"' })).status).toBe(200);
    expect((await get(film, { range: 'bytes=0-9', 'if-range': part.headers.get('etag') ?? '' })).status).toBe(206);
    expect((await get('/mnt/usb1/ann/empty.txt', { range: 'bytes=0-' })).status).toBe(416);
    expect(await (await get('/mnt/usb1/ann/empty.txt')).text()).toBe('');
  });

  it('RFC 9110, 8.8.1: whatever changes the bytes changes the validator, also with the size and the time of before', async () => {
    const path = join(box.root, 'usb1/ann/version.bin');
    const tag = async () => (await get('/mnt/usb1/ann/version.bin')).headers.get('etag') ?? '';
    const tags = new Set<string>();
    const seconds = 1_600_000_000;
    // A change 600,000 bytes in is beyond the range of a hash of the start.
    for (const change of [
      () => writeFileSync(path, Buffer.alloc(700_000, 'a')),
      () => {
        const file = openSync(path, 'r+');
        writeSync(file, 'b', 650_000);
        closeSync(file);
      },
      () => {
        writeFileSync(`${path}.2`, Buffer.alloc(700_000, 'a'));
        renameSync(`${path}.2`, path);
      },
    ]) {
      change();
      utimesSync(path, seconds, seconds);
      tags.add(await tag());
    }
    expect(tags.size).toBe(3);
    expect([...tags]).toContain(await tag());
  });

  it('RFC 9110, 13: If-Match and If-Unmodified-Since name the version that is wanted; If-Range knows no date and nothing weak', async () => {
    const etag = (await get(film)).headers.get('etag') ?? '';
    const asked = async (headers: Record<string, string>) => (await get(film, headers)).status;
    expect(await asked({ 'if-match': etag })).toBe(200);
    expect(await asked({ 'if-match': `"other", ${etag}` })).toBe(200);
    expect(await asked({ 'if-match': '*' })).toBe(200);
    expect(await asked({ 'if-match': '"other"' })).toBe(412);
    expect(await asked({ 'if-match': `W/${etag}` })).toBe(412);
    const [before, then] = ['Sun, 13 Sep 2020 12:26:39 GMT', 'Sun, 13 Sep 2020 12:26:40 GMT'];
    expect(await asked({ 'if-unmodified-since': before })).toBe(412);
    expect(await asked({ 'if-unmodified-since': then })).toBe(200);
    expect(await asked({ 'if-unmodified-since': 'nonsense' })).toBe(200);
    expect(await asked({ 'if-match': etag, 'if-unmodified-since': before })).toBe(200);
    expect(await asked({ 'if-match': '"other"', 'if-none-match': etag })).toBe(412);
    const range = { range: 'bytes=0-9' };
    expect(await asked({ ...range, 'if-match': etag })).toBe(206);
    expect(await asked({ ...range, 'if-match': '"other"' })).toBe(412);
    expect(await asked({ ...range, 'if-range': then })).toBe(200);
    expect(await asked({ ...range, 'if-range': `W/${etag}` })).toBe(200);
  });

  it('a file that is changed while it is sent does not arrive as a whole', async () => {
    const path = join(box.root, 'usb1/ann/changing.bin');
    // More than the buffers of a connection hold.
    const size = 32 * 1024 * 1024;
    const make = (): void => {
      writeFileSync(path, '');
      truncateSync(path, size);
    };
    for (const change of [
      () => {
        const file = openSync(path, 'r+');
        writeSync(file, 'new', size - 10);
        closeSync(file);
      },
      () => truncateSync(path, size - 1000),
      () => appendFileSync(path, 'more'),
    ]) {
      make();
      utimesSync(path, 1, 1_600_000_000);
      const reply = await get('/mnt/usb1/ann/changing.bin');
      // The box has read part of it; the rest waits for the client.
      change();
      await expect(reply.arrayBuffer().then(({ byteLength }) => byteLength)).rejects.toThrow();
    }
    // A new file under the name is a different file: a client that started with the old one receives all of it.
    make();
    const reply = await get('/mnt/usb1/ann/changing.bin');
    writeFileSync(`${path}.2`, 'new');
    renameSync(`${path}.2`, path);
    expect((await reply.arrayBuffer()).byteLength).toBe(size);
  });

  it('G-10: html, svg and xml are text, nothing runs, and every answer says so', async () => {
    for (const name of ['page.html', 'drawing.svg', 'data.xml']) {
      const reply = await get(`/mnt/usb1/ann/${name}`);
      expect(reply.headers.get('content-type'), name).toBe('text/plain; charset=utf-8');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    }
    expect((await get('/mnt/usb1/ann/paper.pdf')).headers.get('content-security-policy')).not.toContain('sandbox');
  });

  it('the path is decoded once, and names with signs of the address come through', async () => {
    expect(await (await get('/mnt/usb1/ann/a%23b%3Fc%20%252e.txt')).text()).toBe('text of a#b?c %2e.txt');
    for (const path of [
      '/mnt/usb1/ann/..%2fbob/x',
      '/mnt/usb1/ann/sub%2f..%2ffilm.mp4',
      '/mnt/usb1/ann/x%00',
      '/mnt/usb1/ann/%zz',
    ])
      expect((await get(path)).status, path).toBe(404);
  });

  it('dl=1 makes it a download under its own name', async () => {
    const reply = await get(`/mnt/usb1/ann/${encodeURIComponent('你好 "q".txt')}`, {}, '?key=ann-key&dl=1');
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="__ _q_.txt"; filename*=UTF-8''%E4%BD%A0%E5%A5%BD%20%22q%22.txt`,
    );
    expect(contentDispositionOf("it's (1)*.txt\r\nx: y")).toBe(
      `attachment; filename="it's (1)*.txt__x: y"; filename*=UTF-8''it%27s%20%281%29%2A.txt%0D%0Ax%3A%20y`,
    );
  });

  it('what is behind a second password is left in no cache, other files are asked for anew each time', async () => {
    const kept = async (path: string) => (await get(path, {}, '?key=open-key')).headers.get('cache-control');
    expect(await kept('/mnt/usb1/ann/.safebox/secret')).toBe('no-store');
    expect(await kept('/mnt/usb1/ann/.safe_home/diary.txt')).toBe('no-store');
    expect(await kept(film)).toBe('private, no-cache');
  });

  it('401 without a good key, 403 for what is not theirs or locked, 404 for folders, links and nothing', async () => {
    expect((await get(film, {}, '')).status).toBe(401);
    expect((await get(film, {}, '?key=wrong')).status).toBe(401);
    for (const path of [
      '/mnt/usb1/bob/x',
      '/etc/passwd',
      '/mnt/usb1/ann/.safebox/secret',
      '/mnt/usb1/ann/.boxwood/parts/x',
    ])
      expect((await get(path)).status, path).toBe(403);
    for (const path of ['/mnt/usb1/ann/none', '/mnt/usb1/ann/sub', '/mnt/usb1/ann/passwd', `/thumb/${'0'.repeat(32)}`])
      expect((await get(path)).status, path).toBe(404);
  });

  it('any range header: a 206 part lies in the file, and nothing throws', () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(300), fc.nat(300)).map(([a, b]) => `bytes=${a}-${b}`),
      fc.nat(300).map((n) => `bytes=-${n}`),
    );
    fc.assert(
      fc.property(header, fc.nat({ max: 200 }), (value, size) => {
        const range = parseRange(value, size);
        if (typeof range === 'object') {
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.start).toBeLessThanOrEqual(range.end);
          expect(range.end).toBeLessThan(size);
        }
      }),
    );
  });
});
