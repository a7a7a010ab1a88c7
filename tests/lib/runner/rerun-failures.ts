/**
 * Reruns failed tests twice more, with nothing running in parallel. A test that passes both times is reported as flaky
 * until its cause is found.
 */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** With more failures than this the cause is not flakiness, and nothing is rerun. */
export const MOST = 30;

/** A failed test: its display name, and the arguments that make its runner run it once more. */
export interface Failure {
  readonly name: string;
  readonly args: readonly string[];
}

/** The fields read from a Vitest report (`--reporter=json`). */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly { readonly projectName: string; readonly status: string }[];
  }[];
}

/** The fields read from a Playwright report (`json`). */
export interface PlaywrightReport {
  /** One suite per file; `title` is the file name. */
  readonly suites: readonly (Suite & { readonly title: string })[];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const nameOf = (file: string, fullName: string): string => `${file} > ${fullName}`;

/**
 * The failed tests of a Vitest report. A file that does not load is one failure. Each failure reruns its whole file,
 * because tests that share a box depend on the tests before them.
 */
export const failedInVitest = (report: VitestReport, root: string): Failure[] =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, args: [name] }];
    return failed.map(({ fullName }) => ({ name: nameOf(file, fullName), args: [name] }));
  });

/** Matches an unhandled error: Vitest names the file that was running, but no test. */
const AROUND = /This error originated in "([^"]+)" test file/g;

/**
 * The files with errors outside of their tests. They are read from the text output of Vitest, because its report does
 * not contain them.
 * @param roots folders that the names may be relative to; each project has one
 */
export const failedAround = (written: string, roots: readonly string[]): Failure[] => {
  const names = new Set([...written.matchAll(AROUND)].map(([, file = '']) => file));
  return [...names].flatMap((name) => {
    const file = roots.map((root) => resolve(root, name)).find((path) => existsSync(path));
    return file === undefined ? [] : [{ name: `${name}, around its tests`, args: [file] }];
  });
};

/**
 * The names that passed in a Vitest report, in the form of {@link failedInVitest}: tests, and files with errors outside
 * of their tests.
 */
export const passedInVitest = (report: VitestReport, root: string): ReadonlySet<string> =>
  new Set(
    report.testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(root, name);
      const passed = assertionResults.filter((result) => result.status === 'passed');
      return [...(status === 'failed' ? [] : [file]), ...passed.map(({ fullName }) => nameOf(file, fullName))];
    }),
  );

const specsOf = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** The failed tests of a Playwright report, once for each project (origin) in which they failed. */
export const failedInPlaywright = (report: PlaywrightReport): Failure[] =>
  report.suites.flatMap((suite) =>
    specsOf(suite).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName }) => ({
          name: `${suite.title}:${line} [${projectName}] ${title}`,
          // A test that a helper declares is reported at a line of the helper, which is not a test file.
          args: [
            file === suite.title ? `${file}:${line}` : suite.title,
            `--project=${projectName}`,
            // Playwright matches against the title followed by the tags of the test; its report omits the tags from the
            // title.
            '--grep',
            String.raw`${escaped(title)}( @\S+)*$`,
          ],
        })),
    ),
  );

/** Whether the rerun test of this name passed. */
export type Passed = (name: string) => boolean;

/**
 * Reruns the failures twice, with nothing running in parallel. Failures with the same arguments share one run.
 * @param run runs once and returns what passed
 * @returns the names of those that passed both times
 */
export const unsteadyAmong = async (
  failures: readonly Failure[],
  run: (args: readonly string[]) => Passed | Promise<Passed>,
): Promise<readonly string[]> => {
  if (failures.length > MOST) return [];
  const unsteady: string[] = [];
  for (const [first, ...others] of Map.groupBy(failures, ({ args }) => args.join('\n')).values()) {
    if (first === undefined) continue;
    let left = [first, ...others].map(({ name }) => name);
    for (let time = 0; time < 2 && left.length > 0; time++) left = left.filter(await run(first.args));
    unsteady.push(...left);
  }
  return unsteady;
};
