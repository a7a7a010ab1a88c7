import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  edges,
  freeRect,
  moveInside,
  minimumSize,
  moveRect,
  nudge,
  restoredUnderPointer,
  resizeRect,
  snapRect,
  snapZoneAt,
  type Rect,
  type WorkArea,
} from './window-geometry.ts';

/** Turns any rectangle into a valid window, shrunk to the surface but not below the minimum. */
function fitRect(rect: Rect, area: WorkArea): Rect {
  const free = freeRect(area);
  return moveInside(
    {
      ...rect,
      width: Math.max(minimumSize.width, Math.min(rect.width, free.width)),
      height: Math.max(minimumSize.height, Math.min(rect.height, free.height)),
    },
    area,
  );
}

const area = fc.record({
  width: fc.integer({ min: 800, max: 5120 }),
  height: fc.integer({ min: 530, max: 2880 }),
  top: fc.constant(40),
  bottom: fc.constantFrom(0, 40),
});
const delta = fc.integer({ min: -6000, max: 6000 });

/** A surface with a valid window on it. */
const placed = area.chain((surface) =>
  fc
    .record({
      x: delta,
      y: delta,
      width: fc.integer({ min: 800, max: 5000 }),
      height: fc.integer({ min: 450, max: 2800 }),
    })
    .map((rect) => ({ surface, rect: fitRect(rect, surface) })),
);

const right = (r: Rect): number => r.x + r.width;
const bottom = (r: Rect): number => r.y + r.height;
const inside = (r: Rect, a: WorkArea): void => {
  const free = freeRect(a);
  expect(r.x).toBeGreaterThanOrEqual(0);
  expect(r.y).toBeGreaterThanOrEqual(a.top);
  expect(right(r)).toBeLessThanOrEqual(Math.max(a.width, r.width));
  expect(bottom(r)).toBeLessThanOrEqual(Math.max(bottom(free), a.top + r.height));
};

describe('window geometry', () => {
  it('SHELL-08: wherever it is dragged, a window stays on the surface and under the top bar, and keeps its size', () => {
    fc.assert(
      fc.property(placed, delta, delta, ({ surface, rect }, dx, dy) => {
        const moved = moveRect(rect, dx, dy, surface);
        inside(moved, surface);
        expect([moved.width, moved.height]).toEqual([rect.width, rect.height]);
      }),
    );
  });

  it('SHELL-08: a drag that stays inside lands exactly under the pointer', () => {
    const surface = { width: 1920, height: 1080, top: 40, bottom: 0 };
    expect(moveRect({ x: 100, y: 64, width: 1280, height: 720 }, 30, -10, surface)).toMatchObject({ x: 130, y: 54 });
    expect(moveRect({ x: 100, y: 64, width: 1280, height: 720 }, 0, -500, surface)).toMatchObject({ x: 100, y: 40 });
    expect(moveRect({ x: 100, y: 64, width: 1280, height: 720 }, 5000, 0, surface)).toMatchObject({ x: 640, y: 64 });
  });

  it('SHELL-04: no handle makes a window smaller than 800 by 450, whatever the pointer does', () => {
    fc.assert(
      fc.property(placed, fc.constantFrom(...edges), delta, delta, ({ surface, rect }, edge, dx, dy) => {
        const sized = resizeRect(rect, edge, dx, dy, surface);
        expect(sized.width).toBeGreaterThanOrEqual(minimumSize.width);
        expect(sized.height).toBeGreaterThanOrEqual(minimumSize.height);
        inside(sized, surface);
      }),
    );
  });

  it('SHELL-07: the edges a handle does not hold stay where they were, also below the minimum', () => {
    fc.assert(
      fc.property(placed, fc.constantFrom(...edges), delta, delta, ({ surface, rect }, edge, dx, dy) => {
        const sized = resizeRect(rect, edge, dx, dy, surface);
        if (!edge.includes('w')) expect(sized.x).toBe(rect.x);
        if (!edge.includes('e')) expect(right(sized)).toBe(right(rect));
        if (!edge.includes('n')) expect(sized.y).toBe(rect.y);
        if (!edge.includes('s')) expect(bottom(sized)).toBe(bottom(rect));
      }),
    );
  });

  it('resizing follows the pointer exactly while no limit is met', () => {
    const surface = { width: 1920, height: 1080, top: 40, bottom: 0 };
    const rect = { x: 300, y: 200, width: 1000, height: 600 };
    expect(resizeRect(rect, 'nw', -20, 30, surface)).toEqual({ x: 280, y: 230, width: 1020, height: 570 });
    expect(resizeRect(rect, 'se', 15, 25, surface)).toEqual({ x: 300, y: 200, width: 1015, height: 625 });
    expect(resizeRect(rect, 'w', 900, 0, surface)).toEqual({ x: 500, y: 200, width: 800, height: 600 });
  });

  it('keepInside changes nothing twice', () => {
    fc.assert(
      fc.property(placed, delta, delta, ({ surface, rect }, dx, dy) => {
        const once = moveRect(rect, dx, dy, surface);
        expect(moveInside(once, surface)).toEqual(once);
        expect(fitRect(once, surface)).toEqual(once);
      }),
    );
  });

  it('SHELL-09: the full zone is the whole width under a bar 40 px high', () => {
    expect(snapRect('full', { width: 1600, height: 900, top: 40, bottom: 0 })).toEqual({
      x: 0,
      y: 40,
      width: 1600,
      height: 860,
    });
  });

  it('halves and quarters tile a surface that is large enough', () => {
    fc.assert(
      fc.property(
        fc.record({
          width: fc.integer({ min: 1600, max: 5000 }),
          height: fc.integer({ min: 980, max: 3000 }),
          top: fc.constant(40),
          bottom: fc.constantFrom(0, 40),
        }),
        (surface) => {
          const free = freeRect(surface);
          const left = snapRect('left', surface);
          const rightHalf = snapRect('right', surface);
          expect(left.x).toBe(0);
          expect(right(rightHalf)).toBe(free.width);
          expect(Math.abs(right(left) - rightHalf.x)).toBeLessThanOrEqual(1);
          const low = snapRect('bottom-right', surface);
          expect(bottom(low)).toBe(bottom(free));
          expect(Math.abs(bottom(snapRect('top-right', surface)) - low.y)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('a half of a small surface keeps the minimum and its edge', () => {
    const surface = { width: 1280, height: 800, top: 40, bottom: 0 };
    expect(snapRect('right', surface)).toEqual({ x: 480, y: 40, width: 800, height: 760 });
    expect(snapRect('bottom-left', surface)).toEqual({ x: 0, y: 350, width: 800, height: 450 });
  });

  it('zones: edges give halves, corners quarters, the top bar everything, the middle nothing', () => {
    const surface = { width: 1600, height: 900, top: 40, bottom: 0 };
    expect(snapZoneAt(2, 450, surface)).toBe('left');
    expect(snapZoneAt(1599, 450, surface)).toBe('right');
    expect(snapZoneAt(2, 60, surface)).toBe('top-left');
    expect(snapZoneAt(1598, 880, surface)).toBe('bottom-right');
    expect(snapZoneAt(800, 10, surface)).toBe('full');
    expect(snapZoneAt(60, 10, surface)).toBe('top-left');
    expect(snapZoneAt(800, 450, surface)).toBeNull();
    expect(snapZoneAt(800, 41, surface)).toBeNull();
  });

  it('a window pulled off the full zone keeps the pointer over the same part of its title bar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1600 }), (x) => {
        const off = restoredUnderPointer(
          { x: 0, y: 40, width: 1600, height: 860 },
          { width: 1000, height: 600 },
          x,
          52,
        );
        expect((x - off.x) / off.width).toBeCloseTo(x / 1600);
        expect(off.y).toBe(40);
      }),
    );
  });

  it('arrow keys move and resize within the same limits', () => {
    const surface = { width: 1920, height: 1080, top: 40, bottom: 0 };
    const rect = { x: 10, y: 44, width: 800, height: 450 };
    expect(nudge(rect, 'ArrowLeft', 'move', 16, surface)).toMatchObject({ x: 0 });
    expect(nudge(rect, 'ArrowUp', 'move', 16, surface)).toMatchObject({ y: 40 });
    expect(nudge(rect, 'ArrowLeft', 'resize', 16, surface)).toMatchObject({ width: 800 });
    expect(nudge(rect, 'ArrowDown', 'resize', 16, surface)).toMatchObject({ height: 466, y: 44 });
  });
});
