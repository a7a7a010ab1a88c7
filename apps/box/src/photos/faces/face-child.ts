import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { serve } from '../../files/thread.ts';
import type { SeenFace } from './face.ts';
import type { facesIn as FacesIn } from './face-model.ts';

/** Nobody waits for a face. */
const NICENESS = 10;
if (NICENESS > getPriority()) setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);

let model: Promise<typeof FacesIn> | undefined;
const opened = (): Promise<typeof FacesIn> =>
  (model ??= import('./face-model.ts').then(async ({ openModel, facesIn }) => {
    await openModel();
    return facesIn;
  }));

/** What the process can do. Half a gigabyte while it works, so it ends when there is nothing to look at. */
const jobs = {
  /** The faces of a picture that the box itself made small, at least so sure. */
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
};

export type FaceJobs = typeof jobs;

serve(jobs);
