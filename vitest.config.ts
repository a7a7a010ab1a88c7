import { defineConfig } from 'vitest/config';
import { uiPlugins } from './packages/ui/vite-icons.ts';

const conditions = ['@boxwood/source'];
const shared = {
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
};
/** A limit for tests that hang; it says nothing about speed, the machine may be busy with the other tiers. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
const node = (name: string, dir: string) => ({
  ...shared,
  test: {
    ...patience,
    name,
    environment: 'node',
    include: [`${dir}/**/*.test.ts`],
    setupFiles: ['scripts/vitest-setup.ts'],
  },
});
const dom = (name: string, dir: string) => ({
  ...shared,
  plugins: uiPlugins(),
  test: {
    ...patience,
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
      dom('ui', 'packages/ui/src'),
      node('account', 'apps/account/src'),
      node('host', 'apps/host/src'),
      node('box', 'apps/box/src'),
      node('cli', 'apps/cli/src'),
      dom('desktop', 'apps/desktop/src'),
      node('contract', 'tests/contract'),
    ],
  },
});
