import { fileURLToPath } from 'node:url';

/** Whether this run records what each test calls (scripts/lib/hits.mjs). */
const isRecording = (process.env['TEST_RECORD'] ?? '') !== '';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Additions to a configuration of Vitest. */
export const recording = {
  plugins: isRecording ? [(await import('../../../scripts/lib/hits.mjs')).hitsPlugin] : [],
  setupFiles: isRecording ? [`${root}tests/lib/runner/record-setup.ts`] : [],
};
