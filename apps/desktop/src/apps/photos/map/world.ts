import type { Topology } from 'world-atlas/countries-50m.json';
import { project } from './mercator.ts';

/** One country as an SVG path in {@link WORLD_UNITS}, with its bounding box. */
export interface Land {
  readonly path: string;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/**
 * Width of the world in path units; coordinates are rounded to a hundredth, which is enough at the highest zoom level.
 */
export const WORLD = 1000;

type Point = readonly [x: number, y: number];

/**
 * An outline that crosses the date line continues beyond the edge of the world and is repeated at the opposite edge.
 */
const overDateLine = (outline: readonly Point[]): readonly (readonly Point[])[] => {
  let [turn, before] = [0, outline[0]?.[0] ?? 0];
  const straight = outline.map(([x, y]): Point => {
    // The closing line along the south pole is as long as the edge and does not cross the date line.
    if (y < WORLD - 1 && Math.abs(x - before) > WORLD / 2) turn += x < before ? WORLD : -WORLD;
    before = x;
    return [x + turn, y];
  });
  const shift = straight.some(([x]) => x > WORLD + 0.01) ? -WORLD : straight.some(([x]) => x < -0.01) ? WORLD : 0;
  return shift === 0 ? [straight] : [straight, straight.map(([x, y]): Point => [x + shift, y])];
};

/** All countries of a topology, projected. */
export const landsOf = ({ transform, arcs, objects }: Topology): readonly Land[] => {
  const [[scaleX = 1, scaleY = 1], [fromX = 0, fromY = 0]] = [transform.scale, transform.translate];
  const lines = arcs.map((arc): readonly Point[] => {
    let [x, y] = [0, 0];
    return arc.map(([across = 0, down = 0]) => {
      x += across;
      y += down;
      const at = project({ longitude: x * scaleX + fromX, latitude: y * scaleY + fromY });
      return [at.x * WORLD, at.y * WORLD];
    });
  });
  // A negative number is the bitwise complement of an arc that is traversed backwards (TopoJSON).
  const lineOf = (arc: number): readonly Point[] => (arc < 0 ? (lines[~arc] ?? []).toReversed() : (lines[arc] ?? []));
  return objects.countries.geometries.map((geometry) => {
    const rings = (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs).flat();
    // Each arc starts at the last point of the previous one.
    const outlines = rings.flatMap((ring) =>
      overDateLine(ring.flatMap((arc, at) => lineOf(arc).slice(at === 0 ? 0 : 1))),
    );
    let [west, east, north, south] = [WORLD, 0, WORLD, 0];
    for (const [x, y] of outlines.flat()) {
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [north, south] = [Math.min(north, y), Math.max(south, y)];
    }
    const path = outlines
      .map((outline) => `M${outline.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`)
      .join('');
    return { path, west, east, north, south };
  });
};

/** Loads the country shapes when a map is opened. */
export const loadWorld = async (): Promise<readonly Land[]> =>
  landsOf((await import('world-atlas/countries-50m.json')).default);
