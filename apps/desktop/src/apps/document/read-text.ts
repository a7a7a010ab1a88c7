import { askWorker } from './ask-worker.ts';
import type { TextAnswer, TextQuestion } from './text-worker.ts';

/** After this timeout a text is shown plain. */
const LIMIT_MS = 10_000;

const asIs: TextAnswer = { pieces: null, tree: null };

/** Highlights source code or parses markdown in a worker. Never fails: on error the text is shown plain. */
export const readText = async (question: TextQuestion): Promise<TextAnswer> => {
  const worker = new Worker(new URL('text-worker.ts', import.meta.url), { type: 'module' });
  return (await askWorker<TextAnswer>(worker, question, LIMIT_MS)) ?? asIs;
};
