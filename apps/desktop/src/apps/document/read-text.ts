import { runInWorker } from './run-in-worker.ts';
import type { TextResult, TextRequest } from './text-worker.ts';

/** After this timeout a text is shown plain. */
const TEXT_TIMEOUT_MS = 10_000;

const PLAIN_RESULT: TextResult = { tokens: null, tree: null };

/** Highlights source code or parses markdown in a worker. Never fails: on error the text is shown plain. */
export const processText = async (request: TextRequest): Promise<TextResult> => {
  const worker = new Worker(new URL('text-worker.ts', import.meta.url), { type: 'module' });
  return (await runInWorker<TextResult>(worker, request, TEXT_TIMEOUT_MS)) ?? PLAIN_RESULT;
};
