/** Rows of how cost grows: the same work at ever larger sizes, each held against the size before it. */
import { createReport, median, spread } from './_report.ts';

export const SIZES = (process.env['BENCH_SIZES'] ?? '1000,10000,100000,1000000').split(',').map(Number);
const GOAL = '<= 1.2 x';

export const duration = (ms: number): string =>
  ms < 0.1 ? `${(ms * 1000).toFixed(2)} µs` : ms < 10_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(1)} s`;
export const count = (size: number): string => size.toLocaleString('en');

export const createGrowth = () => {
  const report = createReport();
  /** What one thing cost at the size before, by the name of the work. */
  const before = new Map<string, { readonly size: number; readonly each: number }>();
  return {
    report,
    /** @param memory what it took, where that is known: megabytes */
    add: (work: string, size: number, took: readonly number[], things: number, memory?: number): void => {
      const each = median(took) / things;
      const base = before.get(work) ?? { size, each };
      const first = !before.has(work);
      before.set(work, { size, each });
      report.add(
        `${work}, ${count(size)}`,
        duration(median(took)),
        [`each ${duration(each)}${first ? '' : `, at ${count(base.size)}`}`, first ? '' : duration(base.each)],
        each / base.each,
        GOAL,
        [spread(took, 1), memory === undefined ? '' : `${memory.toFixed(0)} MB`]
          .filter((each) => each !== '')
          .join('; '),
      );
    },
  };
};
