import { defineConfig } from 'vitest/config';
import { excludedTests } from '../lib/runner/full-tests.ts';
import { recording } from '../lib/runner/recording.ts';

/**
 * The main story in Firefox and WebKit, in addition to Chromium in `tests/browser`: against a real box, one engine
 * after the other.
 */
export default defineConfig({
  test: {
    name: 'engines',
    setupFiles: recording.setupFiles,
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', ...excludedTests('tests/engines')],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
