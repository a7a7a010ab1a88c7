import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * `x.full.test.ts` takes long or needs much of the machine: `npm test` leaves it out unless the change affects it, and
 * `npm run test:full` runs it. By hand (`vitest run x`) every file runs.
 */
const FULL_TESTS = '**/*.full.test.{ts,tsx}';

/** The test files, from the root of the workspace, that a continued run leaves out because they passed before. */
export const passedBefore = (): readonly string[] => {
  const file = process.env['TEST_PASSED'];
  const read: unknown = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(read) ? read.map(String) : [];
};

/**
 * The patterns that a run leaves out. `npm test` sets `TEST_FULL=0`.
 * @param folder of the configuration, from the root of the workspace
 */
export const excludedTests = (folder = ''): readonly string[] => [
  ...(process.env['TEST_FULL'] === '0' ? [FULL_TESTS] : []),
  ...passedBefore()
    .map((file) => relative(folder, file))
    .filter((file) => !file.startsWith('..')),
];
