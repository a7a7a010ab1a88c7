import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as core from '@tensorflow/tfjs-core';
import type { SeenThing } from './kinds.ts';
import { SIDE } from './side.ts';

/** A built box has the model beside it (`tsdown.config.ts`); from its sources it is taken out of the package. */
const BUILT = fileURLToPath(new URL('faces/', import.meta.url));
const modelFile = (end: string): Buffer =>
  readFileSync(
    existsSync(BUILT)
      ? join(BUILT, `centernet${end}`)
      : join(createRequire(import.meta.url).resolve('@vladmandic/human'), '..', '..', 'models', `centernet${end}`),
  );

/** Looks for things in a picture of {@link SIDE} by {@link SIDE} pixels, three bytes for each. */
export type ThingFinder = (pixels: Uint8Array, least: number) => readonly SeenThing[];

/** Makes the model ready, after what computes. @throws when this machine cannot run it */
export const openThings = async (): Promise<ThingFinder> => {
  // Written by whoever made the package, and part of the box.
  const { weightsManifest, modelTopology } = JSON.parse(modelFile('.json').toString('utf8')) as core.io.ModelJSON;
  const weightData = new Uint8Array(modelFile('.bin')).buffer;
  const weightSpecs = weightsManifest.flatMap(({ weights }) => weights);
  const graph = await loadGraphModel({ load: () => Promise.resolve({ modelTopology, weightSpecs, weightData }) });
  return (pixels, least) => {
    const input = core.tensor4d(pixels, [1, SIDE, SIDE, 3], 'float32');
    const found = graph.execute(input, ['tower_0/detections']);
    const [detections] = Array.isArray(found) ? found : [found];
    try {
      return detections === undefined ? [] : surest(detections.dataSync(), least);
    } finally {
      core.dispose([input, found]);
    }
  };
};

/** Numbers of one detection: its box, how sure it is, and the place of its kind. */
const WIDTH = 6;

/** The surest of each kind, the surest first. */
const surest = (numbers: Float32Array | Int32Array | Uint8Array, least: number): readonly SeenThing[] => {
  const best = new Map<number, number>();
  for (let at = 0; at + WIDTH <= numbers.length; at += WIDTH) {
    const [score = 0, kind = -1] = [numbers[at + 4], numbers[at + 5]];
    if (score >= least && score > (best.get(kind) ?? 0)) best.set(kind, score);
  }
  return [...best]
    .map(([kind, score]) => ({ kind, score: Math.min(1, score) }))
    .toSorted((one, other) => other.score - one.score);
};
