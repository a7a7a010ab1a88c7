import {
  cellOf,
  GRID_COLUMNS,
  type Division,
  type AtlasHeader,
  type PlaceName,
  GRID_ROWS,
  COORDINATE_SCALE,
} from './atlas.ts';

/** A named area with its outline. */
export interface OutlinedArea extends PlaceName {
  /** Outer rings, each as alternating longitude and latitude. */
  readonly rings: readonly (readonly number[])[];
}

/** A named point and its first-level administrative division. */
export interface NamedPoint {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
  readonly division: Division;
}

/** Packs areas and points into a format that is used without parsing. */
export const packAtlas = (areas: readonly OutlinedArea[], points: readonly NamedPoint[]): Uint8Array => {
  const sorted = points
    .map((point) => ({ ...point, cell: cellOf(point.latitude, point.longitude) }))
    .toSorted((one, other) => one.cell - other.cell);
  const divisions = [...new Set(sorted.map(({ division }) => division))];
  const numbers = new Map(divisions.map((division, index) => [division, index]));
  const cells = new Uint32Array(GRID_COLUMNS * GRID_ROWS + 1);
  for (const { cell } of sorted) cells[cell + 1] = (cells[cell + 1] ?? 0) + 1;
  for (let at = 1; at < cells.length; at += 1) cells[at] = (cells[at] ?? 0) + (cells[at - 1] ?? 0);
  const names = sorted.map(({ name }) => Buffer.from(name));
  const nameEnds = new Uint32Array(names.length);
  for (let at = 0, end = 0; at < names.length; at += 1) nameEnds[at] = end += names[at]?.length ?? 0;
  const rings = areas.flatMap((area, index) => area.rings.map((ring) => ({ area: index, ring })));
  const ringEnds = new Uint32Array(rings.length);
  for (let at = 0, end = 0; at < rings.length; at += 1) ringEnds[at] = end += rings[at]?.ring.length ?? 0;
  const scaled = (values: readonly number[]): Int32Array =>
    Int32Array.from(values, (value) => Math.round(value * COORDINATE_SCALE));
  const parts = [
    cells,
    scaled(sorted.flatMap(({ latitude, longitude }) => [longitude, latitude])),
    nameEnds,
    Uint32Array.from(sorted, ({ division }) => numbers.get(division) ?? 0),
    Uint32Array.from(sorted, ({ population }) => population),
    Uint32Array.from(rings, ({ area }) => area),
    ringEnds,
    scaled(rings.flatMap(({ ring }) => ring)),
    Buffer.concat(names),
  ];
  const header: AtlasHeader = {
    divisions,
    areas: areas.map(({ rings: _outline, ...name }) => name),
    lengths: parts.map(({ byteLength }) => byteLength),
  };
  const headerJson = Buffer.from(JSON.stringify(header));
  const paddedHeader = Buffer.alloc(Math.ceil((headerJson.length + 4) / 4) * 4, ' ');
  paddedHeader.writeUInt32LE(paddedHeader.length - 4, 0);
  headerJson.copy(paddedHeader, 4);
  return Buffer.concat([
    paddedHeader,
    ...parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  ]);
};
