// npm test: runs every tier and prints the total in the last line. `npm test -- unit box` runs only the named tiers.
// `--changed`: runs only tests that the change against main can affect (scripts/lib/changed.mjs).
// `--again` (CI): runs failed tests twice more, with their file. A test that passes both times is reported as unsteady and counts as passed (docs/notes/unsteady.md).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  failedAround,
  failedInPlaywright,
  failedInVitest,
  passedInVitest,
  unsteadyAmong,
} from '../../tests/lib/runner/rerun-failures.ts';
import { buildChanged } from '../lib/build.mjs';
import { everything, whatChanged } from '../lib/changed.mjs';
import { ensureChromium, headlessShell } from '../lib/chromium.mjs';
import { ensureEngines } from '../lib/engines.mjs';
import { ensureMachine, machineProblems } from '../lib/machine.mjs';
import { ensureSystemTools } from '../lib/system-tools.mjs';
import { root, toolEnv } from '../tools.mjs';

const reports = join(root, '.cache', 'test');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** The built programs: they start three times as fast as the sources. */
const BUILT = { BOXWOOD_BOX: join(root, 'apps/box/dist/main.js') };

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

const runVitest = async (name, args, say) => {
  const out = join(reports, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${out}`];
  let written = '';
  const hear = (chunk) => {
    written += chunk;
    if (say === undefined) process.stdout.write(chunk);
    else say(chunk);
  };
  const status = await execute('vitest', ['run', '--passWithNoTests', ...args, ...reporters], {
    env: BUILT,
    say: hear,
  });
  return { status, report: readReport(name), around: failedAround(written, [root, join(root, 'tests')]) };
};

/** @param only the tests or options of this run; without it a single test runs */
const vitest = async (name, args, only, say) => {
  const { status, report, around } = await runVitest(name, [...args, ...only], say);
  // Counted here: the total of the report omits a file that failed outside of its tests.
  const failures = failedIn(name, status, [...(report === null ? [] : failedInVitest(report, root)), ...around], only);
  return {
    count: honest(status, {
      passed: report?.numPassedTests ?? 0,
      failed: failures.length,
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    }),
    failures,
    again: async (some) => {
      const once = await runVitest(`${name}-again`, [...args, ...some]);
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
const task = async (name, say) => {
  const run = async (out) => (await execute('node', [`scripts/tasks/${name}.mjs`], { say: out })) === 0;
  const passed = await run(say);
  return {
    count: { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 },
    failures: passed ? [] : [{ name, args: [] }],
    again: async () => {
      const once = await run();
      return () => once;
    },
  };
};

const playwright = async (specs, say) => {
  const chromium = ensureChromium();
  if (chromium === null) return { count: { passed: 0, failed: 1, skipped: 0 }, failures: [] };
  const play = async (report, args, out) => {
    const status = await execute('playwright', ['test', '--config', 'tests/browser/playwright.config.ts', ...args], {
      env: {
        ...BUILT,
        ...(plan === everything && report === 'browser' ? { BOXWOOD_VISITED: '1' } : {}),
        CHROMIUM_PATH: chromium,
        CHROMIUM_SHELL_PATH: headlessShell() ?? chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, `${report}.json`),
      },
      say: out,
    });
    return { status, report: readReport(report) };
  };
  const { status, report } = await play('browser', specs, say);
  return {
    count: honest(status, {
      passed: report?.stats.expected ?? 0,
      failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0),
      skipped: report?.stats.skipped ?? 0,
    }),
    failures: failedIn('browser', status, report === null ? [] : failedInPlaywright(report), specs),
    again: async (one) => {
      const once = await play('browser-again', one);
      const passed = once.status === 0 && (once.report?.stats.expected ?? 0) > 0;
      return () => passed;
    },
  };
};

const asked = process.argv.slice(2);
const again = asked.includes('--again');
const plan = asked.includes('--changed') ? whatChanged() : everything;
for (const line of plan.words) console.log(line);

/** Checks of arrays, disks and hardware in a virtual machine. */
const onMachine = (name) => (say) =>
  vitest(name, ['--config', 'tests/machine/vitest.config.ts', '--project', name], [], say);

/** Each tier is a list of runs in order. An empty tier is skipped. */
const TIERS = {
  browser: plan.browser === null ? [] : [(say) => playwright(plan.browser, say)],
  check: [(say) => task('check', say)],
  unit: plan.unit.map(
    ({ name, args, only }) =>
      (say) =>
        vitest(name, args, only, say),
  ),
  sdk: plan.sdk ? [(say) => task('sdkcheck', say)] : [],
  box: plan.box === null ? [] : [(say) => vitest('box', ['--config', 'tests/vitest.config.ts'], plan.box, say)],
  machine: plan.machine ? ['arrays', 'kernel', 'hardware'].map(onMachine) : [],
  engines: plan.engines ? [(say) => vitest('engines', ['--config', 'tests/engines/vitest.config.ts'], [], say)] : [],
};
/**
 * Lanes that run in parallel. The test machines keep one processor busy for the whole run; the lane that finishes first takes over tiers of the
 * other one. A third lane was not faster on two processors.
 */
const LANES = [
  ['machine', 'engines'],
  ['browser', 'check', 'sdk', 'box', 'unit'],
];
/** Tiers that the finished lane takes over from the end of the other. */
const TAKEN_OVER = ['engines', 'sdk', 'box', 'unit'];
/** Builds what the tiers need, so that two tiers do not build it at the same time. */
const BUILDS = {
  check: [],
  unit: [],
  sdk: ['sdk', 'box'],
  box: ['sdk', 'cli', 'desktop', 'help', 'box'],
  machine: ['sdk', 'desktop', 'box'],
  engines: ['sdk', 'desktop', 'help', 'box'],
  browser: ['sdk', 'cli', 'desktop', 'help', 'box'],
};

const named = asked.filter((name) => name in TIERS);
const wanted = Object.keys(TIERS).filter(
  (name) => TIERS[name].length > 0 && (named.length === 0 || named.includes(name)),
);
const lanes = LANES.map((lane) => lane.filter((name) => wanted.includes(name))).filter((lane) => lane.length > 0);

/** Why a tier cannot run here, with the remedy, by its name. It counts as one skipped test. */
const reasons = {};
const prepareMachine = () => {
  const { impossible, slower } = machineProblems();
  for (const sentence of slower) console.log(`machine: ${sentence}`);
  if (impossible !== null) reasons.machine = impossible;
  else if (ensureMachine() === null) reasons.machine = 'The test machines cannot be prepared; the reason is above.';
};
ensureSystemTools();
// Only a complete run knows all of them.
if (plan === everything && wanted.includes('browser'))
  rmSync(join(root, '.cache', 'test-visited'), { recursive: true, force: true });
if (wanted.includes('browser')) ensureChromium();
if (wanted.includes('engines')) {
  const missing = ensureEngines();
  if (missing !== null) reasons.engines = missing;
}
if (wanted.includes('machine')) prepareMachine();
for (const [name, reason] of Object.entries(reasons)) console.log(`${name}: skipped. ${reason}`);
await buildChanged([...new Set(wanted.flatMap((name) => BUILDS[name]))]);

const total = { passed: 0, failed: 0, skipped: 0 };
/** The last line of a tier. */
const tell = (name, counts, started) => {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const one of counts) for (const key of Object.keys(count)) count[key] += one[key];
  for (const key of Object.keys(total)) total[key] += count[key];
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)\n`);
};

/** The count after failed tests ran twice more, alone. */
const steadied = async ({ count, failures, again: runAgain }) => {
  const unsteady = count.failed === 0 ? [] : await unsteadyAmong(failures, runAgain);
  for (const name of unsteady) console.log(`unsteady: ${name}`);
  return { ...count, passed: count.passed + unsteady.length, failed: count.failed - unsteady.length };
};

/** Failed tests run again when nothing else runs. */
const waiting = [];
const runTier = async (name) => {
  const started = Date.now();
  // The output of two parallel runs would be mixed.
  let said = '';
  const say = lanes.length > 1 ? (chunk) => void (said += chunk) : undefined;
  if (say !== undefined) console.log(`${name} ...`);
  const results = [];
  if (name in reasons) {
    tell(name, [{ passed: 0, failed: 0, skipped: 1 }], started);
    return;
  }
  // Alone, the machines of that tier use two processors. Next to other tiers they use one and start one after the other.
  if (wanted.length === 1 && name === 'machine')
    results.push(...(await Promise.all(TIERS[name].map((run) => run((chunk) => void (said += chunk))))));
  else
    for (const run of TIERS[name]) {
      results.push(await run(say));
      // A machine that does not start fails each of its runs, only later.
      if (name === 'machine' && results.at(-1).count.passed === 0) break;
    }
  if (said !== '') console.log(said);
  if (again && results.some(({ count }) => count.failed > 0)) waiting.push({ name, results, started });
  else
    tell(
      name,
      results.map(({ count }) => count),
      started,
    );
};
const next = (lane) => lane.shift() ?? lanes.find((other) => TAKEN_OVER.includes(other.at(-1)))?.pop();
await Promise.all(
  lanes.map(async (lane) => {
    for (let name = next(lane); name !== undefined; name = next(lane)) await runTier(name);
  }),
);
for (const { name, results, started } of waiting) {
  const counts = [];
  for (const result of results) counts.push(await steadied(result));
  tell(name, counts, started);
}

console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
