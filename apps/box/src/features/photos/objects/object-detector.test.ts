import { createRequire } from 'node:module';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { loadFaceModels } from '../faces/face-model.ts';
import { BUILT_IN_KINDS } from './object-kinds.ts';
import { CLASSIFIER_SIDE_PX } from './classifier-input-size.ts';
import { loadObjectDetector } from './object-detector.ts';

const packaged = createRequire(import.meta.url);

it('PHOTO-01: the classifier that a box brings finds things in a real picture, and is as sure of each kind as of its surest', async () => {
  await loadFaceModels();
  const find = await loadObjectDetector();
  const picture = sharp(packaged.resolve('@vladmandic/face-api/demo/sample2.jpg'));
  const pixels = await picture
    .resize(CLASSIFIER_SIDE_PX, CLASSIFIER_SIDE_PX, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const seen = find(pixels, 0.34);
  expect(seen.map(({ kind }) => BUILT_IN_KINDS[kind]?.id)).toEqual(expect.arrayContaining(['person', 'cell-phone']));
  expect(seen.length).toBe(new Set(seen.map(({ kind }) => kind)).size);
  expect(seen.every(({ score }, at) => score >= 0.34 && score <= (seen[at - 1]?.score ?? 1))).toBe(true);
  expect(find(pixels, 0.99)).toEqual([]);
  expect(find(new Uint8Array(CLASSIFIER_SIDE_PX * CLASSIFIER_SIDE_PX * 3), 0.34)).toEqual([]);
});

it('eighty kinds, each with a name of its own in both languages', () => {
  for (const names of [BUILT_IN_KINDS.map(({ id }) => id), BUILT_IN_KINDS.map(({ chinese }) => chinese)])
    expect(new Set(names).size).toBe(80);
});
