import { defineConfig } from 'vitest/config';
import { excludedTests } from './tests/lib/runner/full-tests.ts';
import { recording } from './tests/lib/runner/recording.ts';

const conditions = ['@boxwood/source'];
const shared = {
  plugins: recording.plugins,
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
};
/** A limit for tests that hang, not for slow tests: the machine may be busy with the other tiers. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
/** A test must restore the global state that it changes; these settings restore it between tests. */
const tidy = { restoreMocks: true, unstubGlobals: true, unstubEnvs: true };
const inNode = { environment: 'node', setupFiles: [...recording.setupFiles, 'scripts/vitest-setup.ts'] };
const inPage = {
  environment: 'jsdom',
  setupFiles: [...recording.setupFiles, 'scripts/vitest-setup.ts', 'scripts/vitest-setup-dom.ts'],
  css: { include: [/\.css\?raw/] },
  server: { deps: { inline: ['fp-ts', 'io-ts'] } },
};
/** `x.apart.test.ts` (and `x.apart.full.test.ts`) put something in the place of a module, throw all modules away, or import other tests. */
const APART = '**/*.apart{,.full}.test.{ts,tsx}';
/** Files that a worker runs after each other share what they import, and a fresh process is not paid for each: it halves the time. */
const together = (name: string, dir: string, where: typeof inNode | typeof inPage) => ({
  ...shared,
  test: {
    ...patience,
    ...tidy,
    ...where,
    name,
    isolate: false,
    include: [`${dir}/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', APART, ...excludedTests()],
  },
});
const node = (name: string, dir: string) => together(name, dir, inNode);
const dom = (name: string, dir: string) => together(name, dir, inPage);
/** Each has a process of its own, and the files that share one know nothing of it. */
const apart = (name: string, extension: string, where: typeof inNode | typeof inPage) => ({
  ...shared,
  test: {
    ...patience,
    ...tidy,
    ...where,
    name,
    include: [`{apps,packages}/*/src/**/*.apart{,.full}.test.${extension}`],
    exclude: ['**/node_modules/**', ...excludedTests()],
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
      apart('apart', 'ts', inNode),
      apart('apart-page', 'tsx', inPage),
    ],
  },
});
