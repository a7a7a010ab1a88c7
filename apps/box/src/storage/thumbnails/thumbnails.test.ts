import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestFiles } from '../../features/files/file-test-helpers.ts';
import { createTestFiles } from '../../features/files/file-test-helpers.ts';
import { callerFor } from '../vault/index.ts';
import { Thumbnails } from './thumbnails.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

// Generous, because a busy machine is slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestFiles;
let thumbnails: Thumbnails;
let now = Date.now();
const ann = callerFor('ann');
const hashes = new Map<string, string>();

beforeAll(async () => {
  box = createTestFiles();
  thumbnails = new Thumbnails({
    dir: join(box.root, 'state/thumbs'),
    vault: box.vault,
    hashes: box.hashes,
    now: () => now,
    ffmpeg: null,
  });
  const home = join(box.root, 'usb1/ann');
  mkdirSync(home, { recursive: true });
  const picture = sharp({ create: { width: 1200, height: 600, channels: 3, background: '#3366aa' } });
  writeFileSync(join(home, 'photo.jpg'), await picture.clone().jpeg().toBuffer());
  writeFileSync(join(home, 'turned.jpg'), await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer());
  writeFileSync(join(home, 'small.png'), await picture.clone().resize(40, 20).png().toBuffer());
  writeFileSync(join(home, 'broken.jpg'), 'this is no picture');
  writeFileSync(join(home, 'flood.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"></svg>');
  writeFileSync(join(home, 'film.mp4'), 'this is no film');
  for (const name of ['photo.jpg', 'turned.jpg', 'small.png', 'broken.jpg', 'flood.svg', 'film.mp4'])
    hashes.set(name, (await box.hashes.computeHash(box.vault.resolve(ann, `/mnt/usb1/ann/${name}`, 'read'))) ?? '');
});
afterAll(async () => {
  thumbnails.close();
  await box.close();
});

const get = (name: string, width = 256, caller = ann, headers = {}) =>
  thumbnails.serve(caller, hashes.get(name) ?? '', width, headers, connectedSignal());
const sizeOf = async (name: string, width: number) => {
  const reply = await get(name, width);
  if (!(reply?.body instanceof Uint8Array)) throw new Error('no thumbnail');
  const { format, width: w, height: h } = await sharp(reply.body).metadata();
  return `${format} ${w}x${h}`;
};

describe('GET /port_80/thumb', () => {
  it('FILES-60, FILES-11: a picture in each of the four widths, upright, never enlarged', async () => {
    for (const width of [64, 128, 256, 512])
      expect(await sizeOf('photo.jpg', width)).toBe(`webp ${width}x${width / 2}`);
    expect(await sizeOf('photo.jpg', 2048)).toBe('webp 1200x600');
    expect(await sizeOf('turned.jpg', 128)).toBe('webp 64x128');
    expect(await sizeOf('small.png', 512)).toBe('webp 40x20');
    expect(await get('photo.jpg', 300)).toBeNull();
  });

  it('no thumbnail: broken pictures, pixel floods, films without a decoder, unknown hashes', async () => {
    for (const name of ['broken.jpg', 'flood.svg', 'film.mp4'])
      expect(await get(name), name).toMatchObject({ status: 404, body: null });
    expect(await get('unknown')).toBeNull();
    // A browser may cache the failure until the box tries again.
    now += 60_000;
    expect((await get('broken.jpg'))?.headers['cache-control']).toBe('private, max-age=540');
    now += 600_000;
    expect((await get('broken.jpg'))?.headers['cache-control']).toBe('private, max-age=600');
  });

  it('only for files that the caller may read, and cacheable for a year', async () => {
    expect(await get('photo.jpg', 256, callerFor('bob'))).toBeNull();
    const reply = await get('photo.jpg');
    expect(reply?.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'image/webp',
    });
    const again = await get('photo.jpg', 256, ann, { 'if-none-match': reply?.headers['etag'] });
    expect(again?.status).toBe(304);
    expect(again?.body).toBeNull();
  });

  it('of a friend’s picture is asked for every time, and not handed out when the share ended while it was made', async () => {
    const bob = callerFor('bob');
    mkdirSync(join(box.root, 'usb1/ann/album'));
    copyFileSync(join(box.root, 'usb1/ann/photo.jpg'), join(box.root, 'usb1/ann/album/photo.jpg'));
    await box.hashes.computeHash(box.vault.resolve(ann, '/mnt/usb1/ann/album/photo.jpg', 'read'));
    const grant = { to: 'bob', sharer: 'ann', name: 'Album', path: '/mnt/usb1/ann/album' };
    box.grants.push(grant);
    expect((await get('photo.jpg', 64, bob))?.headers['cache-control']).toBe('private, no-cache');
    vi.spyOn(thumbnails, 'picture').mockImplementationOnce(() => {
      box.grants.length = 0;
      return Promise.resolve(new Uint8Array(1));
    });
    await expect(get('photo.jpg', 64, bob)).rejects.toMatchObject({ code: 13 });
  });

  it('twenty at once are made once and kept; the oldest go when there are too many', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => get('photo.jpg', 64)));
    const first = replies[0]?.body;
    expect(first).toBeInstanceOf(Uint8Array);
    for (const reply of replies) expect(reply?.body).toEqual(first);
    const cachedFiles = () =>
      readdirSync(join(box.root, 'state/thumbs'), { recursive: true }).filter((name) => String(name).endsWith('.webp'));
    expect(cachedFiles().length).toBeGreaterThan(4);
    now += 10_000_000;
    await sizeOf('turned.jpg', 128);
    expect(await thumbnails.collect(400)).toBeGreaterThan(3);
    expect(cachedFiles().map((name) => String(name).slice(3))).toContain(`${hashes.get('turned.jpg') ?? ''}-128.webp`);
    expect(
      readdirSync(join(box.root, 'state/thumbs'), { recursive: true }).some((name) => String(name).endsWith('.tmp')),
    ).toBe(false);
    // The folder is not scanned again before the limit can be exceeded.
    const stray = join(box.root, 'state/thumbs/stray.webp');
    writeFileSync(stray, Buffer.alloc(4000));
    expect([await thumbnails.collect(400), existsSync(stray)]).toEqual([0, true]);
    await sizeOf('turned.jpg', 256);
    expect([(await thumbnails.collect(400)) > 0, existsSync(stray)]).toEqual([true, false]);
  });
});
