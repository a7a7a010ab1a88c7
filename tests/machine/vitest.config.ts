import { defineConfig } from 'vitest/config';
import { excludedTests } from '../lib/runner/full-tests.ts';
import { recording } from '../lib/runner/recording.ts';

/**
 * The box and its helper on a machine whose disks can be pulled. Each kind of machine starts once for all tests. In
 * parallel with the other tiers everything takes twice as long.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    maxWorkers: 1,
    projects: ['arrays', 'kernel', 'hardware'].map((name) => ({
      test: {
        name,
        setupFiles: recording.setupFiles,
        include: [`${name}/**/*.test.ts`],
        exclude: [...excludedTests('tests/machine')],
        globalSetup: 'setup.ts',
        environment: 'node',
        testTimeout: 1_200_000,
        hookTimeout: 600_000,
        expect: { poll: { timeout: 240_000 } },
      },
    })),
  },
});
