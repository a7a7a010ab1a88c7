/** Privacy of photos: what other users cannot see, and what is deleted. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_AI_CONFIG, encryptTask } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER, OWNER, type RunningBox, runBox, settle, signInAt } from '../testing.ts';
import { written } from '../testing/written.ts';
import { all, mine, namesOf, putOn, shot, soon } from './testing.ts';

let box: RunningBox;
let ann: Awaited<ReturnType<typeof signInAt>>;
let bob: Awaited<ReturnType<typeof signInAt>>;
let verifier: string;
const put = (path: string, bytes: Buffer): void => putOn(box, path, bytes);

beforeAll(async () => {
  box = await runBox();
  verifier = await settle(box);
  [ann, bob] = [await signInAt(box, OWNER), await signInAt(box, MEMBER)];
}, 60_000);
afterAll(() => box.remove());

describe('photos are private', () => {
  it('a picture that is encrypted leaves nothing behind of what its camera said', { timeout: 90_000 }, async () => {
    const path = `/mnt/usb1/${mine}/secret.jpg`;
    put(`${mine}/secret.jpg`, await shot('secret', { taken: '2022:02:03 04:05:06', gps: true }));
    await soon(() => namesOf(ann, { ...all, words: 'secret' }), [`${mine}/secret.jpg`]);
    const [photo] = (await ann.photos.run({ ...all, words: 'secret' })).list;
    const database = new DatabaseSync(join(box.usb1, '../.boxwood/photos.sqlite'), { readOnly: true });
    const facts = () => database.prepare('SELECT country FROM photo_facts WHERE id = ?').all(photo?.id ?? '');
    expect(facts()).toHaveLength(1);
    await soon(async () => (await ann.photos.run({ ...all, words: 'secret' })).list[0]?.place, '香港');
    const safe = { username: OWNER, password: 'tulip-42' };
    await ann.safe.setUp(safe);
    await ann.safe.unlock(safe);
    await ann.tasks.add(encryptTask(OWNER, path, `/mnt/usb1/${OWNER}/.safebox`));
    await soon(() => namesOf(ann, { ...all, words: 'secret' }), []);
    await soon(() => Promise.resolve(facts()), []);
    database.close();
  });

  it(
    'nobody sees a picture that they may not read: bins, safes, private and personal folders, a share that is over',
    { timeout: 90_000 },
    async () => {
      put(`${OWNER}/.safebox/canary.jpg`, await shot('safe'));
      put(`${OWNER}/.safe_home/canary.jpg`, await shot('private'));
      put(`${OWNER}/.Trash/canary.jpg`, await shot('trash'));
      put(`${OWNER}/.hidden/canary.jpg`, await shot('hidden'));
      put(`${OWNER}/inner/canary.jpg`, await shot('personal'));
      await soon(() => namesOf(ann, { ...all, words: 'canary' }), [`${OWNER}/inner/canary.jpg`]);
      const [photo] = (await ann.photos.run({ ...all, words: 'canary' })).list;
      const ids = [photo?.id ?? ''];
      const seenByBob = async (): Promise<string> =>
        JSON.stringify([
          await bob.photos.run(all),
          await bob.photos.months({ words: 'canary' }),
          await bob.photos.list({ user: MEMBER, ...all }),
          await bob.photos.twins(all),
          await bob.photos.mark({ ids, hidden: 0 }),
          // The version changes whenever the index changes, and previews are created last.
        ]).replaceAll(/"(?:version|placeholder)":"[^"]*"|"reading":\d/g, '');
      const hidden = await seenByBob();
      expect(hidden).not.toContain('canary');
      expect(hidden).not.toContain(ids[0]);
      const users = [{ user: MEMBER, perm: 'rw' as const }];
      const share = await ann.shares.familyPut({ id: '', name: 'Inner', path: `/mnt/usb1/${OWNER}/inner`, users });
      await soon(() => namesOf(bob, { ...all, words: 'canary' }), [`${MEMBER}/.share2me/${OWNER}/Inner/canary.jpg`]);
      await ann.shares.familyRemove({ id: share.id });
      expect(await seenByBob()).toBe(hidden);
    },
  );

  it(
    'nobody finds a picture by what is written in it that they may not read: safes, bins, personal folders, a share that is over',
    { timeout: 180_000 },
    async () => {
      for (const place of ['.safebox', '.safe_home', '.Trash', '.hidden', 'inner'])
        put(`${OWNER}/${place}/${place}.png`, await written([`The nightingale sings at ${place}`, '北京市海淀区']));
      await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, text: 1 } });
      await expect
        .poll(() => namesOf(ann, { ...all, words: 'nightingale' }), { timeout: 120_000, interval: 200 })
        .toEqual([`${OWNER}/inner/inner.png`]);
      const seenByBob = async (): Promise<readonly string[]> => [
        ...(await namesOf(bob, { ...all, words: 'nightingale' })),
        ...(await namesOf(bob, { ...all, words: '北京市' })),
        ...(await bob.photos.months({ words: 'sings' })).list.map(({ month }) => month),
        ...(await bob.photos.spots({ zoom: 0, words: 'sings' })).list.map(({ id }) => id),
      ];
      expect(await seenByBob()).toEqual([]);
      const users = [{ user: MEMBER, perm: 'rw' as const }];
      const share = await ann.shares.familyPut({ id: '', name: 'Birds', path: `/mnt/usb1/${OWNER}/inner`, users });
      await soon(() => namesOf(bob, { ...all, words: '北京市' }), [`${MEMBER}/.share2me/${OWNER}/Birds/inner.png`]);
      await ann.shares.familyRemove({ id: share.id });
      expect(await seenByBob()).toEqual([]);
      await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, enable: 0 } });
    },
  );

  it(
    'somebody who has left the box leaves no album and no mark to the next one of their name',
    { timeout: 90_000 },
    async () => {
      put('shared-files/leaving.jpg', await shot('leaving'));
      await soon(async () => (await namesOf(bob)).includes('shared-files/leaving.jpg'), true);
      const photo = (await bob.photos.run(all)).list.find(({ path }) => path.endsWith('leaving.jpg'));
      await bob.photos.mark({ ids: [photo?.id ?? ''], favourite: 1 });
      await bob.photos.putAlbum({ owner: MEMBER, id: '', name: 'Of the first', members: [] });
      await ann.photos.putAlbum({ owner: OWNER, id: '', name: 'With the first', members: [MEMBER] });
      const seen = async (who: typeof ann) => ({
        albums: (await who.photos.albums({ user: who === ann ? OWNER : MEMBER, start: 0, count: 100 })).list.map(
          ({ name }) => name,
        ),
        favourites: await namesOf(who, { ...all, favourite: 1 }),
      });
      expect((await seen(bob)).albums.toSorted()).toEqual(['Of the first', 'With the first']);
      expect((await seen(bob)).favourites).toContain('shared-files/leaving.jpg');
      const ofAnn = await seen(ann);
      await box.roster([{ userName: OWNER, verifier }]);
      await box.roster([OWNER, MEMBER].map((userName) => ({ userName, verifier })));
      bob = await signInAt(box, MEMBER);
      expect(await seen(bob)).toEqual({ albums: [], favourites: [] });
      expect(await seen(ann)).toEqual(ofAnn);
    },
  );
});
