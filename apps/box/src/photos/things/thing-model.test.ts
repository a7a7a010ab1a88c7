import { createRequire } from 'node:module';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openModel } from '../faces/face-model.ts';
import { KINDS } from './kinds.ts';
import { SIDE } from './side.ts';
import { openThings } from './thing-model.ts';

const packaged = createRequire(import.meta.url);

it('PHOTO-01: the classifier that a box brings finds things in a real picture, and is as sure of each kind as of its surest', async () => {
  await openModel();
  const find = await openThings();
  const picture = sharp(packaged.resolve('@vladmandic/face-api/demo/sample2.jpg'));
  const pixels = await picture.resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const seen = find(pixels, 0.34);
  expect(seen.map(({ kind }) => KINDS[kind]?.id)).toEqual(expect.arrayContaining(['person', 'cell-phone']));
  expect(seen.length).toBe(new Set(seen.map(({ kind }) => kind)).size);
  expect(seen.every(({ score }, at) => score >= 0.34 && score <= (seen[at - 1]?.score ?? 1))).toBe(true);
  expect(find(pixels, 0.99)).toEqual([]);
  expect(find(new Uint8Array(SIDE * SIDE * 3), 0.34)).toEqual([]);
});

it('eighty kinds, each with a name of its own in both languages', () => {
  for (const names of [KINDS.map(({ id }) => id), KINDS.map(({ chinese }) => chinese)])
    expect(new Set(names).size).toBe(80);
});
