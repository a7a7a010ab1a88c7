// Mutation testing: one small fault at a time in a copy of the workspace, and the test files that reach its line.
import { fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertConfined, CONFINE, NAMESPACES } from './confinement.mjs';
import { mutantsOf, mutated } from './mutants.mjs';

const QUIET = ['--disable-warning=ExperimentalWarning'];
const runner = fileURLToPath(new URL('mutation-runner.mjs', import.meta.url));
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;
/** Parts of a folder that are not product code. */
const BESIDE =
  /\.(test|contract)\.tsx?$|\/(testing|bench)\/|-(test-helpers|fixture)\.ts$|\/(crash-child|key-leak-child|kill-driver|kill-child|disk-call-recorder|malicious-archives|sample-archives|layout-stubs|test-kit)\.ts$/;
const SKIPPED = new Set([
  'node_modules',
  '.git',
  '.cache',
  '.tools',
  'dist',
  'dist-hits',
  'data',
  'test-results',
  'playwright-report',
  'docs-build',
]);

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** The product sources of an area. */
export const sourcesOf = (tree, area) => {
  const folder = join(tree, area.folder);
  return filesIn(folder).filter(
    (file) => !BESIDE.test(file) && (area.file === undefined || file === join(folder, area.file)),
  );
};

/** Copies the workspace: sources as files, installed packages as links, so that packages of the workspace are those of the copy. */
export const copyWorkspace = (from, to) => {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const isWanted = (path) => !SKIPPED.has(basename(path));
  for (const name of readdirSync(from).filter(isWanted))
    cpSync(join(from, name), join(to, name), { recursive: true, filter: isWanted });
  for (const folder of [
    '.',
    ...['apps', 'packages'].flatMap((top) =>
      existsSync(join(from, top)) ? readdirSync(join(from, top)).map((name) => join(top, name)) : [],
    ),
    'tests',
    'examples',
  ]) {
    const installed = join(from, folder, 'node_modules');
    if (!existsSync(installed)) continue;
    if (folder === '.') symlinkSync(installed, join(to, 'node_modules'));
    else cpSync(installed, join(to, folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
};

/** Which lines of the area a test file runs through, and how long it takes; remembered until one of the files changes. */
const coverageOf = (tree, cache, test, { project, folder, files }) => {
  const digest = createHash('sha256');
  for (const file of [test, ...files]) digest.update(readFileSync(file));
  const kept = join(cache, `${digest.update(test.slice(tree.length)).digest('hex').slice(0, 24)}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const reports = join(tree, '.coverage');
  rmSync(reports, { recursive: true, force: true });
  const began = performance.now();
  const done = spawnSync(
    'vitest',
    [
      'run',
      '--silent',
      '--reporter=dot',
      '--maxWorkers=1',
      relative(tree, test),
      ...(project === null ? [] : ['--project', project]),
      '--coverage.enabled',
      '--coverage.provider=v8',
      '--coverage.reporter=json',
      `--coverage.reportsDirectory=${reports}`,
      `--coverage.include=${join(folder, '**/*.ts')}`,
      '--coverage.thresholds.branches=0',
    ],
    { cwd: tree, encoding: 'utf8', timeout: 300_000 },
  );
  const lines = {};
  if (existsSync(join(reports, 'coverage-final.json'))) {
    for (const [path, { statementMap, s }] of Object.entries(
      JSON.parse(readFileSync(join(reports, 'coverage-final.json'), 'utf8')),
    )) {
      // The innermost statements of a line count: a function's own statement runs when its module is imported.
      const ran = new Map();
      for (const [id, { start, end }] of Object.entries(statementMap))
        for (let line = start.line; line <= end.line; line += 1) {
          const known = ran.get(line) ?? { span: Infinity, ran: false };
          const span = end.line - start.line;
          if (span < known.span) ran.set(line, { span, ran: s[id] > 0 });
          else if (span === known.span) known.ran ||= s[id] > 0;
        }
      lines[relative(tree, path)] = [...ran].filter(([, innermost]) => innermost.ran).map(([line]) => line);
    }
  }
  const result = { passes: done.status === 0, ms: Math.round(performance.now() - began), lines };
  mkdirSync(cache, { recursive: true });
  writeFileSync(kept, JSON.stringify(result));
  return result;
};

/** A runner that answers within a time, or is ended with everything it started. */
class Runner {
  #child = null;
  #options;
  #home;

  constructor(options, isConfined) {
    this.#options = options;
    if (!isConfined) return;
    this.#home = realpathSync(mkdtempSync(join(tmpdir(), 'boxwood-mutants-')));
    assertConfined(this.#home, options.root);
  }

  /** Ends the runner. */
  close() {
    this.end();
    if (this.#home !== undefined) rmSync(this.#home, { recursive: true, force: true });
  }

  async run(request, limit) {
    const child = (this.#child ??= await this.#start());
    const answer = await new Promise((answered) => {
      const timer = setTimeout(() => answered({ passed: false, ran: true, timedOut: true }), limit);
      const settle = (value) => {
        clearTimeout(timer);
        child.off('exit', ended);
        answered(value);
      };
      const ended = () => settle({ passed: false, ran: true, timedOut: true });
      child.once('exit', ended);
      child.once('message', settle);
      child.send(request);
    });
    if (answer.timedOut) this.end();
    return answer;
  }

  end() {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    child.removeAllListeners('message');
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (failure) {
      if (failure.code !== 'ESRCH') throw failure;
    }
  }

  async #start() {
    const child = fork(runner, [JSON.stringify(this.#options)], {
      cwd: this.#options.root,
      detached: true,
      stdio: ['ignore', 'ignore', process.env.MUTATE_LOUD === undefined ? 'ignore' : 'inherit', 'ipc'],
      ...(this.#home === undefined
        ? { execArgv: QUIET }
        : {
            execPath: 'unshare',
            execArgv: [...NAMESPACES, 'sh', '-c', CONFINE, 'sh', this.#home, process.execPath, ...QUIET],
          }),
    });
    await new Promise((ready, failed) => {
      child.once('message', ready);
      child.once('exit', (code) => failed(new Error(`the test runner ended with ${code}`)));
    });
    child.removeAllListeners('exit');
    return child;
  }
}

/** A repeatable pseudo-random generator (mulberry32). */
export const shuffled = (list, seed) => {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
};

/**
 * Runs the mutants of one area. `area`: `{ folder, file, project, also }` with paths from the root; its tests are those
 * in its folder, and `also`; its mutants those of one `file` there, or of all. Every call that syncs bytes to the disk is a mutant that runs; of the others `sample`, chosen by `seed`. A mutant is
 * killed by a test that fails or never ends, and survives at most `most` test files that run through its line.
 */
export const mutate = async ({
  tree,
  cache,
  area,
  sample,
  seed,
  most = 8,
  patience = 15_000,
  only = null,
  isConfined = true,
  told = () => undefined,
}) => {
  const folder = join(tree, area.folder);
  const files = sourcesOf(tree, area);
  const beside = filesIn(folder).filter((file) => TEST.test(file));
  const others = (area.also ?? []).map((test) => join(tree, test));
  const covered = [];
  for (const test of [...beside, ...others]) {
    const coverage = coverageOf(tree, cache, test, { project: area.project, folder: area.folder, files });
    told(`${coverage.passes ? 'covers' : 'FAILS '} ${relative(tree, test)} ${coverage.ms} ms`);
    if (coverage.passes) covered.push({ test, ...coverage, beside: beside.includes(test) });
  }
  covered.sort((a, b) => Number(b.beside) - Number(a.beside) || a.ms - b.ms);

  const all = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return mutantsOf(text, file).map((mutant) => ({ file: relative(tree, file), ...mutant }));
  });
  const always = all.filter(({ kind }) => kind === 'sync');
  // Mutants that are requested by name all run, regardless of the sample.
  const rest = shuffled(
    all.filter(({ kind }) => kind !== 'sync'),
    seed,
  ).slice(0, only === null ? sample : Infinity);
  const chosen = [...always, ...rest]
    .filter(({ file, id }) => only === null || only.has(`${file}#${id}`))
    .sort((a, b) => (a.file === b.file ? a.id - b.id : a.file < b.file ? -1 : 1));

  const vitest = new Runner({ root: tree, config: null, project: area.project, patience }, isConfined);
  // A test that fails here without a mutant, for example because of a timeout on a slow machine, kills no mutant.
  for (const one of [...covered]) {
    const { passed } = await vitest.run({ changed: [], test: relative(tree, one.test) }, 4 * patience + 5 * one.ms);
    if (passed) continue;
    covered.splice(covered.indexOf(one), 1);
    told(`FAILS  ${relative(tree, one.test)} in the runner`);
  }
  const results = [];
  // The file of the previous mutant must be read again as well.
  let before = [];
  for (const mutant of chosen) {
    const path = join(tree, mutant.file);
    const text = readFileSync(path, 'utf8');
    const seen = covered.some(({ lines }) => (lines[mutant.file] ?? []).length > 0);
    // Worker threads and child processes have no coverage: the tests next to them run.
    const through = covered
      .filter(({ lines, beside: near }) => (seen ? (lines[mutant.file] ?? []).includes(mutant.line) : near))
      .slice(0, most);
    let killer = null;
    let timedOut = false;
    writeFileSync(path, mutated(text, mutant));
    try {
      for (const { test, ms } of through) {
        const answer = await vitest.run(
          { changed: [...before, path], test: relative(tree, test) },
          2 * patience + 5 * ms,
        );
        before = [];
        if (answer.passed) continue;
        killer = relative(tree, test);
        timedOut = answer.timedOut === true;
        break;
      }
    } finally {
      writeFileSync(path, text);
      before = [...before, path];
    }
    const result = {
      ...mutant,
      state: killer !== null ? 'killed' : through.length === 0 ? 'unreached' : 'survived',
      killer,
      timedOut,
    };
    results.push(result);
    told(
      `${result.state.padEnd(9)} ${mutant.file}:${mutant.line} ${mutant.kind} ${mutant.was}${mutant.replacement.length > 2 && mutant.kind !== 'condition' ? ` -> ${mutant.replacement}` : ''}${timedOut ? ' (timeout)' : ''}`,
    );
  }
  vitest.close();
  return { folder: area.folder, mutants: all.length, seed, results };
};
