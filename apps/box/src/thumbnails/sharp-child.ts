import sharp from 'sharp';
import { limitMemory } from '../runtime/limit-memory.ts';
import type { Content } from './content.ts';
import { withPicture } from './picture.ts';

/** One picture to shrink: a path to read or the bytes themselves. */
export interface ShrinkJob {
  readonly job: 'shrink';
  readonly input: string | Uint8Array;
  readonly width: number;
}
/** One file to read: what it holds, and what it says as a picture. */
export interface ReadJob {
  readonly job: 'read';
  readonly input: string;
  readonly isPicture: boolean;
}
/** One picture of which is asked how it looks from far away. */
export interface FarJob {
  readonly job: 'far';
  readonly input: string | Uint8Array;
}
export type PictureJob = ShrinkJob | ReadJob | FarJob;
/** What the job asked for; the others are null, and all of them when it failed. */
export interface PictureAnswer {
  readonly picture: Uint8Array | null;
  readonly content: Content | null;
  readonly far: string | null;
}

/** Larger pictures are refused before they are decoded; the largest cameras stay below. */
const MAX_PIXELS = 210_000_000;

/**
 * Bytes that pictures may take here beyond what is there before the first: with the program itself below 600 MB. One that needs more fails, or
 * this process does, and the picture has no thumbnail.
 */
const MOST_BYTES = 384 * 1024 * 1024;

limitMemory(MOST_BYTES);

sharp.cache(false);
sharp.concurrency(1);

const shrink = ({ input, width }: ShrinkJob): Promise<Buffer> =>
  withPicture(input, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true, pages: 1 }, (picture) =>
    picture
      .autoOrient()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76, effort: 2 })
      .toBuffer(),
  );

const NOTHING: PictureAnswer = { picture: null, content: null, far: null };

const answer = async (job: PictureJob): Promise<PictureAnswer> => {
  switch (job.job) {
    case 'shrink':
      return { ...NOTHING, picture: await shrink(job) };
    case 'read': {
      const { contentOf } = await import('./content.ts');
      return { ...NOTHING, content: await contentOf(job.input, job.isPicture, MAX_PIXELS) };
    }
    case 'far': {
      const { far } = await import('./look.ts');
      return { ...NOTHING, far: await far(job.input, MAX_PIXELS) };
    }
  }
};

/** Entry of the child process: strangers' pictures are decoded here, where a crash costs one thumbnail. One job, one answer. */
process.on('message', (job: PictureJob) => {
  answer(job)
    .catch(() => NOTHING)
    .then((said) => {
      process.send?.(said);
    })
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit());
