/**
 * `x.full.test.ts` takes long or needs much of the machine: `npm test` leaves it out unless the change affects it, and
 * `npm run test:full` runs it. By hand (`vitest run x`) every file runs.
 */
const FULL_TESTS = '**/*.full.test.{ts,tsx}';

/** What a run leaves out: `TEST_FULL=0` is set by `npm test`. */
export const excludedTests: readonly string[] = process.env['TEST_FULL'] === '0' ? [FULL_TESTS] : [];
