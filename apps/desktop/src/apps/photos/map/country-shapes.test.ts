import { beforeAll, expect, it } from 'vitest';
import { project } from './mercator.ts';
import { type CountryShape, loadCountryShapes, WORLD_UNITS } from './country-shapes.ts';

let lands: readonly CountryShape[];
beforeAll(async () => {
  lands = await loadCountryShapes();
});

/** Whether a position is on land: a ray eastwards crosses the outline an odd number of times. */
const isLand = (latitude: number, longitude: number): boolean => {
  const { x, y } = project({ latitude, longitude });
  const [px, py] = [x * WORLD_UNITS, y * WORLD_UNITS];
  let crossings = 0;
  for (const { path } of lands)
    for (const ring of path.split('Z')) {
      const points = ring
        .replace('M', '')
        .split('L')
        .map((point) => point.split(' ').map(Number));
      for (const [at, [ax = 0, ay = 0]] of points.entries()) {
        const [bx = 0, by = 0] = points[(at + 1) % points.length] ?? [];
        if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) crossings += 1;
      }
    }
  return crossings % 2 === 1;
};

it('land is where it is, and sea where it is not', () => {
  const land = [
    [39.9, 116.4],
    [30.24, 120.15],
    [24.0, 121.0],
    [48.86, 2.29],
    [-25, 135],
    [-10, -55],
    [40, -100],
  ] as const;
  const sea = [
    [0, -30],
    [30, -150],
    [20, 115],
    [-40, 80],
    [75, 0],
  ] as const;
  expect(land.map(([latitude, longitude]) => isLand(latitude, longitude))).toEqual(land.map(() => true));
  expect(sea.map(([latitude, longitude]) => isLand(latitude, longitude))).toEqual(sea.map(() => false));
});

it('each country has a box around it, so that only what is seen is drawn', () => {
  expect(lands.length).toBeGreaterThan(200);
  for (const { west, east, north, south } of lands) {
    expect(west).toBeLessThan(east);
    expect(north).toBeLessThan(south);
    expect(Math.min(north, WORLD_UNITS - south)).toBeGreaterThanOrEqual(-1e-6);
  }
});

it('no outline goes across the world where it crosses the date line: Chukotka and Fiji lie at both edges', () => {
  /** Antarctica is as wide as the world; its outline is closed south of its coast. */
  const COAST = 970;
  const longest = (path: string): number =>
    Math.max(
      ...path.split('Z').flatMap((ring) => {
        const points = ring
          .replace('M', '')
          .split('L')
          .map((point) => point.split(' ').map(Number));
        return points.map(([x = 0, y = 0], at) =>
          y > COAST ? 0 : Math.abs(x - (points[(at + 1) % points.length]?.[0] ?? 0)),
        );
      }),
    );
  for (const { path } of lands) expect(longest(path)).toBeLessThan(WORLD_UNITS / 2);
  expect([isLand(66, 179), isLand(66, -178), isLand(66.5, -173), isLand(60, 179.9)]).toEqual([true, true, true, false]);
});
