/** Formats of phones and cameras on a real box: each has a preview and a capture date, or a problem code. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { thumbUrl } from '@boxwood/box-sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../box-test-helpers.ts';
import { createRawPhoto } from '../../platform/testing/raw-photo-fixture.ts';

// Generous, because a busy machine is slow.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const PHONE = readFileSync(new URL('../../../../../tests/lib/phone.heic', import.meta.url));
/** A PATH with all programs of this machine except ffmpeg. */
const programs = mkdtempSync(join(tmpdir(), 'boxwood-programs-'));
for (const name of readdirSync('/usr/bin'))
  if (!name.startsWith('ff')) symlinkSync(join('/usr/bin', name), join(programs, name));

let box: TestBox;
let ann: Awaited<ReturnType<typeof signInToTestBox>>;
const put = (name: string, content: Uint8Array): void => {
  const path = join(box.usb1, OWNER, 'My Images', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};
/** The photo with this name, after the box has indexed it. */
const indexedPhoto = async (name: string) => {
  const find = async () => {
    const { list } = await ann.photos.run({ start: 0, count: 50 });
    const photo = list.find(({ path }) => path.endsWith(`/${name}`));
    if (photo === undefined) return undefined;
    const details = await ann.photos.get({ id: photo.id });
    return photo.placeholder === '' && details.trouble === '' ? undefined : { photo, details };
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  const found = await find();
  if (found === undefined) throw new Error(`${name} is not seen`);
  return found;
};
/** Size of the thumbnail, or the HTTP status if there is none. */
const sides = async (hash: string): Promise<string | number> => {
  const { key } = await ann.session.fileKey({});
  const answer = await fetch(thumbUrl({ base: box.origin, key }, hash, 128));
  if (answer.status !== 200) return answer.status;
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return `${width}x${height}`;
};

beforeAll(async () => {
  vi.stubEnv('PATH', programs);
  box = await startTestBox();
  await setUpTestBox(box);
  ann = await signInToTestBox(box, OWNER);
});
afterAll(async () => {
  await box.remove();
  vi.unstubAllEnvs();
  rmSync(programs, { recursive: true });
});

it('a HEIC of tiles, as phones write it, is upright and stands on its day', async () => {
  put('IMG_0001.HEIC', PHONE);
  const { photo, details } = await indexedPhoto('IMG_0001.HEIC');
  expect(photo).toMatchObject({ kind: 'photo', width: 120, height: 100, takenfrom: 'camera' });
  expect(new Date((photo.taken + photo.zone * 60) * 1000).toISOString()).toBe('2024-05-01T10:30:00.000Z');
  expect(details).toMatchObject({ camera: 'iPhone 99', trouble: '' });
  expect(await sides(photo.md512kb)).toBe('120x100');
});

it('a live photo is one picture with its film, on the day of the picture', async () => {
  const still = sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } });
  const exif = { IFD2: { DateTimeOriginal: '2022:02:01 02:02:02', OffsetTimeOriginal: '+00:00' } };
  put('live/IMG_0002.MOV', Buffer.from('three seconds of film'));
  put('live/IMG_0002.JPG', await still.withExif(exif).jpeg().toBuffer());
  await indexedPhoto('IMG_0002.JPG');
  await expect.poll(async () => (await indexedPhoto('IMG_0002.JPG')).photo.kind, { timeout: 60_000 }).toBe('live');
  const { photo } = await indexedPhoto('IMG_0002.JPG');
  expect([photo.video, photo.taken]).toEqual([
    `/mnt/usb1/${OWNER}/My Images/live/IMG_0002.MOV`,
    Date.UTC(2022, 1, 1, 2, 2, 2) / 1000,
  ]);
  expect(await sides(photo.md512kb)).toBe('90x60');
});

it('a raw file is seen by the picture that its camera put into it, upright, on its day', async () => {
  const preview = sharp({ create: { width: 120, height: 80, channels: 3, background: 'crimson' } });
  put('DSC_0003.NEF', createRawPhoto(await preview.jpeg().toBuffer(), '2021:06:05 04:03:02', 6));
  const { photo, details } = await indexedPhoto('DSC_0003.NEF');
  expect(photo).toMatchObject({ kind: 'raw', width: 80, height: 120, takenfrom: 'camera' });
  expect(new Date((photo.taken + photo.zone * 60) * 1000).toISOString()).toBe('2021-06-05T04:03:02.000Z');
  expect(details.trouble).toBe('');
  expect(await sides(photo.md512kb)).toBe('80x120');
});

it('a raw file without such a picture stands on its day and says why it is not seen', async () => {
  put('DSC_0004.CR3', Buffer.from('what no one of these programs reads'));
  const { photo, details } = await indexedPhoto('DSC_0004.CR3');
  expect([photo.kind, details.trouble, await sides(photo.md512kb)]).toEqual(['raw', 'unreadable', 404]);
});

it('without ffmpeg a film stands on the day that its name says, and says why it is not seen', async () => {
  put('VID_20230102_030405.mp4', Buffer.from('a film'));
  const { photo, details } = await indexedPhoto('VID_20230102_030405.mp4');
  expect(photo).toMatchObject({ kind: 'video', takenfrom: 'name' });
  expect([details.trouble, await sides(photo.md512kb)]).toEqual(['film', 404]);
});
