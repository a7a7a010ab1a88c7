import type { Topology } from 'world-atlas/countries-50m.json';
import { project } from './mercator.ts';

/** One country as an SVG path in {@link WORLD_UNITS}, with its bounding box. */
export interface CountryShape {
  readonly path: string;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/**
 * Width of the world in path units; coordinates are rounded to a hundredth, which is enough at the highest zoom level.
 */
export const WORLD_UNITS = 1000;

type MapPoint = readonly [x: number, y: number];

/**
 * An outline that crosses the date line continues beyond the edge of the world and is repeated at the opposite edge.
 */
const wrapAtDateLine = (outline: readonly MapPoint[]): readonly (readonly MapPoint[])[] => {
  let [offset, previousX] = [0, outline[0]?.[0] ?? 0];
  const unwrapped = outline.map(([x, y]): MapPoint => {
    // The closing line along the south pole is as long as the edge and does not cross the date line.
    if (y < WORLD_UNITS - 1 && Math.abs(x - previousX) > WORLD_UNITS / 2)
      offset += x < previousX ? WORLD_UNITS : -WORLD_UNITS;
    previousX = x;
    return [x + offset, y];
  });
  const shift = unwrapped.some(([x]) => x > WORLD_UNITS + 0.01)
    ? -WORLD_UNITS
    : unwrapped.some(([x]) => x < -0.01)
      ? WORLD_UNITS
      : 0;
  return shift === 0 ? [unwrapped] : [unwrapped, unwrapped.map(([x, y]): MapPoint => [x + shift, y])];
};

/** All countries of a topology, projected. */
export const countryShapes = ({ transform, arcs, objects }: Topology): readonly CountryShape[] => {
  const [[scaleX = 1, scaleY = 1], [fromX = 0, fromY = 0]] = [transform.scale, transform.translate];
  const arcPoints = arcs.map((arc): readonly MapPoint[] => {
    let [x, y] = [0, 0];
    return arc.map(([across = 0, down = 0]) => {
      x += across;
      y += down;
      const at = project({ longitude: x * scaleX + fromX, latitude: y * scaleY + fromY });
      return [at.x * WORLD_UNITS, at.y * WORLD_UNITS];
    });
  });
  // A negative number is the bitwise complement of an arc that is traversed backwards (TopoJSON).
  const pointsOfArc = (arc: number): readonly MapPoint[] =>
    arc < 0 ? (arcPoints[~arc] ?? []).toReversed() : (arcPoints[arc] ?? []);
  return objects.countries.geometries.map((geometry) => {
    const rings = (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs).flat();
    // Each arc starts at the last point of the previous one.
    const outlines = rings.flatMap((ring) =>
      wrapAtDateLine(ring.flatMap((arc, index) => pointsOfArc(arc).slice(index === 0 ? 0 : 1))),
    );
    let [west, east, north, south] = [WORLD_UNITS, 0, WORLD_UNITS, 0];
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
export const loadCountryShapes = async (): Promise<readonly CountryShape[]> =>
  countryShapes((await import('world-atlas/countries-50m.json')).default);
