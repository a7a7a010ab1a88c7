import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRawPhoto } from '../../platform/testing/raw-photo-fixture.ts';
import { readRawPreview } from './raw-preview.ts';

const dir = mkdtempSync(join(tmpdir(), 'boxwood-raw-'));
afterAll(() => rmSync(dir, { recursive: true }));

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
});

it('the picture that a camera shows of a raw file is found by path and in bytes, turned as the camera was', async () => {
  const path = join(dir, 'a.nef');
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const raw = createRawPhoto(jpeg, '2021:06:05 04:03:02', orientation);
    writeFileSync(path, raw);
    const [there, here] = [readRawPreview(path), readRawPreview(raw)];
    expect(there).toEqual(here);
    expect(there).toMatchObject({ width: 60, height: 40 });
    expect((await sharp(there?.jpeg).metadata()).orientation ?? 1).toBe(orientation);
    await expect(sharp(there?.jpeg).toBuffer()).resolves.toBeDefined();
  }
});

it('what a sensor saw, a picture and anything else is none', async () => {
  const lossless = Buffer.from(jpeg);
  const frame = lossless.indexOf(Buffer.from('ffc0', 'hex'));
  lossless[frame + 1] = 0xc3;
  const tiff = await sharp(jpeg).tiff({ compression: 'lzw' }).toBuffer();
  for (const input of [
    createRawPhoto(lossless, '2021:06:05 04:03:02'),
    jpeg,
    tiff,
    new Uint8Array(),
    Buffer.from('II*\0'),
  ])
    expect(readRawPreview(input)).toBeNull();
});

it('whatever the bytes are, reading them ends', () => {
  const raw = createRawPhoto(jpeg, '2021:06:05 04:03:02');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(raw.length - 1), fc.nat(255)), { maxLength: 40 }), (changes) => {
      const bytes = Buffer.from(raw);
      for (const [at, value] of changes) bytes[at] = value;
      const found = readRawPreview(bytes);
      expect(found === null || found.width > 0).toBe(true);
    }),
  );
});
