// In a recorded run: from here on, what this process and its child processes call belongs to this test file.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

declare global {
  /** Of scripts/lib/hits-recorder.cjs. */
  var __beginRecord: ((test: string) => void) | undefined;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { testPath } = expect.getState();
if (testPath !== undefined) globalThis.__beginRecord?.(relative(root, testPath));
