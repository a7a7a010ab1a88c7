/** Text recognition on a real box, with pictures that are drawn here. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ALB, DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER, OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../../box-test-helpers.ts';
import { describeRefusal } from '../../../platform/testing/describe-refusal.ts';
import { hasChineseFont } from '../../../platform/testing/chinese-font.ts';
import { createTextImage } from '../../../platform/testing/text-image-fixture.ts';

const LETTER = ['Invoice No. 20417', 'Annabel Hedge, Garden Lane', 'Amount due: 1,284.50 EUR'];
const RECEIPT = ['客户：北京市海淀区中关村大街', '今天天气很好，我们一起去公园散步。', '感谢您的订购，祝您夏天愉快！'];
const MIXED = ['Passport 护照', 'Boxwood garden 黄杨花园'];

let box: TestBox;
let ann: Awaited<ReturnType<typeof signInToTestBox>>;
let bob: Awaited<ReturnType<typeof signInToTestBox>>;
const mine = `${OWNER}/My Images`;
const all = { start: 0, count: 500 };
const put = (path: string, picture: Buffer): void => {
  mkdirSync(join(box.usb1, path, '..'), { recursive: true });
  writeFileSync(join(box.usb1, path), picture);
};
const found = async (words: string, who = ann): Promise<readonly string[]> =>
  (await who.photos.run({ ...all, words })).list.map(({ path }) => path.split('/').at(-1) ?? '').toSorted();
const expectEventually = <T>(ask: () => Promise<T>, expected: T): Promise<void> =>
  expect.poll(ask, { timeout: 120_000, interval: 200 }).toEqual(expected);
const analysed = (pictures: number): Promise<void> =>
  expectEventually(async () => {
    const { running, done, total } = await ann.photos.regrouping({ user: OWNER });
    return running === 0 ? [done, total] : [];
  }, [pictures, pictures]);
const configure = (cfg: { readonly enable?: 0 | 1; readonly text?: 0 | 1 }): Promise<unknown> =>
  ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, ...cfg } });
const detailsOf = async (name: string, who = ann) => {
  const [photo] = (await who.photos.run({ ...all, words: name })).list;
  return who.photos.get({ id: photo?.id ?? '' });
};
/** Number of stored texts, read from the database file. */
const storedTexts = (): number => {
  const database = new DatabaseSync(join(box.usb1, '..', '.boxwood', 'photos.sqlite'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM photo_texts').get()?.['n']);
  } finally {
    database.close();
  }
};

beforeAll(async () => {
  box = await startTestBox();
  await setUpTestBox(box);
  [ann, bob] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, MEMBER)];
  put(`${mine}/letter.png`, await createTextImage(LETTER));
  put(`${mine}/receipt.png`, await createTextImage(RECEIPT));
  put('shared-files/mixed.png', await createTextImage(MIXED));
  put(`${mine}/field.jpg`, await grass());
}, 120_000);
afterAll(() => box.remove());

/** A picture of a meadow: noise without text. */
const grass = async (): Promise<Buffer> => {
  const noise = { type: 'gaussian' as const, mean: 110, sigma: 45 };
  const field = sharp({ create: { width: 900, height: 600, channels: 3, background: '#4f7a3a', noise } });
  return field.blur(1.2).jpeg().toBuffer();
};

describe.skipIf(!hasChineseFont())('text in pictures', { timeout: 240_000 }, () => {
  it('is read when the owner says so, and not before: recognition alone reads none', async () => {
    expect((await ann.photos.ai({ user: OWNER })).cfg.text).toBe(0);
    await configure({ enable: 1 });
    await analysed(4);
    expect([await found('20417'), storedTexts()]).toEqual([[], 0]);
    expect((await detailsOf('letter.png')).text).toBeUndefined();
    await configure({ text: 1 });
    await analysed(4);
    expect(await found('20417')).toEqual(['letter.png']);
    // A client that does not know the setting does not change it.
    await configure({});
    expect((await ann.photos.ai({ user: OWNER })).cfg.text).toBe(1);
    await analysed(4);
  });

  it('English and Chinese are found, with everything else that is known of a picture; a meadow says nothing', async () => {
    expect(await found('annabel invoice')).toEqual(['letter.png']);
    expect(await found('letter garden')).toEqual(['letter.png']);
    expect(await Promise.all(['中关村', '公园散步', '北京市海淀区', '夏天愉快'].map((words) => found(words)))).toEqual(
      Array.from({ length: 4 }, () => ['receipt.png']),
    );
    expect(await found('garden')).toEqual(['letter.png', 'mixed.png']);
    expect(await found('护照 passport')).toEqual(['mixed.png']);
    expect((await detailsOf('field.jpg')).text).toBeUndefined();
    expect((await detailsOf('letter.png')).text?.split('\n')).toEqual(LETTER);
    // Most Chinese characters are right; the last ones of a line are sometimes read as Latin.
    const read = (await detailsOf('receipt.png')).text ?? '';
    expect(
      RECEIPT.join('')
        .split('')
        .filter((sign) => read.includes(sign)).length,
    ).toBeGreaterThan(RECEIPT.join('').length * 0.85);
    expect(read).not.toContain(' ');
  });

  it('nobody finds or reads what is written in a picture that they may not read', async () => {
    expect(await found('garden', bob)).toEqual(['mixed.png']);
    expect(await Promise.all(['invoice', 'annabel', '中关村'].map((words) => found(words, bob)))).toEqual([[], [], []]);
    const { photo } = await detailsOf('letter.png');
    expect(await describeRefusal(bob.photos.get({ id: photo.id }))).toBe(`${ALB.notFound} id`);
    expect((await detailsOf('mixed.png', bob)).text).toContain('Passport');
  });

  it('stays with its picture by another name, comes back with it, and is forgotten when it is gone', async () => {
    const [from, to] = [join(box.usb1, mine, 'letter.png'), join(box.usb1, mine, 'paper.png')];
    renameSync(from, to);
    await expectEventually(() => found('annabel invoice'), ['paper.png']);
    await analysed(4);
    const before = storedTexts();
    const away = join(box.usb1, OWNER, '.Trash', 'paper.png');
    mkdirSync(join(away, '..'), { recursive: true });
    renameSync(to, away);
    await expectEventually(() => found('annabel invoice'), []);
    await expectEventually(() => Promise.resolve(storedTexts()), before - 1);
    renameSync(away, from);
    await expectEventually(() => found('annabel invoice'), ['letter.png']);
    rmSync(from);
    await expectEventually(() => Promise.resolve(storedTexts()), before - 1);
  });

  it('switched off, nothing of it is kept, alone or with all of recognition', async () => {
    await configure({ text: 0 });
    expect([await found('中关村'), storedTexts()]).toEqual([[], 0]);
    expect((await ann.photos.regrouping({ user: OWNER })).total).toBe(3);
    await configure({ text: 1 });
    await expectEventually(() => found('中关村'), ['receipt.png']);
    await configure({ enable: 0 });
    expect([await found('中关村'), storedTexts()]).toEqual([[], 0]);
    expect((await ann.photos.ai({ user: OWNER })).cfg).toMatchObject({ enable: 0, text: 1 });
    put(`${mine}/later.png`, await createTextImage(['Nobody reads this letter']));
    await expectEventually(() => found('later.png'), ['later.png']);
    expect(await found('nobody')).toEqual([]);
  });
});
