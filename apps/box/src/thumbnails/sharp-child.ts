import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { runProgramSync } from '../runtime/programs.ts';
import { PROGRAMS } from '../runtime/registry.ts';

/** One picture to shrink: a path to read or the bytes themselves. */
export interface ShrinkJob {
  readonly input: string | Uint8Array;
  readonly width: number;
}
export interface ShrinkAnswer {
  readonly picture: Uint8Array | null;
}

/** Larger pictures are refused before they are decoded; the largest cameras stay below. */
const MAX_PIXELS = 210_000_000;

/**
 * Bytes that pictures may take here beyond what is there before the first: with the program itself below 600 MB. One that needs more fails, or
 * this process does, and the picture has no thumbnail.
 */
const MOST_BYTES = 384 * 1024 * 1024;

/** Has the kernel hold the limit. Of what may be written to: of addresses V8 reserves gigabytes that it never uses. */
const limitMemory = (): void => {
  const kib = /^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kib === undefined) return;
  const most = Number(kib) * 1024 + MOST_BYTES;
  const args = [`--pid=${process.pid}`, `--data=${most}:${most}`, '--core=0:0'];
  runProgramSync('prlimit', args, { as: PROGRAMS.limit, deadlineMs: 5000 });
};
if (process.platform === 'linux') limitMemory();

sharp.cache(false);
sharp.concurrency(1);

const shrink = ({ input, width }: ShrinkJob): Promise<Buffer> =>
  sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true, pages: 1 })
    .autoOrient()
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 2 })
    .toBuffer();

/** Entry of the child process: strangers' pictures are decoded here, where a crash costs one thumbnail. One job, one answer. */
process.on('message', (job: ShrinkJob) => {
  shrink(job)
    .catch(() => null)
    .then((picture) => {
      const answer: ShrinkAnswer = { picture };
      process.send?.(answer);
    })
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit());
