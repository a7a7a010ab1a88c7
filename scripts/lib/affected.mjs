// The long tests (`x.full.test.ts`, and the specs with tests tagged @full) that a change affects.
// 1. A test with a record is affected when the digest of a function that it called is another one today (scripts/lib/test-record.mjs).
// 2. What nearly every box or page calls at its start is not in the records: the core of the tier and the unit tests cover it.
// 3. A constant belongs to the functions that name it (scripts/lib/source-digests.mjs), up to tables of everything.
// 4. Commands and message keys are recorded by name, with the digests of their codecs and texts.
// 5. A test without a record is affected by what it imports and starts (scripts/lib/changed.mjs). A changed test file or helper affects its
//    tests. The lock file, the builds and the test tools affect all.
// 6. The test of whose own functions the largest share changed runs first; scripts/tasks/test.mjs defers what does not fit.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';
import { createSourceDigests } from './source-digests.mjs';
import { changedShare, currentRecords, currentTimes } from './test-record.mjs';
import { boxTestsFor, changedFiles, firstPage, MACHINE, reach, ROOTS, specs, specsFor } from './changed.mjs';

/** Every file with long tests, from the root of the workspace. */
export const longTests = () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  }).split('\n');
  const literal = /from '\.\/literal-desktop\.ts'/;
  const tagged = specs()
    .map((name) => `tests/browser/${name}`)
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.includes('@full') || literal.test(text);
    });
  return [...tracked.filter((file) => /\.full\.test\.tsx?$/.test(file)), ...tagged];
};

/** The long tests of which nothing is recorded, by what they import and what they start. */
const affectedByImports = (files, tests) => {
  const box = boxTestsFor(files);
  const onFirstPage = firstPage();
  const touched = files.map((file) => specsFor(file, onFirstPage));
  // A test of the machines affects itself only; what they all use has no such name.
  const isMachine = files.some((file) => MACHINE.test(file) && !/\.test\.ts$/.test(file));
  const isPage = touched.includes(null);
  const chosen = new Set(touched.flatMap((names) => names ?? []).map((name) => `tests/browser/${name}`));
  return tests.filter((test) => {
    if (/^tests\/(box|faults)\//.test(test))
      return box !== null && (box.length === 0 || box.includes(test.slice('tests/'.length)));
    if (test.startsWith('tests/machine/'))
      return isMachine || files.some((file) => file.startsWith('tests/') && reach([test]).has(file));
    if (test.startsWith('tests/engines/')) return isPage || files.some((file) => reach([test]).has(file));
    if (test.startsWith('tests/browser/')) return isPage || chosen.has(test);
    return files.some((file) => reach([test]).has(file));
  });
};

/** Test tools that affect every test. */
const TOOLS = /^(tests\/lib\/runner\/|(tests\/(\w+\/)?)?(vitest|playwright)\.config\.ts$|scripts\/vitest-setup)/;

/**
 * The choice among the long tests.
 * @param tests all long tests; @param records and times in ms by test; @param files that changed; @param digests of today's sources; @param byImports the
 * tests among some that import or start what changed
 * @returns the affected tests in the order in which they run, with the share of their functions that changed and their time in ms
 */
export const selectTests = ({ tests, records, times = new Map(), files, digests, byImports }) => {
  const timeOf = (file) => records.get(file)?.ms ?? times.get(file) ?? null;
  if (files.some((file) => ROOTS.test(file) || TOOLS.test(file)))
    return tests.map((file) => ({ file, share: 1, ms: timeOf(file) }));
  const known = tests.filter((file) => records.has(file));
  const unknown = tests.filter((file) => !records.has(file));
  // Tests and their helpers are not in the records.
  const ofTests = files.filter((file) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file));
  const ofCommandLine = files.filter((file) => file.startsWith('apps/cli/'));
  const touched = new Set([
    ...byImports(files, unknown),
    // The built command line reports nothing.
    ...(ofCommandLine.length === 0
      ? []
      : byImports(
          ofCommandLine,
          known.filter((file) => /^tests\/(box|faults)\//.test(file)),
        )),
    ...(ofTests.length === 0 ? [] : known.filter((file) => ofTests.some((each) => reach([file]).has(each)))),
  ]);
  return tests
    .map((file) => {
      const record = records.get(file);
      const share = touched.has(file) ? 1 : record === undefined ? 0 : changedShare(record, digests);
      return { file, share, ms: timeOf(file) };
    })
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share || (one.file < other.file ? -1 : 1));
};

/** The affected long tests in the order in which they run, and sentences about the choice. */
export const affectedTests = () => {
  const { files } = changedFiles();
  const tests = longTests();
  const records = currentRecords();
  const chosen = selectTests({
    tests,
    records,
    times: currentTimes(),
    files,
    digests: createSourceDigests(),
    byImports: affectedByImports,
  });
  const without = tests.filter((file) => !records.has(file)).length;
  return {
    words: [
      `affected long tests: ${chosen.length} of ${tests.length} files${without === 0 ? '' : `; ${without} have no record yet and are chosen by their imports`}`,
    ],
    files: chosen,
  };
};
