import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { serve } from '../../files/thread.ts';
import { limitMemory } from '../../runtime/limit-memory.ts';
import type { TextFinder } from './text-model.ts';

/** Process niceness: no request waits for text recognition. */
const NICENESS = 10;
if (NICENESS > getPriority()) setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);

/** Memory limit on top of the usage at startup; with the program itself below 300 MB. Full pages of text need 210. */
const MOST_BYTES = 192 * 1024 * 1024;
limitMemory(MOST_BYTES);

let finder: Promise<TextFinder> | undefined;
const opened = (): Promise<TextFinder> => (finder ??= import('./text-model.ts').then(({ openText }) => openText()));

const jobs = {
  /** Recognises the text of a picture that the box itself has downscaled. */
  read: async (picture: Uint8Array): Promise<string> => {
    try {
      const find = await opened();
      const grey = sharp(picture).flatten({ background: '#ffffff' }).greyscale().raw();
      const { data, info } = await grey.toBuffer({ resolveWithObject: true });
      return find({ data, width: info.width, height: info.height });
    } catch (failure) {
      // The engine's memory may be corrupted, so end the process. The caller gets an error when the process exits.
      process.stderr.write(`${String(failure)}\n`);
      return process.exit(1);
    }
  },
};

export type TextJobs = typeof jobs;

serve(jobs);
