import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { serve } from '../../files/thread.ts';
import { limitMemory } from '../../runtime/limit-memory.ts';
import type { TextFinder } from './text-model.ts';

/** Nobody waits for a text. */
const NICENESS = 10;
if (NICENESS > getPriority()) setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);

/** Beyond what is there before the first picture: with the program itself below 300 MB. Full pages of text take 210. */
const MOST_BYTES = 192 * 1024 * 1024;
limitMemory(MOST_BYTES);

let finder: Promise<TextFinder> | undefined;
const opened = (): Promise<TextFinder> => (finder ??= import('./text-model.ts').then(({ openText }) => openText()));

const jobs = {
  /** What is written in a picture that the box itself made small. */
  read: async (picture: Uint8Array): Promise<string> => {
    try {
      const find = await opened();
      const grey = sharp(picture).flatten({ background: '#ffffff' }).greyscale().raw();
      const { data, info } = await grey.toBuffer({ resolveWithObject: true });
      return find({ data, width: info.width, height: info.height });
    } catch (failure) {
      // What broke may have left anything in its memory. Whoever waits is told by the end of the process.
      process.stderr.write(`${String(failure)}\n`);
      return process.exit(1);
    }
  },
};

export type TextJobs = typeof jobs;

serve(jobs);
