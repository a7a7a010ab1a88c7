import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MonthBuckets } from './month-buckets.ts';

const monthOf = (wall: number): string => new Date(wall * 1000).toISOString().slice(0, 7);
const at = (text: string): number => Date.parse(text) / 1000;

describe('the months of a time line', () => {
  it('are those of one list that is sorted as a whole, and their beginnings are where they begin in it', async () => {
    // From 1850 to 2100, because scans of old prints are older than the Unix epoch.
    const shown = fc.record({ file: fc.nat(5000), wall: fc.integer({ min: -3_786_912_000, max: 4_102_444_799 }) });
    const close = fc.record({ file: fc.nat(5000), wall: fc.integer({ min: at('2024-02-28'), max: at('2024-03-02') }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(shown, close)), async (pictures) => {
        const months = new MonthBuckets();
        for (const picture of pictures) months.add(picture);
        const line = await months.inOrder(() => Promise.resolve());
        const sorted = pictures.toSorted((one, other) => other.wall - one.wall || other.file - one.file);
        expect([...line.files]).toEqual(sorted.map(({ file }) => file));
        const wanted = [...new Set(sorted.map(({ wall }) => monthOf(wall)))].map((month) => ({
          month,
          count: sorted.filter(({ wall }) => monthOf(wall) === month).length,
          start: sorted.findIndex(({ wall }) => monthOf(wall) === month),
        }));
        expect(line.months).toEqual(wanted);
      }),
    );
  });

  it('end with their last second', async () => {
    const months = new MonthBuckets();
    const walls = ['2024-02-29T23:59:59Z', '2024-03-01T00:00:00Z', '2024-02-29T23:59:58Z', '2023-12-31T23:59:59Z'];
    for (const [file, wall] of walls.entries()) months.add({ file, wall: at(wall) });
    expect((await months.inOrder(() => Promise.resolve())).months).toEqual([
      { month: '2024-03', count: 1, start: 0 },
      { month: '2024-02', count: 2, start: 1 },
      { month: '2023-12', count: 1, start: 3 },
    ]);
  });

  it('leave the processor to others between them', async () => {
    const months = new MonthBuckets();
    for (let file = 0; file < 60_000; file++) months.add({ file, wall: file * 600 });
    let pauses = 0;
    await months.inOrder(() => Promise.resolve(pauses++));
    expect(pauses).toBeGreaterThanOrEqual(2);
  });
});
