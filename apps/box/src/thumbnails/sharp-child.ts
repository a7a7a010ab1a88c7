import sharp from 'sharp';

/** One picture to shrink: a path to read or the bytes themselves. */
export interface ShrinkJob {
  readonly id: number;
  readonly input: string | Uint8Array;
  readonly width: number;
}
export type ShrinkAnswer = { readonly id: number; readonly picture: Uint8Array | null };

/** Larger pictures are refused before they are decoded; the largest cameras stay below. */
const MAX_PIXELS = 210_000_000;

sharp.cache(false);
sharp.concurrency(1);

const shrink = ({ input, width }: ShrinkJob): Promise<Buffer> =>
  sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true, pages: 1 })
    .autoOrient()
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 2 })
    .toBuffer();

/** Entry of the child process: strangers' pictures are decoded here, where a crash costs one thumbnail. */
process.on('message', (job: ShrinkJob) => {
  shrink(job)
    .catch(() => null)
    .then((picture) => {
      const answer: ShrinkAnswer = { id: job.id, picture };
      process.send?.(answer);
    })
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit());
