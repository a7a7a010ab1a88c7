import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { serveJobs } from '../../files/background-worker.ts';
import type { DetectedFace } from './face.ts';
import type { facesIn as FacesIn } from './face-model.ts';
import type { DetectedObject } from '../objects/object-kinds.ts';
import { CLASSIFIER_SIDE_PX } from '../objects/classifier-input-size.ts';
import type { OnnxModel, ModelProblem } from '../objects/onnx-model.ts';
import type { DetectObjects } from '../objects/object-detector.ts';

/** Process niceness: no request waits for faces or objects. */
const NICENESS = 10;
if (NICENESS > getPriority()) setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);

let things: Promise<DetectObjects> | undefined;
const loadObjectDetector = (): Promise<DetectObjects> =>
  (things ??= loadFaceModel().then(async () => (await import('../objects/object-detector.ts')).loadObjectDetector()));

let model: Promise<typeof FacesIn> | undefined;
const loadFaceModel = (): Promise<typeof FacesIn> =>
  (model ??= import('./face-model.ts').then(async ({ loadFaceModels, facesIn }) => {
    await loadFaceModels();
    return facesIn;
  }));

/** The loaded classifier of the owner and its path. */
let own: { readonly path: string; readonly model: OnnxModel } | undefined;
const loadOwnClassifier = async ({
  path,
  kinds,
}: {
  readonly path: string;
  readonly kinds: number;
}): Promise<ModelProblem> => {
  await own?.model.close();
  own = undefined;
  const model = await (await import('../objects/onnx-model.ts')).loadOnnxModel(path, kinds);
  if (typeof model === 'string') return model;
  own = { path, model };
  return '';
};

/** Jobs of the process. It uses half a gigabyte, so it ends when idle. */
const jobs = {
  /** Faces with at least this score in a picture that the box itself has downscaled. */
  faces: async ({
    picture,
    least,
  }: {
    readonly picture: Uint8Array;
    readonly least: number;
  }): Promise<readonly DetectedFace[]> => {
    const detect = await loadFaceModel();
    const { data, info } = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({
      resolveWithObject: true,
    });
    return detect({ data, width: info.width, height: info.height }, least);
  },

  /** Object kinds with at least this score. */
  things: async ({
    picture,
    least,
  }: {
    readonly picture: Uint8Array;
    readonly least: number;
  }): Promise<readonly DetectedObject[]> => {
    const detect = await loadObjectDetector();
    // The model was trained with pictures stretched to a square.
    const small = sharp(picture)
      .resize(CLASSIFIER_SIDE_PX, CLASSIFIER_SIDE_PX, { fit: 'fill' })
      .removeAlpha()
      .toColourspace('srgb');
    return detect(await small.raw().toBuffer(), least);
  },

  /** Loads the owner's classifier again and returns its problem. */
  open: loadOwnClassifier,

  /** Kinds detected by the owner's classifier, by label index. */
  sort: async ({
    picture,
    least,
    ...file
  }: {
    readonly picture: Uint8Array;
    readonly least: number;
    readonly path: string;
    readonly kinds: number;
  }): Promise<readonly DetectedObject[]> => {
    if (own?.path !== file.path) {
      const problem = await loadOwnClassifier(file);
      if (problem !== '') throw new Error(`the classifier of the owner: ${problem}`);
    }
    return own?.model.classify(picture, least) ?? [];
  },
};

export type FaceJobs = typeof jobs;

serveJobs(jobs);
