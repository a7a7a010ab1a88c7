import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { serveJobs } from '../../files/background-worker.ts';
import { limitMemory } from '../../../runtime/limit-memory.ts';
import type { RecogniseText } from './text-model.ts';

/** Process niceness: no request waits for text recognition. */
const NICENESS = 10;
if (NICENESS > getPriority()) setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);

/** Memory limit on top of the usage at startup; with the program itself below 300 MB. Full pages of text need 210. */
const MEMORY_LIMIT_BYTES = 192 * 1024 * 1024;
limitMemory(MEMORY_LIMIT_BYTES);

let recogniser: Promise<RecogniseText> | undefined;
const loadRecogniser = (): Promise<RecogniseText> =>
  (recogniser ??= import('./text-model.ts').then(({ loadTextEngine }) => loadTextEngine()));

const jobs = {
  /** Recognises the text of a picture that the box itself has downscaled. */
  read: async (picture: Uint8Array): Promise<string> => {
    try {
      const recognise = await loadRecogniser();
      const grey = sharp(picture).flatten({ background: '#ffffff' }).greyscale().raw();
      const { data, info } = await grey.toBuffer({ resolveWithObject: true });
      return recognise({ data, width: info.width, height: info.height });
    } catch (failure) {
      // The engine's memory may be corrupted, so end the process. The caller gets an error when the process exits.
      process.stderr.write(`${String(failure)}\n`);
      return process.exit(1);
    }
  },
};

export type TextJobs = typeof jobs;

serveJobs(jobs);
