import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ALB } from '@boxwood/box-sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER, OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../box-test-helpers.ts';
import { describeRefusal } from '../../platform/testing/describe-refusal.ts';
import {
  FULL_PAGE,
  OWN_PHOTOS,
  photoPathsOf,
  writeToBox,
  createTestPhoto,
  expectEventually,
} from './photo-test-helpers.ts';

let box: TestBox;
let ann: Awaited<ReturnType<typeof signInToTestBox>>;
let bob: Awaited<ReturnType<typeof signInToTestBox>>;
const put = (path: string, bytes: Buffer): void => writeToBox(box, path, bytes);

beforeAll(async () => {
  box = await startTestBox();
  await setUpTestBox(box);
  [ann, bob] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, MEMBER)];
}, 60_000);
afterAll(() => box.remove());

describe('photos', () => {
  it(
    'a picture that somebody puts there stands in its month with what the camera wrote, and who waits is told',
    { timeout: 90_000 },
    async () => {
      const { cursor } = await ann.changes.wait({ cursor: '', wait: 0, folders: [] });
      put(
        `${OWN_PHOTOS}/a.jpg`,
        await createTestPhoto('a', { taken: '2024:05:01 10:30:00', gps: true, rotated: true }),
      );
      put(`${OWN_PHOTOS}/IMG_20231224_180000.jpg`, await createTestPhoto('b'));
      await expectEventually(() => photoPathsOf(ann), [`${OWN_PHOTOS}/IMG_20231224_180000.jpg`, `${OWN_PHOTOS}/a.jpg`]);
      const { areas } = await ann.changes.wait({ cursor, wait: 5, folders: [] });
      expect(areas).toContain('photos');
      const months = await ann.photos.months({});
      expect(months.list).toEqual([
        { month: '2024-05', count: 1 },
        { month: '2023-12', count: 1 },
      ]);
      expect(await ann.photos.months({ version: months.version })).toMatchObject({ same: 1, list: [], total: 2 });
      const { list } = await ann.photos.run({ ...FULL_PAGE, month: '2024-05' });
      expect(list).toMatchObject([
        {
          path: `/mnt/usb1/${OWN_PHOTOS}/a.jpg`,
          taken: Date.UTC(2024, 4, 1, 2, 30) / 1000,
          zone: 480,
          takenfrom: 'camera',
          width: 200,
          height: 320,
          kind: 'photo',
          favourite: 0,
        },
      ]);
      // The preview comes after the metadata.
      const placeholder = async () =>
        (await ann.photos.run({ ...FULL_PAGE, month: '2024-05' })).list[0]?.placeholder ?? '';
      await expectEventually(async () => Buffer.from(await placeholder(), 'base64').length > 4, true);
      const details = await ann.photos.get({ id: list[0]?.id ?? '' });
      expect(details).toMatchObject({ camera: 'Maker Model 7', aperture: 1.8, located: 1, country: 'HK', trouble: '' });
      expect(details.latitude).toBeCloseTo(22.283, 2);
      expect(await describeRefusal(bob.photos.get({ id: list[0]?.id ?? '' }))).toBe(`${ALB.notFound} id`);
    },
  );

  it('is found by words in names, captions, cameras, places and times, in both languages', async () => {
    const found = async (words: string): Promise<number> => (await ann.photos.run({ ...FULL_PAGE, words })).total;
    expect(
      await Promise.all(['2024', 'May', '五月', '2024年5月', '香港', 'hong kong', 'maker may'].map(found)),
    ).toEqual(Array.from({ length: 7 }, () => 1));
    expect(await Promise.all(['model', 'december', '12月', 'nowhere', 'may december'].map(found))).toEqual([
      2, 1, 1, 0, 0,
    ]);
  });

  it('Chinese names of files, folders, countries and captions are found by who types letters, as in Files', async () => {
    const name = `${OWN_PHOTOS}/旅行/湖边 7.jpg`;
    put(name, await createTestPhoto('by the lake'));
    const found = (words: string): Promise<readonly string[]> => photoPathsOf(ann, { ...FULL_PAGE, words });
    await expectEventually(() => found('湖边'), [name]);
    for (const words of ['lvxing', 'lx', 'hubian 7', 'HB', 'lx hb']) expect(await found(words)).toEqual([name]);
    expect(await found('xianggang')).toEqual([`${OWN_PHOTOS}/a.jpg`]);
    expect(await found('hubei')).toEqual([]);
    const [one] = (await ann.photos.run({ ...FULL_PAGE, words: 'hubian' })).list;
    await ann.photos.mark({ ids: [one?.id ?? ''], caption: '奶奶' });
    expect(await found('nainai')).toEqual([name]);
    rmSync(join(box.usb1, name));
    await expectEventually(() => found('湖边'), []);
  });

  it('of one day in every year stands what was taken on it, by the clock on the wall and by what somebody said', async () => {
    const namedOn = (day: string) => photoPathsOf(ann, { ...FULL_PAGE, day });
    expect(await namedOn('05-01')).toEqual([`${OWN_PHOTOS}/a.jpg`]);
    expect(await namedOn('02-29')).toEqual([]);
    expect((await ann.photos.months({ day: '12-24' })).list).toEqual([{ month: '2023-12', count: 1 }]);
    const [a] = (await ann.photos.run({ ...FULL_PAGE, day: '05-01' })).list;
    // Late on the 23rd in UTC, but already the 24th where it was taken.
    await ann.photos.mark({ ids: [a?.id ?? ''], taken: Date.UTC(2019, 11, 23, 20) / 1000 });
    expect(await namedOn('12-24')).toEqual([`${OWN_PHOTOS}/IMG_20231224_180000.jpg`, `${OWN_PHOTOS}/a.jpg`]);
    await ann.photos.mark({ ids: [a?.id ?? ''], taken: 0 });
    expect(await namedOn('12-24')).toEqual([`${OWN_PHOTOS}/IMG_20231224_180000.jpg`]);
    await expect(ann.photos.months({ day: '13-01' })).rejects.toThrow();
  });

  it(
    'a live photo and a raw file stand beside their picture, a screenshot says what it is',
    { timeout: 90_000 },
    async () => {
      put(`${OWN_PHOTOS}/live/IMG_1.JPG`, await createTestPhoto('live', { taken: '2022:02:02 02:02:02' }));
      put(`${OWN_PHOTOS}/live/IMG_2.JPG`, await createTestPhoto('moving', { taken: '2022:02:01 02:02:02' }));
      put(`${OWN_PHOTOS}/live/IMG_2.MOV`, Buffer.from('three seconds'));
      put(`${OWN_PHOTOS}/live/IMG_1.DNG`, Buffer.from('not really a raw file'));
      put(
        `${OWN_PHOTOS}/live/Screenshot_20220203-101112.png`,
        await sharp(await createTestPhoto('screen'))
          .png()
          .toBuffer(),
      );
      await expectEventually(
        () => photoPathsOf(ann, { ...FULL_PAGE, words: 'live' }),
        [
          `${OWN_PHOTOS}/live/IMG_1.JPG`,
          `${OWN_PHOTOS}/live/IMG_2.JPG`,
          `${OWN_PHOTOS}/live/Screenshot_20220203-101112.png`,
        ],
      );
      // Files are paired once both are indexed.
      const besides = async () =>
        (await ann.photos.run({ ...FULL_PAGE, words: 'live' })).list.map(
          ({ video, raw }) => video !== '' || raw !== '',
        );
      await expectEventually(besides, [false, true, true]);
      const { list } = await ann.photos.run({ ...FULL_PAGE, words: 'live' });
      expect(list.map(({ kind, takenfrom, raw }) => [kind, takenfrom, raw.slice(-9)])).toEqual([
        ['screenshot', 'name', ''],
        ['photo', 'camera', 'IMG_1.DNG'],
        ['live', 'camera', ''],
      ]);
      expect(list.at(-1)?.video).toBe(`/mnt/usb1/${OWN_PHOTOS}/live/IMG_2.MOV`);
      expect(await photoPathsOf(ann, { ...FULL_PAGE, kind: 'live' })).toEqual([`${OWN_PHOTOS}/live/IMG_2.JPG`]);
    },
  );

  it('what was taken off a screen is known by the name that it has now', { timeout: 90_000 }, async () => {
    const [shots, plain] = [`${OWN_PHOTOS}/shots/Screenshot_1.jpg`, `${OWN_PHOTOS}/shots/plain.jpg`];
    put(shots, await createTestPhoto('was a screenshot'));
    put(plain, await createTestPhoto('will be one'));
    const ofKind = (kind: 'photo' | 'screenshot') => photoPathsOf(ann, { ...FULL_PAGE, words: 'shots', kind });
    await expectEventually(() => ofKind('screenshot'), [shots]);
    await expectEventually(() => ofKind('photo'), [plain]);
    await ann.files.move({ source: `/mnt/usb1/${shots}`, target: `/mnt/usb1/${OWN_PHOTOS}/shots/one.jpg` });
    await ann.files.move({ source: `/mnt/usb1/${plain}`, target: `/mnt/usb1/${OWN_PHOTOS}/shots/截图 2.jpg` });
    await expectEventually(() => ofKind('screenshot'), [`${OWN_PHOTOS}/shots/截图 2.jpg`]);
    expect(await ofKind('photo')).toEqual([`${OWN_PHOTOS}/shots/one.jpg`]);
    const { list } = await ann.photos.run({ ...FULL_PAGE, words: 'shots' });
    expect(Object.fromEntries(list.map(({ path, kind }) => [path.split('/').at(-1), kind]))).toEqual({
      'one.jpg': 'photo',
      '截图 2.jpg': 'screenshot',
    });
  });

  it(
    'PHOTO-04: what somebody says of a picture, and its albums, stay through rename, move, bin, undo and a second copy, and are theirs alone',
    { timeout: 90_000 },
    async () => {
      put(`${OWN_PHOTOS}/trip/one.jpg`, await createTestPhoto('one', { taken: '2020:01:02 03:04:05' }));
      put(`${OWN_PHOTOS}/trip/two.jpg`, await createTestPhoto('two', { taken: '2020:01:02 03:04:06' }));
      await expectEventually(
        () => photoPathsOf(ann, { ...FULL_PAGE, words: 'trip' }),
        [`${OWN_PHOTOS}/trip/one.jpg`, `${OWN_PHOTOS}/trip/two.jpg`],
      );
      const ids = (await ann.photos.run({ ...FULL_PAGE, words: 'trip' })).list.map(({ id }) => id);
      expect((await ann.photos.mark({ ids, favourite: 1, caption: 'Gulangyu' })).done).toEqual(ids);
      expect((await bob.photos.mark({ ids, favourite: 1 })).done).toEqual([]);
      const { id: album } = await ann.photos.putAlbum({ owner: OWNER, id: '', name: 'Trip', members: [] });
      await ann.photos.addFolder({ id: album, path: `/mnt/usb1/${OWN_PHOTOS}/trip` });
      const [one = ''] = ids;
      expect(await ann.photos.addPhotos({ album, ids: [one] })).toMatchObject({ done: [one], came: [one] });
      expect(await ann.photos.addPhotos({ album, ids: [one, 'none'] })).toMatchObject({ done: [one], came: [] });
      await ann.photos.setCover({ id: album, cover: `/mnt/usb1/${OWN_PHOTOS}/trip/two.jpg` });
      const state = async () => {
        const { list } = await ann.photos.run({ ...FULL_PAGE, favourite: 1, album });
        const [row] = (await ann.photos.albums({ user: OWNER, ...FULL_PAGE })).list;
        return [list.map(({ id, caption, favourite }) => [id, caption, favourite]), row?.cover, row?.num];
      };
      const before = await state();
      expect(before[0]).toHaveLength(2);
      const newest = await ann.photos.list({ user: OWNER, album, start: 0, count: 100 });
      expect(newest.list.map(({ name }) => name)).toEqual(['two.jpg', 'one.jpg']);
      await ann.files.move({ source: `/mnt/usb1/${OWN_PHOTOS}/trip`, target: `/mnt/usb1/${OWN_PHOTOS}/journey` });
      await expectEventually(
        () => photoPathsOf(ann, { ...FULL_PAGE, album }),
        [`${OWN_PHOTOS}/journey/one.jpg`, `${OWN_PHOTOS}/journey/two.jpg`],
      );
      expect(await state()).toEqual(before);
      await ann.files.move({ source: `/mnt/usb1/${OWN_PHOTOS}/journey`, target: `/mnt/usb1/${OWNER}/journey` });
      await expectEventually(
        () => photoPathsOf(ann, { ...FULL_PAGE, album }),
        [`${OWNER}/journey/one.jpg`, `${OWNER}/journey/two.jpg`],
      );
      expect(await state()).toEqual(before);
      await ann.trash.put({ paths: [`/mnt/usb1/${OWNER}/journey`] });
      await expectEventually(() => photoPathsOf(ann, { ...FULL_PAGE, album }), []);
      await ann.journal.undo({ id: [] });
      await expectEventually(
        () => photoPathsOf(ann, { ...FULL_PAGE, album }),
        [`${OWNER}/journey/one.jpg`, `${OWNER}/journey/two.jpg`],
      );
      expect(await state()).toEqual(before);
      put(`${OWN_PHOTOS}/again.jpg`, await createTestPhoto('one', { taken: '2020:01:02 03:04:05' }));
      await expectEventually(
        async () => (await ann.photos.twins(FULL_PAGE)).list.map(({ files }) => files.map(({ path }) => path)),
        [[`/mnt/usb1/${OWNER}/journey/one.jpg`, `/mnt/usb1/${OWN_PHOTOS}/again.jpg`]],
      );
      expect(await state()).toEqual(before);
      rmSync(join(box.usb1, OWN_PHOTOS, 'again.jpg'));
      await expectEventually(async () => (await ann.photos.twins(FULL_PAGE)).total, 0);
      await ann.photos.mark({ ids, favourite: 0, caption: '', taken: Date.UTC(1999, 0, 1) / 1000 });
      expect((await ann.photos.months({ album })).list).toEqual([{ month: '1999-01', count: 2 }]);
      await ann.photos.mark({ ids, taken: 0, hidden: 1 });
      expect([(await ann.photos.months({ album })).total, (await ann.photos.months({ hidden: 1 })).total]).toEqual([
        0, 2,
      ]);
      await ann.photos.mark({ ids, hidden: 0 });
    },
  );

  it(
    'ROLE-08, PHOTO-03, PHOTO-10, PHOTO-11, PHOTO-21: an album is its owner’s; members see what they may read of it',
    { timeout: 90_000 },
    async () => {
      put('shared-files/party.jpg', await createTestPhoto('party', { taken: '2021:06:07 08:09:10' }));
      await expectEventually(() => photoPathsOf(bob), ['shared-files/party.jpg']);
      const { id } = await ann.photos.putAlbum({ owner: OWNER, id: '', name: 'Party', members: [MEMBER] });
      const paths = [
        '/mnt/usb1/shared-files',
        `/mnt/usb1/${OWN_PHOTOS}`,
        '/mnt/usb1/shared-files',
        '/mnt/usb1/nowhere',
      ];
      const { failed } = await ann.photos.addFolders({ id, paths });
      expect(failed.map(({ error }) => error)).toEqual([ALB.bound, ALB.notBound]);
      expect(await photoPathsOf(bob, { ...FULL_PAGE, album: id })).toEqual(['shared-files/party.jpg']);
      expect((await photoPathsOf(ann, { ...FULL_PAGE, album: id })).length).toBeGreaterThan(2);
      expect(await bob.photos.folders({ id, offset: 0, count: 255 })).toMatchObject({
        watchpath_list: [{ path: '/mnt/usb1/shared-files', num: 1 }],
      });
      for (const call of [
        bob.photos.putAlbum({ owner: OWNER, id, name: 'Mine', members: [] }),
        bob.photos.removeAlbum({ owner: OWNER, id }),
        bob.photos.addFolder({ id, path: '/mnt/usb1/shared-files' }),
        bob.photos.setCover({ id, cover: '/mnt/usb1/shared-files/party.jpg' }),
      ])
        expect(await describeRefusal(call)).toMatch(new RegExp(`^${ALB.notOwner}`));
      expect(await describeRefusal(ann.photos.setCover({ id, cover: '/mnt/usb1/shared-files/party.jpg' }))).toBe(
        `${ALB.notOwner} shared`,
      );
      await ann.photos.removeFolder({ id, path: '/mnt/usb1/shared-files' });
      expect(await photoPathsOf(bob, { ...FULL_PAGE, album: id })).toEqual([]);
      await ann.photos.removeAlbum({ owner: OWNER, id });
      expect(await photoPathsOf(bob)).toEqual(['shared-files/party.jpg']);
      expect(await describeRefusal(bob.photos.run({ ...FULL_PAGE, album: id }))).toBe(`${ALB.notFound} album`);
    },
  );
});
