/** What failed is run twice more, with nothing beside it: what passes both times had bad luck, and is named until its cause is found. */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** More failures than this are no bad luck; they are not run again. */
export const MOST = 30;

/** A failed test: its name for people, and the arguments that make its runner run it once more. */
export interface Failure {
  readonly name: string;
  readonly args: readonly string[];
}

/** What we read of a report of Vitest (`--reporter=json`). */
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

/** What we read of a report of Playwright (`json`). */
export interface PlaywrightReport {
  /** A file each, by its name in `title`. */
  readonly suites: readonly (Suite & { readonly title: string })[];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const nameOf = (file: string, fullName: string): string => `${file} > ${fullName}`;

/**
 * The failed tests of a Vitest report; a file that does not load is one failure. Each is run with its whole file: the tests of a file that share
 * a box follow one another, and one of them without those before it would fail for that alone.
 */
export const failedInVitest = (report: VitestReport, root: string): Failure[] =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, args: [name] }];
    return failed.map(({ fullName }) => ({ name: nameOf(file, fullName), args: [name] }));
  });

/** An error that nobody waited for: Vitest names the file that ran meanwhile, and no test. */
const AROUND = /This error originated in "([^"]+)" test file/g;

/**
 * The files in which a run failed around their tests, out of what Vitest writes for people: its report has no word of them.
 * @param roots folders that the names may be relative to: each project has one
 */
export const failedAround = (written: string, roots: readonly string[]): Failure[] => {
  const names = new Set([...written.matchAll(AROUND)].map(([, file = '']) => file));
  return [...names].flatMap((name) => {
    const file = roots.map((root) => resolve(root, name)).find((path) => existsSync(path));
    return file === undefined ? [] : [{ name: `${name}, around its tests`, args: [file] }];
  });
};

/** What passed in a Vitest report, by the names of {@link failedInVitest}: tests, and files around their tests. */
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

/** The failed tests of a Playwright report, each in the project (origin) in which it failed. */
export const failedInPlaywright = (report: PlaywrightReport): Failure[] =>
  report.suites.flatMap((suite) =>
    specsOf(suite).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName }) => ({
          name: `${suite.title}:${line} [${projectName}] ${title}`,
          // A test that a helper makes stands at a line of the helper, which is no file of tests.
          args: [
            ...[file === suite.title ? `${file}:${line}` : suite.title, `--project=${projectName}`],
            // What Playwright looks at ends with the tags of a test, which its report does not have in the title.
            ...['--grep', String.raw`${escaped(title)}( @\S+)*$`],
          ],
        })),
    ),
  );

/** Which of what was run once more passed, by its name. */
export type Passed = (name: string) => boolean;

/**
 * Runs what failed twice more, with nothing beside it; what is run by the same arguments is run with them together.
 * @param run runs once and says what passed
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
