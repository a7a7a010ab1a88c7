/** Privacy of photos: what other users cannot see, and what is deleted. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_AI_CONFIG, encryptTask } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER, OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../box-test-helpers.ts';
import { hasChineseFont } from '../../platform/testing/chinese-font.ts';
import { createTextImage } from '../../platform/testing/text-image-fixture.ts';
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
let verifier: string;
const put = (path: string, bytes: Buffer): void => writeToBox(box, path, bytes);

beforeAll(async () => {
  box = await startTestBox();
  verifier = await setUpTestBox(box);
  [ann, bob] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, MEMBER)];
}, 60_000);
afterAll(() => box.remove());

describe('photos are private', () => {
  it('a picture that is encrypted leaves nothing behind of what its camera said', { timeout: 90_000 }, async () => {
    const path = `/mnt/usb1/${OWN_PHOTOS}/secret.jpg`;
    put(`${OWN_PHOTOS}/secret.jpg`, await createTestPhoto('secret', { taken: '2022:02:03 04:05:06', gps: true }));
    await expectEventually(() => photoPathsOf(ann, { ...FULL_PAGE, words: 'secret' }), [`${OWN_PHOTOS}/secret.jpg`]);
    const [photo] = (await ann.photos.run({ ...FULL_PAGE, words: 'secret' })).list;
    const database = new DatabaseSync(join(box.usb1, '../.boxwood/photos.sqlite'), { readOnly: true });
    const facts = () => database.prepare('SELECT country FROM photo_facts WHERE id = ?').all(photo?.id ?? '');
    expect(facts()).toHaveLength(1);
    await expectEventually(
      async () => (await ann.photos.run({ ...FULL_PAGE, words: 'secret' })).list[0]?.place,
      '香港',
    );
    const safe = { username: OWNER, password: 'tulip-42' };
    await ann.safe.setUp(safe);
    await ann.safe.unlock(safe);
    await ann.tasks.add(encryptTask(OWNER, path, `/mnt/usb1/${OWNER}/.safebox`));
    await expectEventually(() => photoPathsOf(ann, { ...FULL_PAGE, words: 'secret' }), []);
    await expectEventually(() => Promise.resolve(facts()), []);
    database.close();
  });

  it(
    'nobody sees a picture that they may not read: bins, safes, private and personal folders, a share that is over',
    { timeout: 90_000 },
    async () => {
      put(`${OWNER}/.safebox/canary.jpg`, await createTestPhoto('safe'));
      put(`${OWNER}/.safe_home/canary.jpg`, await createTestPhoto('private'));
      put(`${OWNER}/.Trash/canary.jpg`, await createTestPhoto('trash'));
      put(`${OWNER}/.hidden/canary.jpg`, await createTestPhoto('hidden'));
      put(`${OWNER}/inner/canary.jpg`, await createTestPhoto('personal'));
      await expectEventually(() => photoPathsOf(ann, { ...FULL_PAGE, words: 'canary' }), [`${OWNER}/inner/canary.jpg`]);
      const [photo] = (await ann.photos.run({ ...FULL_PAGE, words: 'canary' })).list;
      const ids = [photo?.id ?? ''];
      const seenByBob = async (): Promise<string> =>
        JSON.stringify([
          await bob.photos.run(FULL_PAGE),
          await bob.photos.months({ words: 'canary' }),
          await bob.photos.list({ user: MEMBER, ...FULL_PAGE }),
          await bob.photos.twins(FULL_PAGE),
          await bob.photos.mark({ ids, hidden: 0 }),
          // The version changes whenever the index changes, and previews are created last.
        ]).replaceAll(/"(?:version|placeholder)":"[^"]*"|"reading":\d/g, '');
      const hidden = await seenByBob();
      expect(hidden).not.toContain('canary');
      expect(hidden).not.toContain(ids[0]);
      const users = [{ user: MEMBER, perm: 'rw' as const }];
      const share = await ann.shares.familyPut({ id: '', name: 'Inner', path: `/mnt/usb1/${OWNER}/inner`, users });
      await expectEventually(
        () => photoPathsOf(bob, { ...FULL_PAGE, words: 'canary' }),
        [`${MEMBER}/.share2me/${OWNER}/Inner/canary.jpg`],
      );
      await ann.shares.familyRemove({ id: share.id });
      expect(await seenByBob()).toBe(hidden);
    },
  );

  it.skipIf(!hasChineseFont())(
    'nobody finds a picture by what is written in it that they may not read: safes, bins, personal folders, a share that is over',
    { timeout: 180_000 },
    async () => {
      for (const place of ['.safebox', '.safe_home', '.Trash', '.hidden', 'inner'])
        put(
          `${OWNER}/${place}/${place}.png`,
          await createTextImage([`The nightingale sings at ${place}`, '北京市海淀区']),
        );
      await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, text: 1 } });
      await expect
        .poll(() => photoPathsOf(ann, { ...FULL_PAGE, words: 'nightingale' }), { timeout: 120_000, interval: 200 })
        .toEqual([`${OWNER}/inner/inner.png`]);
      const seenByBob = async (): Promise<readonly string[]> => [
        ...(await photoPathsOf(bob, { ...FULL_PAGE, words: 'nightingale' })),
        ...(await photoPathsOf(bob, { ...FULL_PAGE, words: '北京市' })),
        ...(await bob.photos.months({ words: 'sings' })).list.map(({ month }) => month),
        ...(await bob.photos.spots({ zoom: 0, words: 'sings' })).list.map(({ id }) => id),
      ];
      expect(await seenByBob()).toEqual([]);
      const users = [{ user: MEMBER, perm: 'rw' as const }];
      const share = await ann.shares.familyPut({ id: '', name: 'Birds', path: `/mnt/usb1/${OWNER}/inner`, users });
      await expectEventually(
        () => photoPathsOf(bob, { ...FULL_PAGE, words: '北京市' }),
        [`${MEMBER}/.share2me/${OWNER}/Birds/inner.png`],
      );
      await ann.shares.familyRemove({ id: share.id });
      expect(await seenByBob()).toEqual([]);
      await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, enable: 0 } });
    },
  );

  it(
    'somebody who has left the box leaves no album and no mark to the next one of their name',
    { timeout: 90_000 },
    async () => {
      put('shared-files/leaving.jpg', await createTestPhoto('leaving'));
      await expectEventually(async () => (await photoPathsOf(bob)).includes('shared-files/leaving.jpg'), true);
      const photo = (await bob.photos.run(FULL_PAGE)).list.find(({ path }) => path.endsWith('leaving.jpg'));
      await bob.photos.mark({ ids: [photo?.id ?? ''], favourite: 1 });
      await bob.photos.putAlbum({ owner: MEMBER, id: '', name: 'Of the first', members: [] });
      await ann.photos.putAlbum({ owner: OWNER, id: '', name: 'With the first', members: [MEMBER] });
      const seen = async (who: typeof ann) => ({
        albums: (await who.photos.albums({ user: who === ann ? OWNER : MEMBER, start: 0, count: 100 })).list.map(
          ({ name }) => name,
        ),
        favourites: await photoPathsOf(who, { ...FULL_PAGE, favourite: 1 }),
      });
      expect((await seen(bob)).albums.toSorted()).toEqual(['Of the first', 'With the first']);
      expect((await seen(bob)).favourites).toContain('shared-files/leaving.jpg');
      const ofAnn = await seen(ann);
      await box.pushRoster([{ userName: OWNER, verifier }]);
      await box.pushRoster([OWNER, MEMBER].map((userName) => ({ userName, verifier })));
      bob = await signInToTestBox(box, MEMBER);
      expect(await seen(bob)).toEqual({ albums: [], favourites: [] });
      expect(await seen(ann)).toEqual(ofAnn);
    },
  );
});
