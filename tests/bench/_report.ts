/**
 * Times and ratios of a benchmark: the median of several runs, a table of the results, and the same table as a file.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineFacts } from './_machine.ts';

/** The median. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** The quantile of a share, 0.99 for p99. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Flushes all pending writes to the disk, so that one server does not pay for another. */
export const flushDisk = (): void => {
  execFileSync('sync');
};

/** The smallest and largest of several runs, for the column of that name; empty for a single run. */
export const formatRange = (values: readonly number[], digits = 0): string =>
  values.length < 2 ? '' : `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;

/**
 * Milliseconds of each of several pieces of work, run alternately so that all meet the same conditions; the median of
 * each. Every other round is reversed, because the first one warms the memory for the second. `before` runs before each
 * of them and is not counted.
 */
export const race = async <K extends string>(
  runs: number,
  works: Readonly<Record<K, () => Promise<unknown>>>,
  before: () => void = () => undefined,
): Promise<Readonly<Record<string, number>>> => {
  const samples = new Map<string, number[]>();
  const forwards = Object.entries<() => Promise<unknown>>(works);
  for (let run = -1; run < runs; run++)
    for (const [name, work] of run % 2 === 0 ? forwards.toReversed() : forwards) {
      before();
      const started = performance.now();
      await work();
      const took = performance.now() - started;
      // The first run is a warm-up.
      if (run >= 0) samples.set(name, [...(samples.get(name) ?? []), took]);
    }
  return Object.fromEntries([...samples].map(([name, all]) => [name, median(all)]));
};

interface ReportRow {
  readonly measure: string;
  readonly box: string;
  readonly peer: string;
  readonly ratio: string;
  readonly goal: string;
  readonly formatRange: string;
  /** Whether the goal was met; empty where there is none, or where it cannot be parsed. */
  readonly met: 'yes' | 'no' | '';
}

const GOAL = /^(<=|>=|<|>) ([\d,.]+) ([^\s,]+)/;
const NUMBER = /^([\d,.]+) (\S+)/;
const read = (text: string): number => Number(text.replaceAll(',', ''));

/** Compares a goal like `<= 50 ms` with the value of that unit: the ratio for `x`, the measured value otherwise. */
const judge = (goal: string, own: string, ratio: string): ReportRow['met'] => {
  const [, sign = '', limit = '', unit = ''] = GOAL.exec(goal) ?? [];
  const [, value = '', of = ''] = NUMBER.exec(unit === 'x' ? ratio : own) ?? [];
  if (limit === '' || of !== unit) return '';
  const [is, most] = [read(value), read(limit)];
  const met = sign === '<=' ? is <= most : sign === '>=' ? is >= most : sign === '<' ? is < most : is > most;
  return met ? 'yes' : 'no';
};

const reports = fileURLToPath(new URL('../../.cache/bench/', import.meta.url));

/**
 * Collects rows, prints them, and writes them to `.cache/bench/<name>.json`, from which `npm run bench` generates
 * `docs/performance.md`. A missed goal is reported, but is no error.
 */
export const createReport = (name = basename(process.argv[1] ?? 'bench', '.ts')) => {
  const rows: ReportRow[] = [];
  return {
    /** `ratio` is the box's value divided by the peer's; without a peer there is none. */
    add: (
      measure: string,
      box: string,
      peer: readonly [string, string] | null,
      ratio: number | null,
      goal = '',
      range = '',
    ): void => {
      const against = ratio === null ? '-' : `${ratio.toFixed(2)} x`;
      rows.push({
        measure,
        box,
        goal,
        ratio: against,
        formatRange: range,
        peer: peer === null ? '-' : `${peer[0]} ${peer[1]}`.trim(),
        met: judge(goal, box, against),
      });
    },
    print: (): void => {
      console.table(rows);
      for (const { measure, box, ratio, goal, met } of rows)
        if (met === 'no') console.log(`MISSED ${measure}: ${box}, ${ratio}, goal ${goal}`);
      mkdirSync(reports, { recursive: true });
      const facts = { name, at: new Date().toISOString(), machine: machineFacts(), rows };
      writeFileSync(join(reports, `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`);
    },
  };
};
