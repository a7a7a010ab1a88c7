/** What failed is run twice more, alone: what passes both times had bad luck, and is named until its cause is found. */
import { relative } from 'node:path';

/** More failures than this are no bad luck; they are not run again. */
export const MOST = 30;

/** A failed test: its name for people, and the arguments that make its runner run it alone. */
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

/** The failed tests of a Vitest report; a file that does not load is one failure. */
export const failedInVitest = (report: VitestReport, root: string): Failure[] =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, args: [name] }];
    // How the runner joins the names of a test and of what it stands in is its own affair; they end in the same way.
    return failed.map(({ fullName, title }) => ({
      name: `${file} > ${fullName}`,
      args: [name, '--testNamePattern', `${escaped(title)}$`],
    }));
  });

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

/**
 * Runs each failure twice more, with nothing beside it.
 * @param run runs one alone and says whether it passed (and ran at all)
 * @returns the names of those that passed both times
 */
export const unsteadyAmong = async (
  failures: readonly Failure[],
  run: (args: readonly string[]) => boolean | Promise<boolean>,
): Promise<readonly string[]> => {
  if (failures.length > MOST) return [];
  const unsteady: string[] = [];
  for (const { name, args } of failures) if ((await run(args)) && (await run(args))) unsteady.push(name);
  return unsteady;
};
