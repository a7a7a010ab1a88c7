/** What tests of photos put on a box, and how they wait for it. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { OWNER, type RunningBox, type signInAt } from '../testing.ts';

type Client = Awaited<ReturnType<typeof signInAt>>;

interface Shot {
  readonly taken?: string;
  readonly gps?: boolean;
  readonly turned?: boolean;
}

/** A picture that no other equals, with what a camera writes. */
export const shot = async (seed: string, { taken, gps = false, turned = false }: Shot = {}): Promise<Buffer> => {
  const [r = 0, g = 0, b = 0] = createHash('md5').update(seed).digest();
  return sharp({ create: { width: 320, height: 200, channels: 3, background: { r, g, b } } })
    .jpeg()
    .withMetadata({ orientation: turned ? 6 : 1 })
    .withExifMerge({
      IFD0: { Make: 'Maker', Model: 'Model 7', ImageDescription: seed },
      ...(taken === undefined
        ? {}
        : { IFD2: { DateTimeOriginal: taken, OffsetTimeOriginal: '+08:00', FNumber: '18/10', ExposureTime: '1/125' } }),
      // Victoria Harbour.
      ...(gps
        ? {
            IFD3: {
              GPSLatitudeRef: 'N',
              GPSLatitude: '22/1 17/1 0/1',
              GPSLongitudeRef: 'E',
              GPSLongitude: '114/1 10/1 0/1',
            },
          }
        : {}),
    })
    .toBuffer();
};
/** Puts a file onto the first disk of a box. */
export const putOn = (box: RunningBox, path: string, bytes: Buffer): void => {
  mkdirSync(join(box.usb1, path, '..'), { recursive: true });
  writeFileSync(join(box.usb1, path), bytes);
};
export const mine = `${OWNER}/My Images`;
export const all = { start: 0, count: 1000 };
export const namesOf = async (who: Client, filter: Parameters<Client['photos']['run']>[0] = all): Promise<string[]> =>
  (await who.photos.run(filter)).list.map(({ path }) => path.slice('/mnt/usb1/'.length)).toSorted();
/** Waits until a question is answered as it should be; the watcher and the index take their moment. */
export const soon = async <T>(ask: () => Promise<T>, expected: T): Promise<void> =>
  expect.poll(ask, { timeout: 40_000, interval: 100 }).toEqual(expected);
