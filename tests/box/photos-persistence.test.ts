/** The users' annotations of pictures persist, whatever happens to the files. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { moveTask } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { makePicture } from '../lib/media/png-picture.ts';

const HOW_MANY = 500;
const ROOMS = 10;
const home = `/mnt/usb1/${OWNER}`;
const all = { start: 0, count: 1000 };

describe('five hundred pictures', { timeout: 300_000 }, () => {
  let box: BoxProcess;
  let ann: BoxClient;
  let rob: BoxClient;
  const disk = (...names: string[]): string => join(box.usb1, OWNER, ...names);
  /** All annotations, as stored on the disk. */
  const dump = (): unknown => {
    const database = new DatabaseSync(join(box.dataDir, '.boxwood/box.sqlite'), { readOnly: true });
    try {
      return ['photo_marks', 'albums', 'album_members', 'album_photos', 'people', 'people_faces'].map((table) => [
        table,
        database.prepare(`SELECT * FROM ${table}`).all(),
      ]);
    } finally {
      database.close();
    }
  };
  /** The people in them, as stored after recognition has run. */
  const recognise = (ids: readonly string[]): void => {
    const database = new DatabaseSync(join(box.dataDir, '.boxwood/box.sqlite'), { timeout: 10_000 });
    try {
      database.exec('BEGIN IMMEDIATE');
      for (const person of ['may', 'bo'])
        database
          .prepare('INSERT INTO people VALUES (?, ?, ?, 0, ?)')
          .run(OWNER, person, `奶奶 ${person}`, `${ids[0] ?? ''}.0`);
      const face = database.prepare('INSERT INTO people_faces VALUES (?, ?, 0, ?, ?)');
      for (const [at, id] of ids.entries()) face.run(OWNER, id, at % 2 === 0 ? 'may' : 'bo', at % 3 === 0 ? 1 : 0);
      database.exec('COMMIT');
    } finally {
      database.close();
    }
  };
  /** Everything that users see of it. */
  const seen = async (who: BoxClient, album: string): Promise<unknown> => {
    const row = ({
      id,
      favourite,
      caption,
      taken,
    }: {
      id: string;
      favourite: number;
      caption: string;
      taken: number;
    }) => [id, favourite, caption, taken].join(' ');
    const rows = async (filter: object) => (await who.photos.run({ ...all, ...filter })).list.map(row).toSorted();
    return [await rows({}), await rows({ favourite: 1 }), await rows({ album }), await rows({ words: '奶奶 may' })];
  };
  const total = async (): Promise<number> => (await ann.photos.months({})).total;
  const allThere = (): Promise<void> => expect.poll(total, { timeout: 120_000 }).toBe(HOW_MANY);

  beforeAll(async () => {
    box = await startBoxProcess();
    [ann, rob] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
    for (let at = 0; at < HOW_MANY; at += 1) {
      const room = `room ${at % ROOMS}`;
      mkdirSync(disk('Pictures', room), { recursive: true });
      writeFileSync(disk('Pictures', room, `图 ${at}.png`), makePicture(`kept ${at}`));
    }
  });
  afterAll(() => box.remove());

  it('keep their favourites, words, times and albums through rename, move, bin, undo, a task and a second copy', async () => {
    await allThere();
    const ids = (await ann.photos.run(all)).list.map(({ id }) => id);
    expect(new Set(ids).size).toBe(HOW_MANY);
    const third = ids.filter((_, at) => at % 3 === 0);
    expect((await ann.photos.mark({ ids: third, favourite: 1, caption: '海边 — by the sea' })).done).toHaveLength(
      third.length,
    );
    await ann.photos.mark({ ids, taken: Date.UTC(2001, 1, 3) / 1000 });
    const { id: album } = await ann.photos.putAlbum({ owner: OWNER, id: '', name: 'Ours', members: [MEMBER] });
    await ann.photos.addPhotos({ album, ids: ids.slice(0, 200) });
    recognise(ids);
    const before = { dump: dump(), ann: await seen(ann, album), rob: await seen(rob, album) };
    const same = async (what: string): Promise<void> => {
      await allThere();
      await expect.poll(() => seen(ann, album), { timeout: 60_000, message: what }).toEqual(before.ann);
      expect(dump(), what).toEqual(before.dump);
      expect(await seen(rob, album), what).toEqual(before.rob);
    };

    const names = readdirSync(disk('Pictures', 'room 0'));
    const { failed } = await ann.files.rename({
      renames: names.map((name, at) => ({
        source: `${home}/Pictures/room 0/${name}`,
        target: `${home}/Pictures/room 0/renamed ${at}.png`,
      })),
    });
    expect(failed).toEqual([]);
    await same('renamed');

    await ann.files.move({ source: `${home}/Pictures`, target: `${home}/Bilder` });
    await same('the folder above them moved');

    await ann.files.makeFolder({ path: `${home}/Elsewhere` });
    await ann.tasks.add(moveTask(OWNER, `${home}/Bilder/room 1`, `${home}/Elsewhere`));
    await expect.poll(() => existsSync(disk('Bilder', 'room 1')), { timeout: 60_000 }).toBe(false);
    await same('a task moved a folder of them');

    await ann.trash.put({ paths: [`${home}/Bilder`] });
    await expect.poll(total, { timeout: 60_000 }).toBe(HOW_MANY / ROOMS);
    expect(dump(), 'in the bin').toEqual(before.dump);
    const [thrown] = (await ann.trash.list({ offset: 0, count: 10, order: '5', desc: 1 })).list;
    await ann.trash.restore({ ids: [thrown?.id ?? ''] });
    await same('put back from the bin');

    await ann.trash.put({ paths: [`${home}/Bilder`] });
    await expect.poll(total, { timeout: 60_000 }).toBe(HOW_MANY / ROOMS);
    await ann.journal.undo({ id: [] });
    await same('thrown away and taken back');

    writeFileSync(disk('again.png'), makePicture('kept 7'));
    await expect.poll(async () => (await ann.photos.twins(all)).total, { timeout: 60_000 }).toBe(1);
    await same('a second copy');

    await box.kill();
    box = await startBoxProcess({ dataDir: box.dataDir, withUsers: false });
    [ann, rob] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
    await same('the box was killed and began again');
  });
});
