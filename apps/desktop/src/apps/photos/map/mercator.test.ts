import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  fitView,
  queryBounds,
  clampView,
  MAX_ZOOM,
  minZoom,
  panView,
  pixelOffset,
  project,
  worldSizePx,
  zoomView,
} from './mercator.ts';

const size = { width: 800, height: 500 };
const position = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

it('the world lies as maps of the web have it', () => {
  expect(project({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
  expect(project({ latitude: 85.0511, longitude: -180 }).y).toBeCloseTo(0, 5);
  expect(project({ latitude: -90, longitude: 180 }).y).toBeCloseTo(1, 5);
  expect(worldSizePx(3)).toBe(2048);
});

it('what is fitted is seen, and lies in the frame that is asked for', () => {
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 8 }), (positions) => {
      const view = fitView(positions, size);
      const frame = queryBounds(view, size);
      expect(view.zoom).toBeGreaterThanOrEqual(minZoom(size));
      for (const each of positions) {
        const { left } = pixelOffset(view, each);
        expect(Math.abs(left)).toBeLessThanOrEqual(size.width / 2);
        if (view.zoom === minZoom(size)) continue;
        expect(each.longitude).toBeGreaterThanOrEqual(frame.west - 1e-9);
        expect(each.longitude).toBeLessThanOrEqual(frame.east + 1e-9);
        expect(each.latitude).toBeGreaterThanOrEqual(frame.south - 1e-9);
        expect(each.latitude).toBeLessThanOrEqual(frame.north + 1e-9);
      }
    }),
  );
  expect(queryBounds(fitView([], size), { width: 4000, height: 4000 })).toEqual({
    west: -180,
    east: 180,
    north: 90,
    south: -90,
  });
});

it('a step nearer keeps what is below the pointer where it is, and back is where it was', () => {
  fc.assert(
    fc.property(
      position,
      fc.integer({ min: -300, max: 300 }),
      fc.integer({ min: -200, max: 200 }),
      (at, across, down) => {
        const view = clampView({ ...project(at), zoom: 6 }, size);
        const nearer = zoomView(view, 1, size, across, down);
        expect(nearer.x + across / worldSizePx(7)).toBeCloseTo(view.x + across / worldSizePx(6), 8);
        const back = zoomView(nearer, -1, size, across, down);
        expect([back.x, back.y, back.zoom]).toEqual([expect.closeTo(view.x, 8), expect.closeTo(view.y, 8), 6]);
      },
    ),
  );
});

it('the world has an end at each side, and is never left', () => {
  const out = fitView([], size);
  expect(zoomView(out, -1, size)).toEqual(out);
  expect(out.x).toBe(0.5);
  const west = panView(zoomView(out, 1, size), -1e6, -1e6, size);
  expect((west.x - size.width / 2 / worldSizePx(west.zoom)) * 360).toBeCloseTo(0);
  expect(west.y - size.height / 2 / worldSizePx(west.zoom)).toBeCloseTo(0);
  let near = out;
  for (let at = 0; at < 30; at += 1) near = zoomView(near, 1, size);
  expect(near.zoom).toBe(MAX_ZOOM);
});
