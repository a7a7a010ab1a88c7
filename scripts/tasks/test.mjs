// npm test: every tier, then one closing line with the sum. `npm test -- unit box` runs only the named tiers.
// `--again` (CI): what failed is run twice more, alone; what passes both times is said to be unsteady and counts as passed (docs/unsteady.md).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failedInPlaywright, failedInVitest, unsteadyAmong } from '../../tests/lib/again.ts';
import { buildChanged } from '../lib/build.mjs';
import { ensureChromium, headlessShell } from '../lib/chromium.mjs';
import { ensureEngines } from '../lib/engines.mjs';
import { ensureFaultTools } from '../lib/fault-tools.mjs';
import { root, toolEnv } from '../tools.mjs';

const reports = join(root, '.cache', 'test');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** What people run: it starts three times as fast as the sources. */
const BUILT = { BOXWOOD_BOX: join(root, 'apps/box/dist/main.js') };

const execute = (command, args, env = {}) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...toolEnv(), NO_COLOR: '1', ...env },
  }).status ?? 1;

const readReport = (name) => {
  const file = join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

/** A runner that failed without a failed test (a file that does not load) still counts as one failure. */
const honest = (status, count) => (status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);

const again = process.argv.includes('--again');

/** The count after what failed was given two more chances, alone. */
const steadied = (count, failures, run) => {
  if (!again || count.failed === 0) return count;
  const unsteady = unsteadyAmong(failures, run);
  for (const name of unsteady) console.log(`unsteady: ${name}`);
  return { ...count, passed: count.passed + unsteady.length, failed: count.failed - unsteady.length };
};

const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

const runVitest = (name, args) => {
  const out = join(reports, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${out}`];
  const status = execute('vitest', ['run', ...args, ...reporters], BUILT);
  return { status, report: readReport(name) };
};

/** @param whole arguments of the whole tier only, such as the coverage that one test alone cannot reach */
const vitest = (name, args, whole = []) => {
  const { status, report } = runVitest(name, [...args, ...whole]);
  const count = honest(status, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  });
  return steadied(count, report === null ? [] : failedInVitest(report, root), (alone) => {
    const once = runVitest(`${name}-again`, [...args, ...alone]);
    return once.status === 0 && (once.report?.numPassedTests ?? 0) > 0;
  });
};

/** A task counts as one test. */
const task = (name, ...args) => {
  const passes = () => execute('node', [`scripts/tasks/${name}.mjs`, ...args]) === 0;
  const passed = passes();
  return steadied({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }, [{ name, args: [] }], passes);
};

const tiers = {
  check: () => task('check'),
  unit: () => sum(vitest('domain', ['--project=domain'], ['--coverage']), vitest('unit', ['--project=!domain'])),
  sdk: () => task('sdkcheck'),
  box: () => {
    ensureFaultTools();
    // Everything that a test starts or packs, before two of them would build it at once.
    buildChanged(['sdk', 'cli', 'desktop', 'help', 'box']);
    return vitest('box', ['--config', 'tests/vitest.config.ts']);
  },
  engines: () => {
    ensureEngines();
    buildChanged(['sdk', 'desktop', 'help', 'box']);
    return vitest('engines', ['--config', 'tests/engines/vitest.config.ts']);
  },
  browser: () => {
    buildChanged(['sdk', 'desktop', 'help', 'box']);
    const chromium = ensureChromium();
    if (chromium === null) return { passed: 0, failed: 1, skipped: 0 };
    const play = (report, args) => {
      const status = execute('playwright', ['test', '--config', 'tests/browser/playwright.config.ts', ...args], {
        ...BUILT,
        CHROMIUM_PATH: chromium,
        CHROMIUM_SHELL_PATH: headlessShell() ?? chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, `${report}.json`),
      });
      return { status, report: readReport(report) };
    };
    const { status, report } = play('browser', []);
    const count = honest(status, {
      passed: report?.stats.expected ?? 0,
      failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0),
      skipped: report?.stats.skipped ?? 0,
    });
    return steadied(count, report === null ? [] : failedInPlaywright(report), (alone) => {
      const once = play('browser-again', alone);
      return once.status === 0 && (once.report?.stats.expected ?? 0) > 0;
    });
  },
};

const asked = process.argv.slice(2).filter((name) => name in tiers);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of asked.length === 0 ? Object.keys(tiers) : asked) {
  const started = Date.now();
  const count = tiers[name]();
  for (const key of Object.keys(total)) total[key] += count[key];
  console.log(
    `${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${Math.round((Date.now() - started) / 1000)} s)\n`,
  );
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
