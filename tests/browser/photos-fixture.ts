/** Creates pictures for the stories of photos; no two are equal. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { gpsExif } from '../lib/media/photo-with-gps.ts';

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

/** A real picture, 96 by 72 pixels: a sky over a meadow, different for each number. */
export const picture = (at: number, place?: readonly [latitude: number, longitude: number]): Buffer => {
  const [width, height] = [96, 72];
  const pixels = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const ground = y > 44 + 8 * Math.sin((x + at * 31) / 14);
      const place = y * (1 + width * 3) + 1 + x * 3;
      pixels[place] = ground ? 60 + ((at * 37) % 60) : 130 + ((at * 29) % 100) - y;
      pixels[place + 1] = ground ? 120 - (y - 44) : 170 - ((at * 17) % 70) + y / 2;
      pixels[place + 2] = ground ? 70 : 230 - ((at * 11) % 60);
    }
  // The box identifies pictures by their content: each must be unique.
  pixels[1] = at;
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...(place === undefined ? [] : [chunk('eXIf', gpsExif(...place))]),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A picture of one colour, 96 by 72 pixels. */
export const solidPicture = (...colour: readonly [red: number, green: number, blue: number]): Buffer => {
  const [width, height] = [96, 72];
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Removes a user's pictures that earlier tests left. */
export const clearPhotos = (box: BoxProcess, user: string): void => {
  rmSync(join(box.usb1, user, 'My Images'), { recursive: true, force: true });
};

/** Presses Undo in the notification with this text. */
export const undo = (page: Page, said: string): Promise<void> =>
  page
    .getByText(said, { exact: true })
    .locator('xpath=ancestor::*[.//button][1]')
    .getByRole('button', { name: 'Undo' })
    .click();
