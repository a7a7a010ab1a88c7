/** Faces on a real box. The pictures are the samples of the model package, and brightened or mirrored copies. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ALB, DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER, OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../../box-test-helpers.ts';
import { describeRefusal } from '../../../platform/testing/describe-refusal.ts';

const packaged = createRequire(import.meta.url);
const sample = (n: number): string => packaged.resolve(`@vladmandic/face-api/demo/sample${n}.jpg`);

let box: TestBox;
let ann: Awaited<ReturnType<typeof signInToTestBox>>;
let bob: Awaited<ReturnType<typeof signInToTestBox>>;
const all = { start: 0, count: 500 };
const group = { user: OWNER, group: 'faceGroup', ...all } as const;

const put = async (folder: string, name: string, picture: Sharp): Promise<void> => {
  mkdirSync(join(box.usb1, folder), { recursive: true });
  writeFileSync(join(box.usb1, folder, name), await picture.jpeg({ quality: 85 }).toBuffer());
};
/** All rows of the people tables. */
const tables = (): unknown => {
  const database = new DatabaseSync(join(box.usb1, '..', '.boxwood', 'box.sqlite'), { readOnly: true });
  try {
    return ['people', 'people_faces'].map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  } finally {
    database.close();
  }
};
const peopleOf = async (who: typeof ann, user: string) => (await who.photos.labels({ ...group, user })).list;
/** Waits until every photo was analysed. */
const analysed = async (pictures: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const { running, done, total } = await ann.photos.regrouping({ user: OWNER });
        return running === 0 ? [done, total] : [];
      },
      { timeout: 300_000, interval: 200 },
    )
    .toEqual([pictures, pictures]);

beforeAll(async () => {
  box = await startTestBox();
  await setUpTestBox(box);
  [ann, bob] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, MEMBER)];
  const mine = `${OWNER}/My Images`;
  await put(mine, 'four.jpg', sharp(sample(4)));
  await put(mine, 'mirror.jpg', sharp(sample(4)).flop());
  await put(mine, 'dark.jpg', sharp(sample(4)).modulate({ brightness: 0.8 }));
  await put(mine, 'five.jpg', sharp(sample(5)));
  await put(`${MEMBER}/My Images`, 'three.jpg', sharp(sample(3)));
}, 120_000);
afterAll(() => box.remove());

describe('people', { timeout: 360_000 }, () => {
  it('PHOTO-13, PHOTO-15, STATE-25: off with its thresholds until the owner turns it on; nobody else may', async () => {
    expect((await bob.photos.ai({ user: MEMBER })).cfg).toEqual({ ...DEFAULT_AI_CONFIG, enable: 0, text: 0 });
    await expect.poll(async () => (await ann.photos.run(all)).total, { timeout: 60_000 }).toBe(4);
    expect(await ann.photos.regrouping({ user: OWNER })).toEqual({ running: 0, done: 0, total: 0 });
    expect(await peopleOf(ann, OWNER)).toEqual([]);
    await expect(bob.photos.setAi({ user: MEMBER, cfg: DEFAULT_AI_CONFIG })).rejects.toThrow();
    expect(await ann.photos.labels({ ...group, group: 'yolov' })).toEqual({ total: 0, kinds: 80, list: [] });
    await ann.photos.setAi({ user: OWNER, cfg: DEFAULT_AI_CONFIG });
    expect((await ann.photos.ai({ user: OWNER })).cfg).toEqual({ ...DEFAULT_AI_CONFIG, text: 0 });
  });

  it('PHOTO-01: who is in pictures of one’s own is found, each in all of theirs, and nobody of a foreign one', async () => {
    await analysed(5);
    const people = await peopleOf(ann, OWNER);
    // Some of the four people are in all three pictures; the five are in one.
    expect(people.filter(({ cnt }) => cnt === 3).length).toBeGreaterThanOrEqual(2);
    expect(people.every(({ face, cover }) => face?.md512kb === cover && face.width > 0.02)).toBe(true);
    const theirs = await peopleOf(bob, MEMBER);
    // The score of the third face is too low for an assignment.
    expect(theirs).toHaveLength(2);
    expect((await bob.photos.labels({ ...group, user: MEMBER, group: 'face' })).list).toHaveLength(1);
    expect(theirs.map(({ cover }) => cover).filter((cover) => people.some((each) => each.cover === cover))).toEqual([]);
    const [foreign] = (await bob.photos.run(all)).list;
    expect(await describeRefusal(ann.photos.faces({ id: foreign?.id ?? '' }))).toBe(`${ALB.notFound} id`);
    expect(await describeRefusal(ann.photos.whyFace({ face: theirs[0]?.face?.id ?? '' }))).toBe(`${ALB.notFound} face`);
    expect(await describeRefusal(ann.photos.setPerson({ id: theirs[0]?.id ?? '', name: 'x' }))).toBe(
      `${ALB.notFound} id`,
    );
    const five = (await ann.photos.run(all)).list.find(({ path }) => path.endsWith('five.jpg'));
    const { list } = await ann.photos.faces({ id: five?.id ?? '' });
    expect(list.length).toBeGreaterThanOrEqual(5);
    expect(new Set(list.map(({ person }) => person).filter((person) => person !== '')).size).toBeGreaterThanOrEqual(5);
  });

  it('PHOTO-01, PHOTO-15: things are found in pictures of one’s own as surely as the threshold says, also by words of both languages', async () => {
    const things = async (who: typeof ann, user: string) =>
      (await who.photos.labels({ ...group, user, group: 'yolov' })).list.map(({ id, cnt }) => `${id} ${cnt}`);
    expect(await things(ann, OWNER)).toContain('person 4');
    expect(await things(bob, MEMBER)).toContain('person 1');
    const found = async (words: string) => (await ann.photos.run({ ...all, words })).total;
    expect(await Promise.all(['person', '人', 'dog', 'zebra'].map(found))).toEqual([4, 4, 0, 0]);
    expect((await ann.photos.run({ ...all, thing: 'person' })).total).toBe(4);
    expect((await ann.photos.list({ ...all, user: OWNER, group: 'yolov', label: 'person' })).total).toBe(4);
    expect(await describeRefusal(ann.photos.list({ ...all, user: OWNER, group: 'yolov', label: 'ghost' }))).toBe(
      `${ALB.notFound} label`,
    );
    await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, object: 0.99 } });
    expect(await things(ann, OWNER)).toEqual([]);
    expect(await found('person')).toBe(0);
    await ann.photos.setAi({ user: OWNER, cfg: DEFAULT_AI_CONFIG });
    expect(await things(ann, OWNER)).toContain('person 4');
  });

  it('a name finds pictures; a wrong merge is explained and undone, and every table is as before', async () => {
    const [one, other] = (await peopleOf(ann, OWNER)).toSorted((a, b) => b.cnt - a.cnt);
    const [id, wrong] = [one?.id ?? '', other?.id ?? ''];
    await ann.photos.nameLabel({ user: OWNER, group: 'faceGroup', id, name: 'Grandma' });
    expect((await ann.photos.run({ ...all, words: 'grandma' })).total).toBe(3);
    expect((await ann.photos.run({ ...all, person: id })).total).toBe(3);
    expect((await bob.photos.run({ ...all, words: 'grandma' })).total).toBe(0);
    expect((await ann.photos.labels({ ...group, group: 'faceLabel' })).list.map(({ name }) => name)).toEqual([
      'Grandma',
    ]);
    expect((await ann.photos.list({ user: OWNER, group: 'faceLabel', label: id, ...all })).total).toBe(3);
    const before = tables();
    const { change } = await ann.photos.mergePeople({ into: id, ids: [wrong] });
    expect((await peopleOf(ann, OWNER)).map((each) => each.id)).not.toContain(wrong);
    const { near, limit } = await ann.photos.whyFace({ face: other?.face?.id ?? '' });
    expect(near.map(({ distance }) => distance)).toEqual(
      near.map(({ distance }) => distance).toSorted((a, b) => a - b),
    );
    // The person's own faces are near; the merged ones are not.
    expect(near[0]?.distance).toBeLessThan(limit);
    expect(near.at(-1)?.distance).toBeGreaterThan(limit);
    expect(tables()).not.toEqual(before);
    const again = await signInToTestBox(box, OWNER);
    expect((await again.photos.peopleChanges(all)).list[0]).toMatchObject({ id: change, what: 'merge', undone: 0 });
    expect(await describeRefusal(bob.photos.undoPeople({ change }))).toBe(`${ALB.notFound} change`);
    await again.photos.undoPeople({ change });
    expect(tables()).toEqual(before);
    expect(await describeRefusal(ann.photos.undoPeople({ change }))).toBe(`${ALB.notFound} change`);
  });

  it('“not this person” makes them somebody else; who is hidden is asked for; what changed since is not undone', async () => {
    const [one] = (await peopleOf(ann, OWNER)).toSorted((a, b) => b.cnt - a.cnt);
    const id = one?.id ?? '';
    const before = tables();
    const { change, person } = await ann.photos.splitPerson({ id, faces: [one?.face?.id ?? ''] });
    expect((await peopleOf(ann, OWNER)).find((each) => each.id === person)?.cnt).toBe(1);
    const named = await ann.photos.setPerson({ id: person, name: 'Somebody else' });
    expect(await describeRefusal(ann.photos.undoPeople({ change }))).toBe(`${ALB.badParameter} changed`);
    await ann.photos.undoPeople({ change: named.change });
    await ann.photos.undoPeople({ change });
    expect(tables()).toEqual(before);
    const hidden = await ann.photos.setPerson({ id, hidden: 1 });
    expect((await peopleOf(ann, OWNER)).map((each) => each.id)).not.toContain(id);
    expect((await ann.photos.labels({ ...group, hidden: 1 })).list.map((each) => each.id)).toEqual([id]);
    await ann.photos.undoPeople({ change: hidden.change });
    expect(tables()).toEqual(before);
  });

  it('PHOTO-14: other portrait thresholds show what they would do, then make the groups anew; the name stays', async () => {
    const cfg = { ...DEFAULT_AI_CONFIG, face_match: 0.05 };
    const before = (await peopleOf(ann, OWNER)).length;
    const { people, then, rescan } = await ann.photos.previewAi({ cfg });
    expect([people, rescan]).toEqual([before, 0]);
    expect(then).toBeGreaterThan(before);
    await ann.photos.setAi({ user: OWNER, cfg });
    const after = await peopleOf(ann, OWNER);
    expect(after).toHaveLength(then);
    expect(after.map(({ name }) => name).filter((name) => name !== '')).toEqual(['Grandma']);
    expect((await ann.photos.peopleChanges(all)).total).toBe(0);
    // Faces with a lower score than the stored ones require a new analysis.
    const sure = { ...DEFAULT_AI_CONFIG, face_detect: 0.2 };
    expect((await ann.photos.previewAi({ cfg: sure })).rescan).toBe(1);
    await ann.photos.setAi({ user: OWNER, cfg: sure });
    await analysed(5);
    expect((await peopleOf(ann, OWNER)).length).toBeGreaterThanOrEqual(9);
  });

  it('a picture that goes takes its faces along; switched off, nothing is known any more', async () => {
    rmSync(join(box.usb1, OWNER, 'My Images', 'five.jpg'));
    await expect.poll(async () => (await peopleOf(ann, OWNER)).length, { timeout: 60_000 }).toBeLessThan(9);
    await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, enable: 0 } });
    expect(await peopleOf(ann, OWNER)).toEqual([]);
    expect(tables()).toEqual([[], []]);
    const index = new DatabaseSync(join(box.usb1, '..', '.boxwood', 'photos.sqlite'), { readOnly: true });
    expect(index.prepare('SELECT count(*) AS n FROM photo_faces').get()).toEqual({ n: 0 });
    index.close();
  });
});
