import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { serve } from '../../files/thread.ts';
import type { SeenFace } from './face.ts';
import type { facesIn as FacesIn } from './face-model.ts';
import type { SeenThing } from '../things/kinds.ts';
import { SIDE } from '../things/side.ts';
import type { OnnxModel, ModelTrouble } from '../things/onnx.ts';
import type { ThingFinder } from '../things/thing-model.ts';

/** Process niceness: no request waits for faces or objects. */
const NICENESS = 10;
if (NICENESS > getPriority()) setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);

let things: Promise<ThingFinder> | undefined;
const finder = (): Promise<ThingFinder> =>
  (things ??= opened().then(async () => (await import('../things/thing-model.ts')).openThings()));

let model: Promise<typeof FacesIn> | undefined;
const opened = (): Promise<typeof FacesIn> =>
  (model ??= import('./face-model.ts').then(async ({ openModel, facesIn }) => {
    await openModel();
    return facesIn;
  }));

/** The loaded classifier of the owner and its path. */
let own: { readonly path: string; readonly model: OnnxModel } | undefined;
const openOwn = async ({ path, kinds }: { readonly path: string; readonly kinds: number }): Promise<ModelTrouble> => {
  await own?.model.close();
  own = undefined;
  const model = await (await import('../things/onnx.ts')).openOnnx(path, kinds);
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
  }): Promise<readonly SeenFace[]> => {
    const find = await opened();
    const { data, info } = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({
      resolveWithObject: true,
    });
    return find({ data, width: info.width, height: info.height }, least);
  },

  /** Object kinds with at least this score. */
  things: async ({
    picture,
    least,
  }: {
    readonly picture: Uint8Array;
    readonly least: number;
  }): Promise<readonly SeenThing[]> => {
    const find = await finder();
    // The model was trained with pictures stretched to a square.
    const small = sharp(picture).resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().toColourspace('srgb');
    return find(await small.raw().toBuffer(), least);
  },

  /** Loads the owner's classifier again and returns its problem. */
  open: openOwn,

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
  }): Promise<readonly SeenThing[]> => {
    if (own?.path !== file.path) {
      const trouble = await openOwn(file);
      if (trouble !== '') throw new Error(`the classifier of the owner: ${trouble}`);
    }
    return own?.model.sort(picture, least) ?? [];
  },
};

export type FaceJobs = typeof jobs;

serve(jobs);
