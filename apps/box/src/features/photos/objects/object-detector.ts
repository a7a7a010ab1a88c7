import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as core from '@tensorflow/tfjs-core';
import type { DetectedObject } from './object-kinds.ts';
import { CLASSIFIER_SIDE_PX } from './classifier-input-size.ts';

/** A built box ships the model next to this module (`tsdown.config.ts`). From sources it is read from the package. */
const BUILT_MODEL = fileURLToPath(new URL('faces/', import.meta.url));
const modelFile = (end: string): Buffer =>
  readFileSync(
    existsSync(BUILT_MODEL)
      ? join(BUILT_MODEL, `centernet${end}`)
      : join(createRequire(import.meta.url).resolve('@vladmandic/human'), '..', '..', 'models', `centernet${end}`),
  );

/** Detects objects in a picture of {@link CLASSIFIER_SIDE_PX} squared, three bytes per pixel. */
export type DetectObjects = (pixels: Uint8Array, minScore: number) => readonly DetectedObject[];

/** Loads the model; the backend must be ready. @throws if this machine cannot run it */
export const loadObjectDetector = async (): Promise<DetectObjects> => {
  // The file is part of the package and shipped with the box.
  const { weightsManifest, modelTopology } = JSON.parse(modelFile('.json').toString('utf8')) as core.io.ModelJSON;
  const weightData = new Uint8Array(modelFile('.bin')).buffer;
  const weightSpecs = weightsManifest.flatMap(({ weights }) => weights);
  const graph = await loadGraphModel({ load: () => Promise.resolve({ modelTopology, weightSpecs, weightData }) });
  return (pixels, minScore) => {
    const input = core.tensor4d(pixels, [1, CLASSIFIER_SIDE_PX, CLASSIFIER_SIDE_PX, 3], 'float32');
    const found = graph.execute(input, ['tower_0/detections']);
    const [detections] = Array.isArray(found) ? found : [found];
    try {
      return detections === undefined ? [] : bestPerKind(detections.dataSync(), minScore);
    } finally {
      core.dispose([input, found]);
    }
  };
};

/** Numbers per detection: bounds, score, and kind index. */
const NUMBERS_PER_DETECTION = 6;

/** The best detection of each kind, sorted by score. */
const bestPerKind = (numbers: Float32Array | Int32Array | Uint8Array, minScore: number): readonly DetectedObject[] => {
  const best = new Map<number, number>();
  for (let at = 0; at + NUMBERS_PER_DETECTION <= numbers.length; at += NUMBERS_PER_DETECTION) {
    const [score = 0, kind = -1] = [numbers[at + 4], numbers[at + 5]];
    if (score >= minScore && score > (best.get(kind) ?? 0)) best.set(kind, score);
  }
  return [...best]
    .map(([kind, score]) => ({ kind, score: Math.min(1, score) }))
    .toSorted((one, other) => other.score - one.score);
};
