/** The record of tests (scripts/lib/hits.mjs, source-digests.mjs, test-record.mjs, affected.mjs), over sources of a few lines. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { selectTests } from '../../scripts/lib/affected.mjs';
import { withHits } from '../../scripts/lib/hits.mjs';
import { createSourceDigests } from '../../scripts/lib/source-digests.mjs';
import {
  changedShare,
  readRecords,
  readReports,
  readTimes,
  writeRecords,
  writeTimes,
} from '../../scripts/lib/test-record.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'boxwood-hits-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A folder of sources; the last slash is part of its name. */
const workspace = (files: Readonly<Record<string, string>>): string => {
  const place = `${mkdtempSync(join(folder, 'sources-'))}/`;
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  return place;
};
const FILE = 'apps/box/src/some.ts';
const digestsOf = (text: string, others: Readonly<Record<string, string>> = {}): readonly string[] =>
  createSourceDigests(workspace({ [FILE]: text, ...others })).functionDigests(FILE) ?? [];

describe('the transform', () => {
  it('reports each function at its first call, keeps every line, and a shebang stays first', () => {
    const code = `#!/usr/bin/env node
const add = (a: number, b: number) => a + b;
const make = () => ({ text: 'x' });
class Counter {
  #count = 0;
  get count() { return this.#count; }
  step = () => { this.#count += add(1, 0); };
}
function never() {}
const counter = new Counter();
counter.step();
counter.step();
console.log(counter.count, make().text);
`;
    const out = withHits(FILE, code);
    expect(out.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(out.split('\n').length).toBe(code.split('\n').length);
    const file = join(folder, 'program.mts');
    writeFileSync(
      file,
      `globalThis.__hits = (source) => (at) => console.log(source, at);\n${out.replace(/^#!.*\n/, '')}`,
    );
    const { stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    const called = stdout.split('\n').filter((line) => line.startsWith(FILE));
    expect(new Set(called)).toEqual(new Set([0, 1, 2, 3].map((at) => `${FILE} ${at}`)));
    expect(stdout).toContain('2 x');
  });

  it('loses nothing when the process is killed, and child processes belong to the test of their parent', () => {
    const reports = join(folder, 'killed');
    mkdirSync(reports);
    const program = `const hit = globalThis.__hits('${FILE}'); hit(3); hit(3); globalThis.__note('command ListTrash');
      process.kill(process.pid, 'SIGKILL');`;
    const { signal } = spawnSync(
      process.execPath,
      ['--require', join(root, 'scripts/lib/hits-recorder.cjs'), '-e', program],
      { env: { TEST_RECORD: reports, TEST_FILE: 'tests/box/some.test.ts' } },
    );
    expect(signal).toBe('SIGKILL');
    const read = readReports(reports).get('tests/box/some.test.ts');
    expect([...(read?.functions.get(FILE) ?? [])]).toEqual([3]);
    expect([...(read?.names ?? [])]).toEqual(['command ListTrash']);
  });

  it('finds the places where the router and the catalogues report names, in the sources of today', () => {
    for (const name of [
      'packages/command-bus/src/router.ts',
      'packages/command-bus/src/messages/message-catalogue.ts',
      'apps/desktop/src/platform/i18n/languages.ts',
    ])
      expect(withHits(name, spawnSync('cat', [join(root, name)], { encoding: 'utf8' }).stdout)).toContain('__note');
  });
});

describe('digests', () => {
  const before = `const LIMIT = 5;
export const inside = (n: number): boolean => n < LIMIT;
export const outer = () => [1].map((n) => n + 1);`;

  it('do not change with comments, spaces, types and imports', () => {
    const after = `import type { X } from './other.ts';
/** A limit. */
const LIMIT = 5;
// A comment.
export const inside = (
  n: number | bigint,
): boolean => n < LIMIT; // more
export const outer = () => [1].map((n) =>    n + 1);`;
    expect(digestsOf(after)).toEqual(digestsOf(before));
  });

  it('change with the text of a function alone, not with that of a function inside it', () => {
    const [inside, outer, inner] = digestsOf(before);
    const after = digestsOf(before.replace('n + 1', 'n + 2'));
    expect(after.slice(0, 2)).toEqual([inside, outer]);
    expect(after[2]).not.toBe(inner);
  });

  it('change with a constant that the function names, also through other constants and modules', () => {
    expect(digestsOf(before.replace('5', '6'))[0]).not.toBe(digestsOf(before)[0]);
    expect(digestsOf(before.replace('5', '6'))[1]).toBe(digestsOf(before)[1]);
    const text = `import { LIMIT } from './limits.ts';\nconst TWICE = [LIMIT, LIMIT];\nexport const total = () => TWICE.length;`;
    const limits = (value: number) => digestsOf(text, { 'apps/box/src/limits.ts': `export const LIMIT = ${value};` });
    expect(limits(1)).not.toEqual(limits(2));
  });

  it('stop at a table of everything', () => {
    const names = Array.from({ length: 40 }, (_, at) => `each${at}`);
    const table = (value: number) =>
      digestsOf(`${names.map((name) => `const ${name} = ${value};`).join('\n')}
const all = { ${names.join(', ')} };
export const list = () => Object.keys(all);`);
    expect(table(1)).toEqual(table(2));
  });

  it('tell a change of one of several equal functions', () => {
    const two = `export const a = [() => 1, () => 1];`;
    const [one] = digestsOf(two);
    expect(digestsOf(two.replace('() => 1]', '() => 2]'))).not.toContain(one);
  });

  it('of a command change with its codec, and those of a message with its texts', () => {
    const command = 'packages/box-sdk/src/trash/trash-commands.ts';
    const of = (page: number, text: string) => {
      const digests = createSourceDigests(
        workspace({
          [command]: `const Page = intBetween(1, ${page});\nexport const ListTrash = shellCommand({ name: 'ListTrash', params: struct({ page: Page }) });`,
          'apps/desktop/src/apps/trash/messages.ts': `export const messages = defineMessages('trash', { empty: { en: '${text}', zh: '空' } });`,
        }),
      );
      return [digests.commandDigest('ListTrash'), digests.messageDigest('trash.empty')];
    };
    const [list, empty] = of(5, 'Empty');
    expect(of(5, 'Empty')).toEqual([list, empty]);
    expect(of(6, 'Empty')[0]).not.toBe(list);
    expect(of(6, 'Empty')[1]).toBe(empty);
    expect(of(5, 'Nothing')[1]).not.toBe(empty);
  });
});

describe('the choice', () => {
  const text = `export const open = () => 1;\nexport const close = () => 2;\nexport const start = () => 3;`;
  const tests = Array.from({ length: 6 }, (_, at) => `tests/box/t${at}.full.test.ts`);
  const records = join(folder, 'records');
  const changed = (to: string) => createSourceDigests(workspace({ [FILE]: to }));
  // All of them start; the first opens, the second opens and closes.
  const calls = tests.map((_, at) => (at === 0 ? [2, 0] : at === 1 ? [2, 0, 1] : [2]));
  writeRecords({
    folder: records,
    reports: new Map(
      tests.map((test, at) => [test, { functions: new Map([[FILE, new Set(calls[at])]]), names: new Set<string>() }]),
    ),
    times: new Map(tests.map((test) => [test, 1000])),
    digests: changed(text),
    isWhole: true,
  });
  const select = (to: string, files: readonly string[] = [FILE], some = tests) =>
    selectTests({
      tests: some,
      records: readRecords(records),
      files,
      digests: changed(to),
      byImports: (_files, unknown) => unknown,
    }).map(({ file, share }) => [file, share]);

  it('is nothing when nothing changed, and the start of a box selects no long test', () => {
    expect(select(text)).toEqual([]);
    expect(select(text.replace('3', '4'))).toEqual([]);
    expect(readdirSync(records)).toContain('start.txt');
  });

  it('is what called a changed or removed function, the largest share first', () => {
    expect(select(text.replace('1', '9'))).toEqual([
      [tests[0], 1],
      [tests[1], 0.5],
    ]);
    expect(select(text.replace('export const close = () => 2;\n', ''))).toEqual([[tests[1], 0.5]]);
  });

  it('asks the imports of a test without a record, and takes all when the lock file changes', () => {
    expect(select(text, [FILE], ['tests/box/new.full.test.ts'])).toEqual([['tests/box/new.full.test.ts', 1]]);
    expect(select(text, ['pnpm-lock.yaml'])).toHaveLength(6);
  });

  it('knows the time of a test without a record, and forgets that of a test that is gone', () => {
    const copy = join(folder, 'times');
    const unrecorded = 'tests/machine/a.full.test.ts';
    writeTimes(
      copy,
      new Map([
        [unrecorded, 7000.4],
        ['tests/box/gone.full.test.ts', 9],
      ]),
      (test) => test === unrecorded,
    );
    writeTimes(copy, new Map([[unrecorded, 0]]), () => true);
    expect([...readTimes(copy)]).toEqual([[unrecorded, 7000]]);
    expect(readRecords(copy).size).toBe(0);
    const [chosen] = selectTests({
      tests: [unrecorded],
      records: readRecords(copy),
      times: readTimes(copy),
      files: [FILE],
      digests: changed(text),
      byImports: (_files, unknown) => unknown,
    });
    expect(chosen).toEqual({ file: unrecorded, share: 1, ms: 7000 });
  });

  it('keeps a record that is refreshed, and its text is sorted', () => {
    const copy = join(folder, 'refreshed');
    cpSync(records, copy, { recursive: true });
    const test = tests[0] ?? '';
    const later = changed(text.replace('1', '9'));
    writeRecords({
      folder: copy,
      reports: new Map([[test, { functions: new Map([[FILE, new Set([0, 2])]]), names: new Set<string>() }]]),
      times: new Map([[test, 5]]),
      digests: later,
      isWhole: false,
    });
    const record = readRecords(copy).get(test);
    expect(record?.ms).toBe(5);
    expect(record === undefined ? 1 : changedShare(record, later)).toBe(0);
    expect(pathToFileURL(copy).protocol).toBe('file:');
  });
});
