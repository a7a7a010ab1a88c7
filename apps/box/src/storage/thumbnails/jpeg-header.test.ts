import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { readContent } from './file-content.ts';
import { parseJpegHeader } from './jpeg-header.ts';
import { readPictureInfo } from './picture-info.ts';

const dir = mkdtempSync(join(tmpdir(), 'boxwood-heads-'));
afterAll(() => rmSync(dir, { recursive: true }));

const MAX_PIXELS = 100_000;
const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });

it('a JPEG says its size as it is looked at, whichever way the camera was held, as sharp finds it', async () => {
  for (const progressive of [false, true])
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const picture = await plain.clone().jpeg({ progressive }).withMetadata({ orientation }).toBuffer();
      const { autoOrient } = await sharp(picture).metadata();
      expect(parseJpegHeader(picture)).toMatchObject({ width: 60, height: 40, isSphere: false });
      expect(await readPictureInfo(picture, MAX_PIXELS)).toMatchObject(autoOrient);
    }
});

it('what is no JPEG, ends before its size or would be too large is left to sharp', async () => {
  const picture = await plain.clone().jpeg().toBuffer();
  expect(parseJpegHeader(await plain.clone().png().toBuffer())).toBeNull();
  expect(parseJpegHeader(picture.subarray(0, 100))).toBeNull();
  await expect(readPictureInfo(picture, 100)).rejects.toThrow('no picture');
  expect(await readPictureInfo(await plain.clone().webp().toBuffer(), MAX_PIXELS)).toMatchObject({
    width: 60,
    height: 40,
  });
});

it('whatever the bytes are, reading them ends', async () => {
  const picture = await plain
    .clone()
    .jpeg()
    .withExif({ IFD0: { Make: 'Boxwood' } })
    .toBuffer();
  const broken = fc
    .array(fc.record({ at: fc.nat(picture.length - 1), byte: fc.nat(255) }), { maxLength: 20 })
    .map((changes) => {
      const bytes = Buffer.from(picture);
      for (const { at, byte } of changes) bytes[at] = byte;
      return bytes;
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), broken), (bytes) => {
      const head = parseJpegHeader(bytes);
      expect(head === null || head.width > 0).toBe(true);
    }),
  );
});

it('of a file longer than what is read at once the whole is told from others, and its beginning says what it is', async () => {
  const picture = await plain
    .clone()
    .jpeg()
    .withExif({ IFD0: { Model: 'K1' } })
    .toBuffer();
  const bytes = Buffer.concat([picture, randomBytes(2_500_000)]);
  const path = join(dir, 'long.jpg');
  writeFileSync(path, bytes);
  expect(await readContent(path, true, MAX_PIXELS)).toMatchObject({
    digest: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    hash: createHash('md5').update(bytes.subarray(0, 524_288)).digest('hex'),
    pictureInfo: { width: 60, height: 40, camera: 'K1' },
  });
  expect((await readContent(path, false, MAX_PIXELS)).pictureInfo).toBeNull();
});
