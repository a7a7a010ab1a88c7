/**
 * The tests that a change can affect, by tier, for `npm test -- --changed`. A tier that cannot select its tests runs completely.
 * - check: only changed files.
 * - unit: tests that import what changed; all of tests/contract when it reads what changed (docs, examples, scripts). A test that starts a
 *   program by its path, or reads a file that it does not import, is not selected: only the complete run covers it.
 * - sdk and box: all or nothing, by the packages they build; when only tests changed, those tests.
 * - machine: when the disks of the box, the helper, or its own tests changed.
 * - engines: when all of the browser tier is to run, or its own tests changed.
 * - browser: all, but for the code of one app of the desktop, whose specs are those that asked for it in the last whole run
 *   (`.cache/test-visited`), and for specs and helpers of specs, which are followed by their imports.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from '../tools.mjs';

/** The browser tier records here, in a file per spec, which files of the desktop it requested (tests/browser/fixtures.ts). */
const visited = join(root, '.cache', 'test-visited');
const MANIFEST = join(root, 'apps/desktop/dist/.vite/manifest.json');
const DESKTOP = 'apps/desktop/src';
const SPECS = 'tests/browser';

/** Every tier, whole. */
export const everything = {
  words: [],
  unit: [
    // The coverage of the domain is that of its own tests alone.
    { name: 'domain', args: ['--project=domain'], only: ['--coverage'] },
    { name: 'unit', args: ['--project=!domain'], only: [] },
  ],
  sdk: true,
  box: [],
  engines: true,
  machine: true,
  browser: [],
};

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const lines = (text) => (text === '' ? [] : text.split('\n'));
const known = (ref) => {
  try {
    return git('rev-parse', '--verify', '--quiet', ref);
  } catch {
    return undefined;
  }
};

/** The files that a module imports. @param lazily includes dynamic imports */
const importsOf = (file, lazily = true) => {
  const text = readFileSync(join(root, file), 'utf8');
  const names = /(?:\bfrom\s*|^import\s*|(\bimport\())\s*'(\.[^']+)'/gm;
  return [...text.matchAll(names)]
    .filter(([, lazy]) => lazily || lazy === undefined)
    .map(([, , name]) => relative(root, resolve(root, dirname(file), name.replace(/\?.*$/, ''))))
    .filter((found) => /\.[tj]sx?$/.test(found) && existsSync(join(root, found)));
};
export const reach = (entries, lazily) => {
  const found = new Set(entries);
  for (const file of found) for (const next of importsOf(file, lazily)) found.add(next);
  return found;
};

export const specs = () => readdirSync(join(root, SPECS)).filter((name) => name.endsWith('.spec.ts'));

/** The specs that requested code of an app of the desktop, and specs without a record; null before the first complete run. */
const visitorsOf = (app) => {
  if (!existsSync(visited) || !existsSync(MANIFEST)) return null;
  const isOfApp = (src) => src?.startsWith(`src/apps/${app}/`) === true;
  if (!Object.values(JSON.parse(readFileSync(MANIFEST, 'utf8'))).some(({ src }) => isOfApp(src))) return null;
  return specs().filter((spec) => {
    const file = join(visited, `${spec}.json`);
    return !existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).some(isOfApp);
  });
};

/** The specs that a changed file can affect; null for all of them. */
export const specsFor = (file, base) => {
  if (/\.test\.tsx?$/.test(file)) return [];
  if (/^(docs|examples)\/|^CONTRIBUTING\.md$|^CHANGELOG\.md$/.test(file)) return ['help.spec.ts'];
  if (/^tests\/(browser|lib)\//.test(file)) {
    const found = specs().filter((spec) => reach([`${SPECS}/${spec}`]).has(file));
    // A file that no spec imports may affect all of them.
    return found.length > 0 || file.startsWith('tests/lib/') ? found : null;
  }
  const app = new RegExp(`^${DESKTOP}/apps/([^/]+)/`).exec(file)?.[1];
  // Every test loads the code of the first page.
  if (app !== undefined && !base.has(file)) return visitorsOf(app);
  if (file.startsWith('packages/box-simulator/')) return specs().filter((spec) => /^(literal|models)/.test(spec));
  return /^(apps\/cli|tests|scripts|packaging|\.ci)\/|^[^/]+$/.test(file) ? [] : null;
};

const SDKS =
  /^(packages\/(command-bus|box-sdk|account-sdk|box-simulator)\/|scripts\/(lib\/(sdk-|packed-|oldest|live-box|typed|document-types|source-fields)|tasks\/sdkcheck)|\.size-limit)/;
const BOXES = /^(packages\/(command-bus|box-sdk|account-sdk|box-simulator)|apps\/(box|host|account|cli))\//;
/** Sources that the test machines cover. */
export const MACHINE = /^(tests\/machine\/|scripts\/lib\/machine\.|apps\/(host|box\/src\/(disks|runtime|vault))\/)/;
/** Files that affect all tests. */
export const ROOTS =
  /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|package\.json|tsconfig\.base\.json|scripts\/(tools|lib\/build)\.mjs)$/;

/** The tests of tests/box and tests/faults to run; null for none, an empty list for all. */
export const boxTestsFor = (files) => {
  if (files.some((file) => BOXES.test(file) && !/\.test\.tsx?$/.test(file))) return [];
  const all = ['box', 'faults'].flatMap((folder) =>
    readdirSync(join(root, 'tests', folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `tests/${folder}/${name}`),
  );
  const reached = new Map(all.map((test) => [test, reach([test])]));
  const touched = all.filter((test) => files.some((file) => reached.get(test)?.has(file)));
  const elsewhere = reach([
    ...specs().map((spec) => `${SPECS}/${spec}`),
    ...readdirSync(join(root, 'tests/contract'))
      .map((name) => `tests/contract/${name}`)
      .filter((name) => name.endsWith('.ts')),
  ]);
  // A helper that no test imports is started by its path; the test is unknown.
  const unknown = files.some(
    (file) =>
      /^tests\/((box|faults|lib)\/|vitest\.config)/.test(file) &&
      !elsewhere.has(file) &&
      ![...reached.values()].some((some) => some.has(file)),
  );
  if (unknown) return [];
  return touched.length === 0 ? null : touched.map((test) => test.slice('tests/'.length));
};

/** The files that differ from main; on main, those with uncommitted changes. */
export const changedFiles = () => {
  const main = known('main') ?? known('origin/main');
  const base = main === undefined ? git('rev-parse', 'HEAD') : git('merge-base', 'HEAD', main);
  const files = [
    ...new Set([
      ...lines(git('diff', '--name-only', base)),
      ...lines(git('ls-files', '--others', '--exclude-standard')),
    ]),
  ];
  return { base, files };
};

/** The code that every page loads. */
export const firstPage = () => reach([`${DESKTOP}/main.tsx`], false);

/** The tests to run for the change against main; on main, for uncommitted changes. */
export const whatChanged = () => {
  const { base, files } = changedFiles();
  const since = `${files.length} files changed since ${git('log', '-1', '--format=%h %s', base)}`;
  if (files.some((file) => ROOTS.test(file)))
    return { ...everything, words: [since, 'All tests: the changed files affect everything.'] };
  const code = files.filter((file) => /\.(tsx?|mjs|css|json)$/.test(file));
  const reads = files.some((file) => /^(docs|examples|scripts|packaging|\.ci)\/|\.md$/.test(file));
  const box = boxTestsFor(files);
  const onFirstPage = firstPage();
  const touched = files.map((file) => specsFor(file, onFirstPage));
  const all = touched.includes(null);
  const chosen = [...new Set(touched.flatMap((names) => names ?? []))].toSorted();
  const browser = all ? [] : chosen.length === 0 ? null : chosen;
  const engines = all || files.some((file) => file.startsWith('tests/engines/'));
  const machine = files.some((file) => MACHINE.test(file));
  const sdk = files.some((file) => SDKS.test(file) && !/\.test\.ts$/.test(file));
  const said = (run, some) => (run === null ? 'nothing' : run.length === 0 ? 'all' : some.join(', '));
  return {
    words: [
      since,
      `unit: tests that import the changed files${reads ? ', and all of tests/contract' : ''}`,
      `sdk: ${sdk ? 'all' : 'nothing'}`,
      `box: ${said(box, box ?? [])}`,
      `machine: ${machine ? 'all' : 'nothing'}`,
      `engines: ${engines ? 'all' : 'nothing'}`,
      `browser: ${said(browser, browser ?? [])}`,
      'Not included: tests whose dependency only the complete run knows (scripts/lib/changed.mjs).',
    ],
    unit: [
      ...(code.length === 0
        ? []
        : [{ name: 'unit', args: reads ? ['--project=!contract'] : [], only: [`--changed=${base}`] }]),
      ...(reads ? [{ name: 'contract', args: ['--project=contract'], only: [] }] : []),
    ],
    sdk,
    box,
    machine,
    engines,
    browser,
  };
};
