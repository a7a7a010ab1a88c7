// The long tests (`x.full.test.ts`, and the specs with tests tagged @full) that the change against main affects.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';
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
  const isMachine = files.some((file) => MACHINE.test(file));
  const isPage = touched.includes(null);
  const chosen = new Set(touched.flatMap((names) => names ?? []).map((name) => `tests/browser/${name}`));
  return tests.filter((test) => {
    if (/^tests\/(box|faults)\//.test(test))
      return box !== null && (box.length === 0 || box.includes(test.slice('tests/'.length)));
    if (test.startsWith('tests/machine/')) return isMachine;
    if (test.startsWith('tests/engines/')) return isPage || files.some((file) => reach([test]).has(file));
    if (test.startsWith('tests/browser/')) return isPage || chosen.has(test);
    return files.some((file) => reach([test]).has(file));
  });
};

/** The affected long tests in the order in which they run, and sentences about the choice. */
export const affectedTests = () => {
  const { files } = changedFiles();
  const tests = longTests();
  const all = files.some((file) => ROOTS.test(file));
  const chosen = all ? tests : affectedByImports(files, tests);
  return {
    words: [`affected long tests: ${chosen.length} of ${tests.length} files`],
    files: chosen.map((file) => ({ file, ms: null })),
  };
};
