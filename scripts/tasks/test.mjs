// npm test: the landing run. Every tier without its long tests, then the long tests that the change affects (scripts/lib/affected.mjs).
// npm run test:full: everything. `--continue` runs only what has no green result for this state of the sources.
// `--record` (with `--full`) runs the build with hits and records what each long test calls (scripts/lib/test-record.mjs).
// Both print the total in the last line.
// `npm test -- unit box` runs only the named tiers. `--changed` runs only what the change against main can affect (scripts/lib/changed.mjs).
// `--again` (CI, and always with `--full`): runs failed tests twice more, with their file. A test that passes both times is reported as unsteady
// and counts as passed (docs/notes/unsteady.md).
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unsteadyAmong } from '../../tests/lib/runner/rerun-failures.ts';
import { affectedTests, longTests } from '../lib/affected.mjs';
import { buildChanged } from '../lib/build.mjs';
import { everything, specs, whatChanged } from '../lib/changed.mjs';
import { ensureChromium } from '../lib/chromium.mjs';
import { ensureEngines } from '../lib/engines.mjs';
import { openResults, sourceState } from '../lib/full-results.mjs';
import { ensureMachine, machineProblems } from '../lib/machine.mjs';
import { ensureSystemTools } from '../lib/system-tools.mjs';
import { createSourceDigests } from '../lib/source-digests.mjs';
import {
  CACHED,
  COMMITTED,
  readRecords,
  readReports,
  recordFiles,
  writeRecords,
  writeTimes,
} from '../lib/test-record.mjs';
import { clearReports, playwright, recordingIn, task, vitest } from '../lib/test-runners.mjs';
import { root } from '../tools.mjs';

/** The landing run starts no affected test that would end later than this. */
const LANDING_LIMIT_MS = 30 * 60_000;
/** The time of a long test that has not been measured here. */
const UNKNOWN_MS = 120_000;

const started = Date.now();
const asked = process.argv.slice(2);
const isFull = asked.includes('--full');
const isContinued = asked.includes('--continue');
const isRecorded = isFull && asked.includes('--record');
const again = isFull || asked.includes('--again');
const plan = asked.includes('--changed') ? whatChanged() : everything;
for (const line of plan.words) console.log(line);
clearReports();

const results = isFull ? openResults(sourceState()) : null;
if (results !== null && !isContinued) {
  results.forget();
  rmSync(join(root, '.cache', 'test-visited'), { recursive: true, force: true });
}

/** The reports of recorded tests. */
const raw = join(root, '.cache', 'test', 'hits');
/** The environment of a run. `TEST_RUNS` is the share of the runs of property tests. */
const environment = (tier) => {
  if (results === null) return { TEST_FULL: '0', TEST_RUNS: process.env.TEST_RUNS ?? '0.1' };
  const passed = join(root, '.cache', 'test', `${tier}-passed.json`);
  writeFileSync(passed, JSON.stringify(results.green(tier)));
  return {
    TEST_RUNS: process.env.TEST_RUNS ?? '1',
    TEST_RESULTS: results.linesOf(tier),
    TEST_PASSED: passed,
    ...(isRecorded ? recordingIn(raw) : {}),
  };
};
const run = {
  vitest: (tier, name, args, only) => (say) => vitest(name, { args, only, env: environment(tier), say }),
  /** A task has one result. */
  task: (tier, name) => async (say) => {
    const before = Date.now();
    const result = await task(name, { say });
    results?.set(tier, 'task', { ...result.count, ms: Date.now() - before });
    return result;
  },
};

/** Recorded specs that run at the same time, as many as the workers of an unrecorded run on two processors. */
const RECORDED_SPECS = 3;
/** Each spec in a run of its own: a box and its pages name one spec in their reports. */
const recordBrowser = async (say) => {
  const runs = [];
  const green = new Set(results.green('browser'));
  const left = specs().filter((spec) => !green.has(`tests/browser/${spec}`));
  const lane = async () => {
    for (let spec = left.shift(); spec !== undefined; spec = left.shift()) {
      const env = {
        ...environment('browser'),
        TEST_FILE: `tests/browser/${spec}`,
        // Playwright empties the folder of its files at the start of a run.
        BOXWOOD_BROWSER_OUTPUT: join(root, '.cache', 'browser', spec),
      };
      // The output of runs at the same time would be mixed.
      let said = '';
      const hear = say ?? ((chunk) => void (said += chunk));
      // A test that measures the build measures the one that people get.
      const args = ['--grep-invert', '@unrecorded'];
      runs.push(await playwright(`browser-${spec}`, { only: [spec], args, env, say: hear }));
      if (said !== '') console.log(said);
    }
  };
  await Promise.all(Array.from({ length: RECORDED_SPECS }, lane));
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const one of runs) for (const key of Object.keys(count)) count[key] += one.count[key];
  return {
    count,
    failures: runs.flatMap(({ failures }) => failures),
    again: runs.find(({ again: each }) => each)?.again,
  };
};

/** Each tier is a list of runs in order. An empty tier is left out. */
const TIERS = {
  check: [run.task('check', 'check')],
  sdk: plan.sdk ? [run.task('sdk', 'sdkcheck')] : [],
  // The reports of a recorded run would count as branches.
  unit: plan.unit.map(({ name, args, only }) => run.vitest('unit', name, args, isRecorded ? [] : only)),
  box: plan.box === null ? [] : [run.vitest('box', 'box', ['--config', 'tests/vitest.config.ts'], plan.box)],
  engines: plan.engines ? [run.vitest('engines', 'engines', ['--config', 'tests/engines/vitest.config.ts'], [])] : [],
  // All tests of the machines are long.
  machine:
    isFull && plan.machine
      ? ['arrays', 'kernel', 'hardware'].map((name) =>
          run.vitest('machine', name, ['--config', 'tests/machine/vitest.config.ts', '--project', name], []),
        )
      : [],
  browser:
    plan.browser === null
      ? []
      : [
          (say) =>
            isRecorded
              ? recordBrowser(say)
              : playwright('browser', {
                  only: plan.browser,
                  args: isFull ? [] : ['--grep-invert', '@full'],
                  env: { ...environment('browser'), ...(isFull ? { BOXWOOD_VISITED: '1' } : {}) },
                  say,
                }),
        ],
};
/**
 * The phases run one after the other, the lanes of a phase in parallel: what waits (box, machines) next to what computes (check, unit). The
 * browser is alone, because next to other tiers a double click was split into two clicks.
 */
const PHASES = [
  [
    ['machine', 'box', 'engines'],
    ['check', 'sdk', 'unit'],
  ],
  [['browser']],
];
/** Tiers that the finished lane takes over from the end of the other. */
const TAKEN_OVER = ['engines', 'box', 'unit'];
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

const named = asked.filter((name) => name in BUILDS);
const isWanted = (name) => named.length === 0 || named.includes(name);
const tierOf = (file) =>
  /^tests\/(box|faults)\//.test(file) ? 'box' : (/^tests\/(machine|engines|browser)\//.exec(file)?.[1] ?? 'unit');
const affected = isFull ? { words: [], files: [] } : affectedTests();
for (const line of affected.words) console.log(line);
const long = affected.files.filter(({ file }) => isWanted(tierOf(file)));
const wanted = Object.keys(TIERS).filter((name) => isWanted(name) && TIERS[name].length > 0);
const needed = new Set([...wanted, ...long.map(({ file }) => tierOf(file))]);

/** Why a tier cannot run here, with the remedy, by its name. It counts as one skipped test. */
const reasons = {};
const prepareMachine = () => {
  const { impossible, slower } = machineProblems();
  for (const sentence of slower) console.log(`machine: ${sentence}`);
  if (impossible !== null) reasons.machine = impossible;
  else if (ensureMachine() === null) reasons.machine = 'The test machines cannot be prepared; the reason is above.';
};
ensureSystemTools();
if (needed.has('browser')) ensureChromium();
if (needed.has('engines')) {
  const missing = ensureEngines();
  if (missing !== null) reasons.engines = missing;
}
if (needed.has('machine')) prepareMachine();
for (const [name, reason] of Object.entries(reasons)) console.log(`${name}: skipped. ${reason}`);
await buildChanged([
  ...new Set([
    ...[...needed].flatMap((name) => BUILDS[name]),
    ...(isRecorded || long.length > 0 ? ['box-hits'] : []),
    ...(isRecorded || long.some(({ file }) => tierOf(file) === 'browser') ? ['desktop', 'help', 'desktop-hits'] : []),
  ]),
]);

const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
/** The last line of a tier. */
const tell = (name, counts, ms) => {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const one of counts) for (const key of Object.keys(count)) count[key] += one[key];
  for (const key of Object.keys(total)) total[key] += count[key];
  const line = `${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
  summary.push(`${line} (${(ms / 60_000).toFixed(1)} min)`);
  console.log(`${line} (${Math.round(ms / 1000)} s)\n`);
};

/** The count after failed tests ran twice more, alone. */
const steadied = async (tier, { count, failures, again: runAgain }) => {
  const unsteady = count.failed === 0 ? [] : await unsteadyAmong(failures, runAgain);
  for (const name of unsteady) console.log(`unsteady: ${name}`);
  const left = new Set(failures.filter(({ name }) => !unsteady.includes(name)).map(({ file }) => file));
  // A file whose failures are all unsteady is green.
  for (const { file } of failures)
    if (file !== null && file !== undefined && !left.has(file))
      results?.set(tier, file, {
        passed: 1,
        failed: 0,
        skipped: 0,
        ms: results.resultOf(tier, file)?.ms ?? 0,
        unsteady: true,
      });
  return { ...count, passed: count.passed + unsteady.length, failed: count.failed - unsteady.length };
};

/** Failed tests run again when nothing else runs. */
const waiting = [];
const finish = (tier, name, runs, ms) => {
  if (results !== null) {
    results.collect(tier);
    // An error around the tests of a file is not in the report of the file.
    for (const { file } of runs.flatMap(({ failures }) => failures))
      if (file !== null && file !== undefined)
        results.set(tier, file, { passed: 0, failed: 1, skipped: 0, ms: results.resultOf(tier, file)?.ms ?? 0 });
  }
  if (again && runs.some(({ count }) => count.failed > 0)) waiting.push({ tier, name, runs, ms });
  else
    tell(
      name,
      runs.map(({ count }) => count),
      ms,
    );
};
const runTier = async (name, isAlone) => {
  const before = Date.now();
  if (name in reasons) {
    tell(name, [{ passed: 0, failed: 0, skipped: 1 }], 0);
    return;
  }
  if (results !== null) {
    results.collect(name);
    const green = results.green(name);
    const earlier = results.total(name);
    if (green.length > 0) tell(`${name}, green before (${green.length} files)`, [earlier], earlier.ms);
    // A tier that is one task has nothing left to run.
    if (green.includes('task')) return;
  }
  // The output of two parallel runs would be mixed.
  let said = '';
  const say = isAlone ? undefined : (chunk) => void (said += chunk);
  if (say !== undefined) console.log(`${name} ...`);
  const runs = [];
  // Alone, the machines of that tier use two processors. Next to other tiers they use one and start one after the other.
  if (wanted.length === 1 && name === 'machine')
    runs.push(...(await Promise.all(TIERS[name].map((each) => each((chunk) => void (said += chunk))))));
  else
    for (const each of TIERS[name]) {
      runs.push(await each(say));
      const { count } = runs.at(-1);
      // A machine that does not start fails each of its runs, only later.
      if (name === 'machine' && count.passed === 0 && count.failed > 0) break;
    }
  if (said !== '') console.log(said);
  finish(name, name, runs, Date.now() - before);
};
for (const phase of PHASES) {
  const lanes = phase.map((lane) => lane.filter((name) => wanted.includes(name))).filter((lane) => lane.length > 0);
  const isAlone = lanes.length === 1;
  const next = (lane) => lane.shift() ?? lanes.find((other) => TAKEN_OVER.includes(other.at(-1)))?.pop();
  await Promise.all(
    lanes.map(async (lane) => {
      for (let name = next(lane); name !== undefined; name = next(lane)) await runTier(name, isAlone);
    }),
  );
}

/** Runs one long test file. */
const runLong = (file) => {
  const tier = tierOf(file);
  const name = `full-${basename(file)}`;
  const env = { TEST_RUNS: process.env.TEST_RUNS ?? '0.1', ...recordingIn(raw) };
  // A box and its pages name the spec, so that each spec is a run of its own.
  if (tier === 'browser')
    return playwright(name, { only: [basename(file)], args: ['--grep', '@full'], env: { ...env, TEST_FILE: file } });
  const config = { box: 'tests', machine: 'tests/machine', engines: 'tests/engines' }[tier];
  const args = [
    ...(config === undefined ? [] : ['--config', `${config}/vitest.config.ts`]),
    ...(tier === 'machine' ? ['--project', file.split('/')[2]] : []),
  ];
  return vitest(name, { args, only: [join(root, file)], env });
};
const deferred = [];
const longRuns = [];
/** The time in ms of each long test that passed in a recorded run. */
const recorded = new Map();
const beforeLong = Date.now();
for (const { file, ms } of long) {
  if (tierOf(file) in reasons) continue;
  if (Date.now() - started + (ms ?? UNKNOWN_MS) > LANDING_LIMIT_MS) deferred.push(file);
  else {
    const before = Date.now();
    const result = await runLong(file);
    longRuns.push(result);
    if (result.count.failed === 0 && result.count.passed > 0) recorded.set(file, Date.now() - before);
  }
}
for (const name of new Set(long.map(({ file }) => tierOf(file)).filter((tier) => tier in reasons)))
  if (!wanted.includes(name)) tell(name, [{ passed: 0, failed: 0, skipped: 1 }], 0);
if (longRuns.length > 0)
  finish('affected', `affected long tests (${longRuns.length} files)`, longRuns, Date.now() - beforeLong);

for (const { tier, name, runs, ms } of waiting) {
  const counts = [];
  const before = Date.now();
  for (const each of runs) counts.push(await steadied(tier, each));
  tell(name, counts, ms + Date.now() - before);
}

/** A landing run refreshes the records of the long tests that passed; a green full run commits all of them. */
const record = () => {
  if (isRecorded)
    for (const file of longTests()) {
      const result = results.resultOf(tierOf(file), file);
      if (result?.failed === 0) recorded.set(file, result.ms);
    }
  const tests = new Set(longTests());
  if (recorded.size > 0) writeTimes(CACHED, recorded, (test) => tests.has(test));
  if (recorded.size > 0 && existsSync(raw)) {
    const reports = new Map([...readReports(raw)].filter(([test]) => recorded.has(test)));
    writeRecords({
      folder: CACHED,
      reports,
      times: recorded,
      digests: createSourceDigests(),
      isWhole: isRecorded && !isContinued && ['box', 'browser'].every(isWanted),
    });
  }
  if (isFull && named.length === 0 && total.failed === 0 && readRecords(CACHED).size > 0) {
    cpSync(CACHED, COMMITTED, { recursive: true });
    for (const [test, file] of recordFiles(COMMITTED)) if (!tests.has(test)) rmSync(file);
    console.log('The records of the long tests are in tests/record: commit them with the change.');
  }
};
record();

for (const file of deferred) console.log(`deferred: ${file}`);
if (deferred.length > 0) console.log('What is deferred must run in npm run test:full before an issue is resolved.');
console.log(`${summary.join('\n')}\n${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
