import { askWorker } from './ask-worker.ts';
import type { TextAnswer, TextQuestion } from './text-worker.ts';

/** A text that takes longer than this is shown as it is. */
const LIMIT_MS = 10_000;

const asIs: TextAnswer = { pieces: null, tree: null };

/** Colours a source or reads markdown, away from the page's own thread. Never fails: what cannot be read is shown as it is. */
export const readText = async (question: TextQuestion): Promise<TextAnswer> => {
  const worker = new Worker(new URL('text-worker.ts', import.meta.url), { type: 'module' });
  return (await askWorker<TextAnswer>(worker, question, LIMIT_MS)) ?? asIs;
};
