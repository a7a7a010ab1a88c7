// Runs Vitest, Playwright and the tasks that count as tests, and counts their results.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  failedAround,
  failedInPlaywright,
  failedInVitest,
  passedInVitest,
} from '../../tests/lib/runner/rerun-failures.ts';
import { root, toolEnv } from '../tools.mjs';
import { ensureChromium, headlessShell } from './chromium.mjs';

const reports = join(root, '.cache', 'test');
export const clearReports = () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
};

const REPORTER = join(root, 'scripts/lib/file-results-reporter.mjs');
/** The built programs: they start three times as fast as the sources. */
const BUILT = { BOXWOOD_BOX: join(root, 'apps/box/dist/main.js') };

/** The environment of a recorded run: the build with hits, and a recorder in each Node process. @param folder of the reports */
export const recordingIn = (folder) => {
  mkdirSync(folder, { recursive: true });
  const register = pathToFileURL(join(root, 'scripts/lib/hits-register.mjs')).href;
  return {
    TEST_RECORD: folder,
    BOXWOOD_BOX: join(root, 'apps/box/dist-hits/main.js'),
    // The SDKs in the process of the test report, too (tests/vitest.config.ts).
    BOXWOOD_SOURCE: '1',
    BOXWOOD_TEST_DESKTOP: join(root, 'apps/desktop/dist-hits'),
    NODE_OPTIONS: [
      process.env.NODE_OPTIONS ?? '',
      // The value of NODE_OPTIONS is split at spaces outside of quotes.
      `--require ${JSON.stringify(join(root, 'scripts/lib/hits-recorder.cjs'))}`,
      `--import ${register}`,
    ]
      .join(' ')
      .trim(),
  };
};

/** Runs a tool. @param say receives its output; by default it goes to our own output */
const execute = (command, args, { env = {}, say } = {}) =>
  new Promise((resolve) => {
    const out = say === undefined ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', out, out],
      env: { ...toolEnv(), NO_COLOR: '1', ...env },
    });
    child.stdout?.on('data', say);
    child.stderr?.on('data', say);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (status) => resolve(status ?? 1));
  });

const readReport = (name) => {
  const file = join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

/** A runner that failed without a failed test (an unhandled rejection, coverage below its limit) still counts as one failure. */
const honest = (status, count) => (status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);
/** Tests to run again: the failed ones, or the whole run. @param args of the whole run */
const failedIn = (name, status, failures, args) =>
  status !== 0 && failures.length === 0 ? [{ name: `${name}, the run itself`, args }] : failures;

const runVitest = async (name, args, env, say) => {
  const out = join(reports, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--reporter=${REPORTER}`, `--outputFile.json=${out}`];
  let written = '';
  const hear = (chunk) => {
    written += chunk;
    if (say === undefined) process.stdout.write(chunk);
    else say(chunk);
  };
  const status = await execute('vitest', ['run', '--passWithNoTests', ...args, ...reporters], {
    env: { ...BUILT, ...env },
    say: hear,
  });
  return { status, report: readReport(name), around: failedAround(written, [root, join(root, 'tests')]) };
};

/**
 * One run of Vitest.
 * @param only the tests or options of this run; without it a single test runs
 * @returns its counts, its failures with their test files, and a function that runs some of them again
 */
export const vitest = async (name, { args, only = [], env = {}, say }) => {
  const { status, report, around } = await runVitest(name, [...args, ...only], env, say);
  const inTests = report === null ? [] : failedInVitest(report, root);
  // Counted here: the total of the report omits a file that failed outside of its tests.
  const failures = failedIn(name, status, [...inTests, ...around], only).map((failure) => ({
    ...failure,
    file: failure.args.length === 1 ? relative(root, failure.args[0]) : null,
  }));
  return {
    count: honest(status, {
      passed: report?.numPassedTests ?? 0,
      failed: failures.length,
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    }),
    failures,
    again: async (some) => {
      const once = await runVitest(`${name}-again`, [...args, ...some], { ...env, TEST_RESULTS: '' });
      if (once.report === null) return () => false;
      const passed = passedInVitest(once.report, root);
      // If a runner failed without a failed test, no test counts as passed.
      if (once.status !== 0 && failedInVitest(once.report, root).length === 0) return () => false;
      // Runs that are not tests passed if nothing failed.
      return (what) => passed.has(what) || once.status === 0;
    },
  };
};

/** A task counts as one test. */
export const task = async (name, { say }) => {
  const run = async (out) => (await execute('node', [`scripts/tasks/${name}.mjs`], { say: out })) === 0;
  const passed = await run(say);
  return {
    count: { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 },
    failures: passed ? [] : [{ name, args: [], file: 'task' }],
    again: async () => {
      const once = await run();
      return () => once;
    },
  };
};

/** One run of Playwright. @param only the specs, all if it is empty; @param args options */
export const playwright = async (name, { only = [], args = [], env = {}, say }) => {
  const chromium = ensureChromium();
  if (chromium === null) return { count: { passed: 0, failed: 1, skipped: 0 }, failures: [] };
  const play = async (report, some, more, out) => {
    const status = await execute('playwright', ['test', '--config', 'tests/browser/playwright.config.ts', ...some], {
      env: {
        ...BUILT,
        CHROMIUM_PATH: chromium,
        CHROMIUM_SHELL_PATH: headlessShell() ?? chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, `${report}.json`),
        ...more,
      },
      say: out,
    });
    return { status, report: readReport(report) };
  };
  const { status, report } = await play(name, [...only, ...args, '--pass-with-no-tests'], env, say);
  const failures = failedIn(name, status, report === null ? [] : failedInPlaywright(report), only);
  return {
    count: honest(status, {
      passed: report?.stats.expected ?? 0,
      failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0),
      skipped: report?.stats.skipped ?? 0,
    }),
    failures: failures.map((failure) => {
      const [spec = ''] = failure.args;
      return { ...failure, file: spec === '' ? null : `tests/browser/${spec.replace(/:\d+$/, '')}` };
    }),
    again: async (one) => {
      const once = await play(`${name}-again`, one, { ...env, TEST_RESULTS: '' });
      const passed = once.status === 0 && (once.report?.stats.expected ?? 0) > 0;
      return () => passed;
    },
  };
};
