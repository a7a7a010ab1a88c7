import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overviewLayout } from './overview-layout.ts';

const area = { x: 20, y: 60, width: 1240, height: 700 };
const size = fc.record({ width: fc.integer({ min: 300, max: 2600 }), height: fc.integer({ min: 300, max: 1600 }) });

describe('the overview of windows', () => {
  it('shows each whole, none over another, in its own shape', () => {
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 24 }), (windows) => {
        const placed = overviewLayout(windows, area);
        expect(placed.length).toBe(windows.length);
        for (const [n, one] of placed.entries()) {
          expect(one.scale).toBeGreaterThan(0);
          expect(one.width / one.height).toBeCloseTo((windows[n]?.width ?? 0) / (windows[n]?.height ?? 1), 5);
          expect(one.x).toBeGreaterThanOrEqual(area.x);
          expect(one.y).toBeGreaterThanOrEqual(area.y);
          expect(one.x + one.width).toBeLessThanOrEqual(area.x + area.width + 0.01);
          expect(one.y + one.height).toBeLessThanOrEqual(area.y + area.height + 0.01);
          for (const other of placed.slice(n + 1))
            expect(
              one.x + one.width <= other.x ||
                other.x + other.width <= one.x ||
                one.y + one.height <= other.y ||
                other.y + other.height <= one.y,
            ).toBe(true);
        }
      }),
    );
  });

  it('uses the room: two wide windows stand side by side on a wide screen, ten are not a line', () => {
    const two = overviewLayout(
      Array.from({ length: 2 }, () => ({ width: 1000, height: 700 })),
      area,
    );
    expect(new Set(two.map(({ y }) => y)).size).toBe(1);
    const ten = overviewLayout(
      Array.from({ length: 10 }, () => ({ width: 1000, height: 700 })),
      area,
    );
    expect(new Set(ten.map(({ y }) => y)).size).toBeGreaterThan(1);
  });
});
