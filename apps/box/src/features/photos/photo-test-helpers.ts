/** Fixtures and polling helpers for the photo tests. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Database } from '../../store/database.ts';
import { OWNER, type TestBox, type signInToTestBox } from '../../box-test-helpers.ts';
import type { PhotoMetadata } from './index-rows.ts';
import { IndexTables } from './index-tables.ts';

type Client = Awaited<ReturnType<typeof signInToTestBox>>;

interface TestPhotoOptions {
  readonly taken?: string;
  readonly gps?: boolean;
  readonly rotated?: boolean;
}

/** A unique picture with camera metadata. */
export const createTestPhoto = async (
  seed: string,
  { taken, gps = false, rotated = false }: TestPhotoOptions = {},
): Promise<Buffer> => {
  const [r = 0, g = 0, b = 0] = createHash('md5').update(seed).digest();
  return sharp({ create: { width: 320, height: 200, channels: 3, background: { r, g, b } } })
    .jpeg()
    .withMetadata({ orientation: rotated ? 6 : 1 })
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
/** Writes a file to the first disk of a box. */
export const writeToBox = (box: TestBox, path: string, bytes: Buffer): void => {
  mkdirSync(join(box.usb1, path, '..'), { recursive: true });
  writeFileSync(join(box.usb1, path), bytes);
};
export const OWN_PHOTOS = `${OWNER}/My Images`;
export const FULL_PAGE = { start: 0, count: 1000 };
export const photoPathsOf = async (
  who: Client,
  filter: Parameters<Client['photos']['run']>[0] = FULL_PAGE,
): Promise<string[]> =>
  (await who.photos.run(filter)).list.map(({ path }) => path.slice('/mnt/usb1/'.length)).toSorted();
/** Polls until the result is as expected; the watcher and the indexer take a moment. */
export const expectEventually = async <T>(request: () => Promise<T>, expected: T): Promise<void> =>
  expect.poll(request, { timeout: 40_000, interval: 100 }).toEqual(expected);

const testMetadata = (id: string, at: number): PhotoMetadata => ({
  id,
  hash: id,
  taken: 1_000_000_000 + at * 86_400,
  zone: 0,
  takenfrom: 'exif',
  width: 4,
  height: 3,
  kind: 'photo',
  duration: 0,
  camera: 'Model 7',
  lens: '',
  exposure: 0,
  aperture: 0,
  iso: 0,
  focal: 0,
  latitude: 48,
  longitude: 2,
  country: '',
  placeholder: '',
  trouble: '',
});

/** The folder used by {@link createPhotoLibrary}. */
export const LIBRARY_FOLDER = '/mnt/usb1/ann/Pictures';
/** Creates index tables with one photo per content id, the newest last, in one folder and with previews. */
export const createPhotoLibrary = (index: Database, ids: readonly string[]): IndexTables => {
  const tables = new IndexTables(index);
  const folder = tables.beginFolder(LIBRARY_FOLDER);
  tables.putFiles(
    folder,
    ids.map((id, index) => ({ name: `${id}.jpg`, dev: 1, ino: index + 1, size: 1, mtime: index })),
  );
  tables.saveResults(
    tables.unindexedFiles(ids.length).map((file) => {
      const id = ids[file.ino - 1] ?? '';
      return { file, photo: id, metadata: testMetadata(id, file.ino), retry: 'never' };
    }),
  );
  for (const id of ids) tables.setPreview(id, { placeholder: 'x', trouble: '' });
  tables.finishFolder(folder, 1);
  return tables;
};
