import { defineConfig } from 'vitest/config';
import { excludedTests } from './lib/runner/full-tests.ts';
import { recording } from './lib/runner/recording.ts';

/** `BOXWOOD_SOURCE=1` runs against the sources while one works on them; the tests that count run the built SDKs. */
const conditions =
  process.env['BOXWOOD_SOURCE'] === '1' ? ['@boxwood/source', 'module', 'node', 'development|production'] : undefined;

/** The built SDK and command line against a real box process on a temporary folder; and faults. */
export default defineConfig({
  ...(conditions === undefined ? {} : { resolve: { conditions }, ssr: { resolve: { conditions } } }),
  plugins: recording.plugins,
  test: {
    name: 'box',
    setupFiles: recording.setupFiles,
    globalSetup: 'lib/box/prepare-box.ts',
    root: import.meta.dirname,
    include: ['box/**/*.test.ts', 'faults/**/*.test.ts'],
    exclude: [...excludedTests('tests')],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // These tests wait more than they compute: four workers take a third of the time of two on two processors.
    maxWorkers: 4,
  },
});
