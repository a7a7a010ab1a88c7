import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ALB } from '@boxwood/box-sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MEMBER, OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../box-test-helpers.ts';
import { describeRefusal } from '../../platform/testing/describe-refusal.ts';

let box: TestBox;
let ann: Awaited<ReturnType<typeof signInToTestBox>>;
let bob: Awaited<ReturnType<typeof signInToTestBox>>;

const degrees = (value: number): string => `${Math.round(Math.abs(value) * 1_000_000)}/1000000 0/1 0/1`;
/** A unique picture with a position. */
const takenAt = async (at: number, [latitude, longitude]: readonly [number, number]): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: { r: at * 20, g: 90, b: 40 } } })
    .jpeg()
    .withExifMerge({
      IFD2: { DateTimeOriginal: `2024:05:${String(at + 1).padStart(2, '0')} 10:30:00` },
      IFD3: {
        GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
        GPSLatitude: degrees(latitude),
        GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
        GPSLongitude: degrees(longitude),
      },
    })
    .toBuffer();

const SHENZHEN = [22.5205, 113.9465] as const;
const PHOTO_POSITIONS: readonly (readonly [user: string, position: readonly [number, number]])[] = [
  [OWNER, SHENZHEN],
  [OWNER, SHENZHEN],
  [OWNER, [22.2849, 114.1577]],
  [OWNER, [48.8584, 2.2945]],
  // At sea.
  [OWNER, [0, -30]],
  [MEMBER, [35.6586, 139.7454]],
];
const all = { start: 0, count: 500 };

const placesOf = async (who: typeof ann, user: string): Promise<readonly string[]> => {
  const groups = await Promise.all(
    (['china', 'overseas'] as const).map((group) => who.photos.labels({ user, group, ...all })),
  );
  return groups.flatMap(({ list }) => list.map(({ id, cnt }) => `${id} ${cnt}`));
};
const expectEventually = async <T>(ask: () => Promise<T>, expected: T): Promise<void> =>
  expect.poll(ask, { timeout: 40_000, interval: 100 }).toEqual(expected);

beforeAll(async () => {
  box = await startTestBox();
  await setUpTestBox(box);
  for (const [at, [user, position]] of PHOTO_POSITIONS.entries()) {
    mkdirSync(join(box.usb1, user, 'My Images'), { recursive: true });
    writeFileSync(join(box.usb1, user, 'My Images', `${at}.jpg`), await takenAt(at, position));
  }
  [ann, bob] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, MEMBER)];
}, 60_000);
afterAll(() => box.remove());

it(
  'the places of the pictures that somebody may see, those of China apart, most pictures first',
  { timeout: 90_000 },
  async () => {
    await expectEventually(() => placesOf(ann, OWNER), ['CN.4403 2', 'HK 1', 'FR.11.Paris 1']);
    await expectEventually(() => placesOf(bob, MEMBER), ['JP.40.Tokyo 1']);
    const { total, list } = await ann.photos.labels({ user: OWNER, group: 'china', start: 0, count: 1 });
    expect(total).toBe(2);
    const place = {
      id: 'CN.4403',
      country: 'CN',
      name: '深圳',
      english: 'Shenzhen',
      region: '广东',
      region_english: 'Guangdong',
    };
    const newest = (await ann.photos.run({ ...all, place: 'CN.4403' })).list[0];
    expect(newest?.path).toBe(`/mnt/usb1/${OWNER}/My Images/1.jpg`);
    expect(list).toEqual([{ id: 'CN.4403', name: '深圳', cnt: 2, cover: newest?.md512kb, place }]);
  },
);

it('a place has its time line, its list and its words; a picture says where it was taken', async () => {
  expect((await ann.photos.months({ place: 'CN.4403' })).total).toBe(2);
  expect((await ann.photos.run({ ...all, place: 'JP.40.Tokyo' })).total).toBe(0);
  const listed = await ann.photos.list({ user: OWNER, group: 'overseas', label: 'FR.11.Paris', start: 0, count: 100 });
  expect(listed).toMatchObject({ total: 1, list: [{ name: '3.jpg', place: 'Paris' }] });
  const found = async (words: string) => (await ann.photos.run({ ...all, words })).total;
  expect(await Promise.all(['深圳', 'shenzhen', 'guangdong', 'paris', '香港', 'tokyo'].map(found))).toEqual([
    2, 2, 2, 1, 1, 0,
  ]);
  const [paris] = (await ann.photos.run({ ...all, place: 'FR.11.Paris' })).list;
  expect(await ann.photos.get({ id: paris?.id ?? '' })).toMatchObject({ country: 'FR', place: { english: 'Paris' } });
});

it('on a map the pictures that somebody may see stand together by parts, nearer ones apart, and each part has its time line', async () => {
  const shown = async (who: typeof ann, asked: Parameters<typeof ann.photos.spots>[0]) => {
    const { total, list } = await who.photos.spots(asked);
    return [total, list.map(({ cnt, place, latitude }) => `${cnt} ${place?.id ?? 'nowhere'} ${latitude.toFixed(2)}`)];
  };
  expect(await shown(ann, { zoom: 0 })).toEqual([5, ['3 HK 22.44', '1 nowhere 0.00', '1 FR.11.Paris 48.86']]);
  const china = { west: 73, south: 18, east: 135, north: 54 };
  expect(await shown(ann, { zoom: 10, frame: china })).toEqual([3, ['2 CN.4403 22.52', '1 HK 22.28']]);
  expect(await shown(ann, { zoom: 10, frame: china, words: '香港' })).toEqual([1, ['1 HK 22.28']]);
  expect(await shown(bob, { zoom: 10 })).toEqual([1, ['1 JP.40.Tokyo 35.66']]);
  const [near] = (await ann.photos.spots({ zoom: 10, frame: china })).list;
  const spot = near?.id ?? '';
  const { list } = await ann.photos.run({ ...all, spot });
  expect(list.map(({ path }) => path.slice(-5))).toEqual(['1.jpg', '0.jpg']);
  expect(near?.cover).toBe(list[0]?.md512kb);
  expect((await bob.photos.run({ ...all, spot })).total).toBe(0);
});

it('what is hidden counts nowhere, and what is no place is refused', async () => {
  const [paris] = (await ann.photos.run({ ...all, place: 'FR.11.Paris' })).list;
  await ann.photos.mark({ ids: [paris?.id ?? ''], hidden: 1 });
  expect(await placesOf(ann, OWNER)).toEqual(['CN.4403 2', 'HK 1']);
  expect((await ann.photos.spots({ zoom: 0 })).total).toBe(4);
  await ann.photos.mark({ ids: [paris?.id ?? ''], hidden: 0 });
  expect(await placesOf(ann, OWNER)).toEqual(['CN.4403 2', 'HK 1', 'FR.11.Paris 1']);
  expect(await describeRefusal(ann.photos.list({ user: OWNER, group: 'china', label: 'CN.9999', ...all }))).toBe(
    `${ALB.notFound} label`,
  );
});

it('pictures of a box that named no places are named by its next start', { timeout: 90_000 }, async () => {
  const index = new DatabaseSync(join(box.usb1, '../.boxwood/photos.sqlite'));
  const unnamed = () => index.prepare('SELECT count(*) AS n FROM photo_facts WHERE place IS NULL').get()?.['n'];
  index.exec('UPDATE photo_facts SET place = NULL; DELETE FROM photo_places');
  expect(unnamed()).toBe(PHOTO_POSITIONS.length);
  writeFileSync(join(box.usb1, OWNER, 'My Images', 'new.jpg'), await takenAt(9, SHENZHEN));
  await expectEventually(() => placesOf(ann, OWNER), ['CN.4403 3', 'HK 1', 'FR.11.Paris 1']);
  expect(unnamed()).toBe(0);
  index.close();
});
