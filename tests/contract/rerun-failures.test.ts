/**
 * Failed tests are rerun with nothing in parallel: real runs of real tests that fail always, fail once, or do not load.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failedAround,
  failedInPlaywright,
  failedInVitest,
  MOST,
  passedInVitest,
  unsteadyAmong,
  type VitestReport,
} from '../lib/runner/rerun-failures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache', 'again-'));
const report = join(folder, 'report.json');

let written = '';
const run = (args: readonly string[]): boolean => {
  const tool = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['--root', folder, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, 'run', ...options, ...args], { cwd: folder });
  written = `${stdout.toString()}${stderr.toString()}`;
  return status === 0;
};

const isReport = (value: unknown): value is VitestReport =>
  typeof value === 'object' && value !== null && 'testResults' in value;
const readReport = (): VitestReport => {
  const read: unknown = JSON.parse(readFileSync(report, 'utf8'));
  return isReport(read) ? read : { testResults: [] };
};

beforeAll(() => {
  const head = `import { existsSync, writeFileSync } from 'node:fs';\nimport { describe, expect, it } from 'vitest';\n`;
  const unlucky = `it('is unlucky (once) + more', () => {\n  const seen = existsSync('seen');\n  writeFileSync('seen', '');\n  expect(seen).toBe(true);\n});\n`;
  const broken = `it('is broken', () => {\n  expect(1).toBe(2);\n});\nit('is well', () => {\n  expect(1).toBe(1);\n});\n`;
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
  const inside = `describe('where + it stands', () => {\n${unlucky}});\n`;
  writeFileSync(join(folder, 'some.test.mjs'), head + inside + broken);
  writeFileSync(join(folder, 'lost.test.mjs'), `import './not-there.mjs';\n`);
  const before = `let began = false;\nit('begins', () => {\n  began = true;\n});\n`;
  const after = `it('goes on where the one before it ended', () => {\n  expect(began).toBe(true);\n  const seen = existsSync('went');\n  writeFileSync('went', '');\n  expect(seen).toBe(true);\n});\n`;
  const late = `it('is well, but nobody waits', () => {\n  const seen = existsSync('late');\n  writeFileSync('late', '');\n  if (!seen) Promise.reject(new Error('late'));\n});\n`;
  writeFileSync(join(folder, 'late.test.mjs'), head + late);
  writeFileSync(join(folder, 'steps.test.mjs'), head + before + after);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('what failed is run again', () => {
  it('names what passes twice with its file, and nothing that fails again or does not load', async () => {
    expect(run([])).toBe(false);
    const failures = failedInVitest(readReport(), folder);
    expect(failures.map(({ name }) => name).sort()).toEqual([
      'lost.test.mjs',
      'some.test.mjs > is broken',
      'some.test.mjs > where + it stands is unlucky (once) + more',
      'steps.test.mjs > goes on where the one before it ended',
    ]);
    // All of its tests passed: its unhandled error is only visible in the text output of the runner.
    expect(failedAround(written, [join(folder, '..'), folder])).toEqual([
      { name: 'late.test.mjs, around its tests', args: [join(folder, 'late.test.mjs')] },
    ]);
    const asked: string[] = [];
    const unsteady = await unsteadyAmong(failures, (args) => {
      asked.push(args.map((file) => basename(file)).join(' '));
      run(args);
      const passed = passedInVitest(readReport(), folder);
      return (name) => passed.has(name);
    });
    expect(unsteady.toSorted()).toEqual([
      'some.test.mjs > where + it stands is unlucky (once) + more',
      'steps.test.mjs > goes on where the one before it ended',
    ]);
    // A file with two failures is rerun twice and not four times; a file in which nothing passed the first time, once.
    expect(asked.toSorted()).toEqual([
      'lost.test.mjs',
      'some.test.mjs',
      'some.test.mjs',
      'steps.test.mjs',
      'steps.test.mjs',
    ]);
  });

  it('asks twice, and does not begin when too much failed', async () => {
    const failures = Array.from({ length: MOST + 1 }, (_, at) => ({ name: `${at}`, args: [`${at}`] }));
    expect(await unsteadyAmong(failures, () => () => true)).toEqual([]);
    const answers = [true, false, true, true];
    const run = () => {
      const answer = answers.shift() ?? false;
      return () => answer;
    };
    expect(await unsteadyAmong(failures.slice(0, 2), run)).toEqual(['1']);
    expect(answers).toEqual([]);
  });

  it('finds the failed tests of a browser run by place, origin and name', () => {
    const spec = (title: string, status: string, file = 'a.spec.ts') => ({
      title,
      file,
      line: 7,
      tests: [
        { projectName: 'secure', status: 'expected' },
        { projectName: 'insecure', status },
      ],
    });
    const suites = [
      {
        title: 'a.spec.ts',
        specs: [spec('is well', 'skipped')],
        suites: [{ specs: [spec('a (b)', 'unexpected')] }],
      },
      { title: 'b.spec.ts', specs: [spec('made by a helper', 'unexpected', 'b-desk.ts')] },
    ];
    const failures = failedInPlaywright({ suites });
    const wanted = new RegExp(failures[0]?.args.at(-1) ?? '^$');
    expect(['a (b)', 'a (b) @whole-browser', 'a (b) @one @two', 'a (b) c'].map((text) => wanted.test(text))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(failures).toEqual([
      {
        name: 'a.spec.ts:7 [insecure] a (b)',
        args: ['a.spec.ts:7', '--project=insecure', '--grep', String.raw`a \(b\)( @\S+)*$`],
      },
      {
        name: 'b.spec.ts:7 [insecure] made by a helper',
        args: ['b.spec.ts', '--project=insecure', '--grep', String.raw`made by a helper( @\S+)*$`],
      },
    ]);
  });
});
