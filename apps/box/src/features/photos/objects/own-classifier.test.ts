/** An owner's classifier on a real box: a small model, generated here, that really runs. */
import { mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnnxModel } from '../../../platform/testing/onnx-fixture.ts';
import { MEMBER, OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../../box-test-helpers.ts';
import { MAX_LABELS, parseLabels } from './own-labels.ts';

const KINDS = 120;
/** Two lines have the same kind, and one is a built-in kind. */
const LABELS = [
  ...Array.from({ length: KINDS - 5 }, (_, at) => `n${10_000_000 + at} sort ${at}, kind of ${at}`),
  'dog\t狗',
  'sunset\t日落',
  'sunset',
  'meadow',
  'open sea\t大海',
];
const ALL = 80 + KINDS - 2;

let box: TestBox;
let ann: Awaited<ReturnType<typeof signInToTestBox>>;
let folder: string;
const page = { start: 0, count: 500 };
const put = (name: 'model.onnx' | 'labels.txt', content: Uint8Array | string): void =>
  writeFileSync(join(folder, name), content);
const own = async () => (await ann.photos.ai({ user: OWNER })).own;
const found = async (words: string): Promise<readonly string[]> =>
  (await ann.photos.run({ ...page, words })).list.map(({ path }) => path.split('/').at(-1) ?? '').toSorted();
const things = async () => ann.photos.labels({ ...page, user: OWNER, group: 'yolov' });
const analysed = (pictures: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const { running, done } = await ann.photos.regrouping({ user: OWNER });
        return running === 0 ? done : -1;
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(pictures);

beforeAll(async () => {
  box = await startTestBox();
  await setUpTestBox(box);
  ann = await signInToTestBox(box, OWNER);
  folder = join(box.usb1, '..', '.boxwood', 'recognition');
  mkdirSync(join(box.usb1, OWNER, 'My Images'), { recursive: true });
  for (const [name, background] of Object.entries({ red: '#f01010', green: '#10f010', blue: '#1010f0' }))
    writeFileSync(
      join(box.usb1, OWNER, 'My Images', `${name}.png`),
      await sharp({ create: { width: 200, height: 120, channels: 3, background } })
        .png()
        .toBuffer(),
    );
}, 120_000);
afterAll(() => box.remove());

/** Installs a working classifier that has analysed every photo. */
const installClassifier = async (): Promise<void> => {
  await ann.photos.setAi({ user: OWNER, cfg: DEFAULT_AI_CONFIG });
  // The box creates the folder on the first check.
  await own();
  put('labels.txt', `${LABELS.join('\r\n')}\n`);
  put('model.onnx', createOnnxModel(KINDS));
  expect(await own()).toEqual({ folder, file: 'model.onnx', kinds: KINDS - 1, trouble: '' });
  await analysed(3);
};

describe('the owner’s classifier', { timeout: 200_000 }, () => {
  it('there is none at first, and only an administrator hears where it belongs', async () => {
    await ann.photos.setAi({ user: OWNER, cfg: DEFAULT_AI_CONFIG });
    expect(await own()).toEqual({ folder, file: '', kinds: 0, trouble: '' });
    const bob = await signInToTestBox(box, MEMBER);
    expect(await bob.photos.ai({ user: MEMBER })).toEqual({ cfg: { ...DEFAULT_AI_CONFIG, text: 0 } });
    await analysed(3);
    expect((await things()).kinds).toBe(80);
  });

  it('PHOTO-16: one of more than 100 kinds is counted, looks at what is there already, and its names find pictures', async () => {
    await installClassifier();
    const { kinds, list } = await things();
    expect(kinds).toBe(ALL);
    expect(list.map(({ id, name, chinese, cnt }) => ({ id, name, chinese, cnt })).toSorted(byId)).toEqual([
      { id: 'meadow', name: 'meadow', chinese: 'meadow', cnt: 1 },
      { id: 'open-sea', name: 'open sea', chinese: '大海', cnt: 1 },
      { id: 'sunset', name: 'sunset', chinese: '日落', cnt: 1 },
    ]);
    const each = await Promise.all(['sunset', '日落', 'meadow', '大海', 'sort 3'].map(found));
    expect(each).toEqual([['red.png'], ['red.png'], ['green.png'], ['blue.png'], []]);
    expect((await ann.photos.run({ ...page, thing: 'open-sea' })).total).toBe(1);
    // The owner's threshold applies.
    await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, object: 0.999 } });
    expect(await found('sunset')).toEqual([]);
    await ann.photos.setAi({ user: OWNER, cfg: DEFAULT_AI_CONFIG });
    expect(await found('sunset')).toEqual(['red.png']);
  });

  it('one that cannot be used is refused with the reason, shows nothing, and keeps nobody from looking', async () => {
    await installClassifier();
    const model = createOnnxModel(KINDS);
    const refused = async (): Promise<string | undefined> => {
      const state = await own();
      expect([(await things()).kinds, state?.kinds, await found('sunset')]).toEqual([80, 0, []]);
      return state?.trouble;
    };
    put('model.onnx', 'no model at all');
    expect(await refused()).toBe('broken');
    put('model.onnx', model.slice(0, model.length / 2));
    expect(await refused()).toBe('broken');
    put('model.onnx', createOnnxModel(KINDS - 1));
    expect(await refused()).toBe('count');
    put('model.onnx', createOnnxModel(KINDS, [1, 3, 64]));
    expect(await refused()).toBe('shape');
    put('model.onnx', createOnnxModel(KINDS, [1, 3, 4096, 4096]));
    expect(await refused()).toBe('shape');
    truncateSync(join(folder, 'model.onnx'), 129 * 1024 ** 2);
    expect(await refused()).toBe('large');
    put('model.onnx', model);
    put('labels.txt', 'a\n\nb');
    expect(await refused()).toBe('labels');
    rmSync(join(folder, 'labels.txt'));
    expect(await refused()).toBe('labels');
    await expect.poll(() => ann.photos.regrouping({ user: OWNER })).toEqual({ running: 0, done: 3, total: 3 });
    // A repaired classifier is used again.
    put('labels.txt', LABELS.join('\n'));
    utimesSync(join(folder, 'model.onnx'), 1, 1);
    expect((await own())?.trouble).toBe('');
    await analysed(3);
    expect(await found('sunset')).toEqual(['red.png']);
  });

  it('taken away, what it saw is forgotten; switched off, nothing is read', async () => {
    await installClassifier();
    expect(await found('sunset')).toEqual(['red.png']);
    rmSync(join(folder, 'model.onnx'));
    expect(await own()).toEqual({ folder, file: '', kinds: 0, trouble: '' });
    expect([(await things()).kinds, await found('sunset')]).toEqual([80, []]);
    // Switch recognition off first; otherwise the box may check the folder on its own.
    await ann.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, enable: 0 } });
    put('model.onnx', createOnnxModel(KINDS));
    expect(await own()).toMatchObject({ file: '' });
  });
});

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);

it('labels are a line a kind, bounded, and nothing that hides or turns what is read', () => {
  expect(parseLabels('\uFEFFtabby cat\t虎斑猫\r\ndog\n')).toEqual({
    kinds: [
      { id: 'tabby-cat', english: 'tabby cat', chinese: '虎斑猫', number: 1000 },
      { id: 'dog', english: 'dog', chinese: '狗', number: 16 },
    ],
    numbers: [1000, 16],
  });
  const many = (count: number) => parseLabels(Array.from({ length: count }, (_, at) => `k${at}`).join('\n'));
  expect(many(MAX_LABELS)?.numbers.length).toBe(MAX_LABELS);
  for (const text of ['', 'one', 'a\n\nb', `a\n${'x'.repeat(65)}`, 'a\nb\u202Ec', 'a\nb\u0000', '\tx\nb'])
    expect(parseLabels(text), JSON.stringify(text)).toBeUndefined();
  expect(many(MAX_LABELS + 1)).toBeUndefined();
});
