import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';
import { isHeic, withHeic } from './heic.ts';
import { PictureWorkerPool } from './picture-worker-pool.ts';

// Generous, because a busy machine is slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/**
 * A phone photo: four HEVC tiles (red, green; blue, yellow) form one picture of 100 x 120, cropped, with a quarter turn
 * in its own transformation. The EXIF data contains the same orientation again.
 */
const PHONE = readFileSync(new URL('../../../../../tests/lib/phone.heic', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'boxwood-heic-'));
const path = join(dir, 'phone.heic');
const shrinker = new PictureWorkerPool();

beforeAll(() => {
  writeFileSync(path, PHONE);
});
afterAll(() => {
  shrinker.close();
  rmSync(dir, { recursive: true });
});

it('a HEIC of tiles is seen, turned once, and says what its camera wrote', async () => {
  const read = await shrinker.read(path, true, connectedSignal());
  expect(read?.pictureInfo).toMatchObject({
    width: 120,
    height: 100,
    camera: 'iPhone 99',
    taken: '2024:05:01 10:30:00',
  });
  const made = await shrinker.shrink(path, 64, connectedSignal());
  const { data, info } = await sharp(made ?? Buffer.alloc(0))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([64, 53]);
  const colourAt = (x: number, y: number): string => {
    const at = (y * info.width + x) * 3;
    return [...data.subarray(at, at + 3)].map((part) => Math.round(part / 128)).join('');
  };
  // Red in the upper left moves to the upper right.
  expect([colourAt(4, 4), colourAt(59, 4), colourAt(4, 48), colourAt(59, 48)]).toEqual(['002', '200', '220', '010']);
  expect(await shrinker.thumbHash(path, connectedSignal())).not.toBeNull();
});

it('one that is broken has no picture, and the next one has', async () => {
  const broken = join(dir, 'broken.heic');
  for (const end of [40, 300, PHONE.length - 300]) {
    writeFileSync(broken, PHONE.subarray(0, end));
    expect(await shrinker.shrink(broken, 64, connectedSignal())).toBeNull();
  }
  expect(await shrinker.shrink(path, 64, connectedSignal())).not.toBeNull();
});

it('one with more pixels than allowed is refused before it is decoded', async () => {
  const sizeOf = ({ width, height }: { readonly width: number; readonly height: number }) =>
    Promise.resolve(width * height);
  const pixels = await withHeic(PHONE, Number.MAX_SAFE_INTEGER, sizeOf);
  expect(await withHeic(PHONE, pixels, sizeOf)).toBe(pixels);
  await expect(withHeic(PHONE, pixels - 1, sizeOf)).rejects.toThrow('too large');
});

it('it is told from what sharp decodes by its brands', async () => {
  const avif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .avif()
    .toBuffer();
  expect([PHONE, avif, Buffer.from('short'), new Uint8Array(), path].map(isHeic)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});
