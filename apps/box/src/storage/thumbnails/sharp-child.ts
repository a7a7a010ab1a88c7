import sharp from 'sharp';
import { limitMemory } from '../../runtime/limit-memory.ts';
import type { FileContent } from './file-content.ts';
import { withPicture } from './open-picture.ts';

/** Shrinks a picture, from a path or bytes. */
export interface ShrinkJob {
  readonly job: 'shrink';
  readonly input: string | Uint8Array;
  readonly width: number;
}
/** Reads the hashes and the picture metadata of a file. */
export interface ReadJob {
  readonly job: 'read';
  readonly input: string;
  readonly isPicture: boolean;
}
/** Creates the thumbhash of a picture. */
export interface ThumbHashJob {
  readonly job: 'far';
  readonly input: string | Uint8Array;
}
export type PictureJob = ShrinkJob | ReadJob | ThumbHashJob;
/** The result of the job; the other fields are null, and all of them if it failed. */
export interface PictureAnswer {
  readonly picture: Uint8Array | null;
  readonly content: FileContent | null;
  readonly thumbHash: string | null;
}

/** Larger pictures are refused before decoding; the largest cameras are below this. */
const MAX_PIXELS = 210_000_000;

/**
 * Memory limit on top of the usage at startup; with the program itself below 600 MB. If a picture needs more, the job
 * or the process fails, and the picture has no thumbnail.
 */
const MEMORY_LIMIT_BYTES = 384 * 1024 * 1024;

limitMemory(MEMORY_LIMIT_BYTES);

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

const EMPTY_ANSWER: PictureAnswer = { picture: null, content: null, thumbHash: null };

const runJob = async (job: PictureJob): Promise<PictureAnswer> => {
  switch (job.job) {
    case 'shrink':
      return { ...EMPTY_ANSWER, picture: await shrink(job) };
    case 'read': {
      const { readContent } = await import('./file-content.ts');
      return { ...EMPTY_ANSWER, content: await readContent(job.input, job.isPicture, MAX_PIXELS) };
    }
    case 'far': {
      const { thumbHash } = await import('./picture-info.ts');
      return { ...EMPTY_ANSWER, thumbHash: await thumbHash(job.input, MAX_PIXELS) };
    }
  }
};

/**
 * Entry of the child process. Untrusted pictures are decoded here, where a crash costs one thumbnail. Each job gets one
 * answer.
 */
process.on('message', (job: PictureJob) => {
  runJob(job)
    .catch(() => EMPTY_ANSWER)
    .then((result) => {
      process.send?.(result);
    })
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit());
