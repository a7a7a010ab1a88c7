/** Rows of how cost grows: the same work at increasing sizes, each compared with the size before it. */
import { createReport, median, formatRange } from './_report.ts';

export const SIZES = (process.env['BENCH_SIZES'] ?? '1000,10000,100000,1000000').split(',').map(Number);
const GOAL = '<= 1.2 x';

export const duration = (ms: number): string =>
  ms < 0.1 ? `${(ms * 1000).toFixed(2)} µs` : ms < 10_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(1)} s`;
export const count = (size: number): string => size.toLocaleString('en');

/** The simplest way to do the same, in the same run: growth of its cost is due to the machine. */
export interface Baseline {
  readonly what: string;
  readonly took: readonly number[];
}

export const createGrowth = () => {
  const report = createReport();
  /** The cost of one item at the size before, by the name of the work. */
  const before = new Map<string, { readonly size: number; readonly each: number }>();
  /** The cost of one item, and its ratio to the size before; 1 at the first. */
  const grown = (work: string, size: number, took: readonly number[], things: number) => {
    const each = median(took) / things;
    const base = before.get(work);
    before.set(work, { size, each });
    return { each, base, ratio: base === undefined ? 1 : each / base.each };
  };
  return {
    report,
    /** @param memory its memory in megabytes, where known */
    add: (
      work: string,
      size: number,
      took: readonly number[],
      things: number,
      { memory, bare }: { readonly memory?: number | undefined; readonly bare?: Baseline } = {},
    ): void => {
      const { each, base, ratio } = grown(work, size, took, things);
      const beside = bare === undefined ? null : grown(`${work}, bare`, size, bare.took, things);
      const told = [
        base === undefined ? '' : `at ${count(base.size)}: ${duration(base.each)}`,
        beside === null
          ? ''
          : `${bare?.what}: ${duration(beside.each)}${beside.base === undefined ? '' : `, ${beside.ratio.toFixed(2)} x`}`,
      ].filter((each) => each !== '');
      report.add(
        `${work}, ${count(size)}`,
        duration(median(took)),
        [`per item ${duration(each)}${told.length === 0 ? '' : ','}`, told.join('; ')],
        ratio,
        GOAL,
        [formatRange(took, 1), memory === undefined ? '' : `${memory.toFixed(0)} MB`]
          .filter((each) => each !== '')
          .join('; '),
      );
    },
  };
};
