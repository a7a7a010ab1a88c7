/** A position as `[longitude, latitude]`. */
type Position = readonly [number, number];
/** The outline of an area, then the outlines of its holes. */
type Polygon = readonly (readonly Position[])[];

/** The part of a GeoJSON feature that the lookup reads. */
export interface AreaFeature<P> {
  readonly properties: P;
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: Polygon }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Polygon[] }
    | null;
}

interface Area<P> {
  readonly polygon: Polygon;
  readonly properties: P;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const areaOf = <P>(polygon: Polygon, properties: P): Area<P> => {
  const outline = polygon[0] ?? [];
  const longitudes = outline.map(([longitude]) => longitude);
  const latitudes = outline.map(([, latitude]) => latitude);
  return {
    polygon,
    properties,
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
};

/** Whether an odd number of edges lies to the east of the position. */
const isInside = (polygon: Polygon, [x, y]: Position): boolean => {
  let inside = false;
  for (const ring of polygon) {
    let previous = ring.at(-1);
    for (const point of ring) {
      if (previous !== undefined) {
        const [x1, y1] = point;
        const [x2, y2] = previous;
        if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
      }
      previous = point;
    }
  }
  return inside;
};

/**
 * Finds the area that contains a position. The build of the box uses it in place of the package `which-polygon`, which
 * country-coder imports and whose index builds functions from text. A few hundred areas need no index.
 */
export default function createPolygonLookup<P>({
  features,
}: {
  readonly features: readonly AreaFeature<P>[];
}): (position: Position) => P | null {
  const areas = features.flatMap(({ geometry, properties }) => {
    if (geometry === null) return [];
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return polygons.map((polygon) => areaOf(polygon, properties));
  });
  return (position) => {
    const [x, y] = position;
    const found = areas.find(
      ({ west, south, east, north, polygon }) =>
        west <= x && x <= east && south <= y && y <= north && isInside(polygon, position),
    );
    return found?.properties ?? null;
  };
}
