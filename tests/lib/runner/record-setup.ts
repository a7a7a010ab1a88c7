// In a recorded run: from here on, what this process and its child processes call belongs to this test file.
import { join, relative } from 'node:path';
import { expect } from 'vitest';

declare global {
  /** Of scripts/lib/hits-recorder.cjs. */
  var __beginRecord: ((test: string) => void) | undefined;
}

// Not from the URL of this module: in a page's environment that is an address of the server.
const root = join(import.meta.dirname, '../../..');
const { testPath } = expect.getState();
if (testPath !== undefined) {
  const test = relative(root, testPath);
  globalThis.__beginRecord?.(test);
  // `MUTANTS` gives each test file its own mutant (scripts/lib/mutant-switches.mjs).
  const mutants: unknown = JSON.parse(process.env['MUTANTS'] ?? 'null');
  if (typeof mutants === 'object' && mutants !== null) process.env['MUTANT'] = String(Reflect.get(mutants, test) ?? '');
}
