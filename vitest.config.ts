import { defineConfig } from 'vitest/config';

const conditions = ['@boxwood/source'];
const shared = {
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
};
/** A limit for tests that hang; it says nothing about speed, the machine may be busy with the other tiers. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
/**
 * Files that a worker runs after each other share what they import, and a fresh process is not paid for each: it halves the time. What a test
 * changes in the world it gives back, or the next file is told so.
 */
const together = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };
/** Where tests import other tests, or put something in the place of a module. */
const apart = {};
const node = (name: string, dir: string, rules: { readonly isolate?: boolean } = together) => ({
  ...shared,
  test: {
    ...patience,
    ...rules,
    name,
    environment: 'node',
    include: [`${dir}/**/*.test.ts`],
    setupFiles: ['scripts/vitest-setup.ts'],
  },
});
const dom = (name: string, dir: string, rules: { readonly isolate?: boolean } = together) => ({
  ...shared,
  test: {
    ...patience,
    ...rules,
    name,
    environment: 'jsdom',
    include: [`${dir}/**/*.test.{ts,tsx}`],
    setupFiles: ['scripts/vitest-setup.ts', 'scripts/vitest-setup-dom.ts'],
    css: { include: [/\.css\?raw/] },
    server: { deps: { inline: ['fp-ts', 'io-ts'] } },
  },
});

/** Unit and contract tests; the slow tiers (real box, faults, browser) have configurations of their own. */
export default defineConfig({
  test: {
    // Both processors of the smallest machine: left to itself, the runner keeps one for watching.
    maxWorkers: 2,
    // Of the domain, by its own tests alone: `vitest run --project domain --coverage`, which `npm test` does.
    coverage: {
      include: ['packages/domain/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.contract.ts', '**/testing/**'],
      reporter: ['text-summary'],
      reportsDirectory: '.cache/coverage',
      thresholds: { branches: 90 },
    },
    projects: [
      node('command-bus', 'packages/command-bus/src'),
      node('box-sdk', 'packages/box-sdk/src'),
      node('account-sdk', 'packages/account-sdk/src'),
      node('domain', 'packages/domain/src'),
      // Its tooltips have one host a document, which two files would share.
      dom('ui', 'packages/ui/src', apart),
      node('account', 'apps/account/src', apart),
      node('host', 'apps/host/src'),
      node('box', 'apps/box/src', apart),
      node('cli', 'apps/cli/src'),
      dom('desktop', 'apps/desktop/src'),
      node('contract', 'tests/contract'),
    ],
  },
});
