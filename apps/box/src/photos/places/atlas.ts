import { iso1A2Code } from '@rapideditor/country-coder';

/**
 * Where something is, in words: a city of China, Hong Kong, Macau, a county of Taiwan, or the nearest named place of another country. `name` and
 * `region` are as people there write them in Chinese, elsewhere both pairs are the same. `region` is empty where it would say the name again.
 */
export interface PlaceName {
  /** Stays from one version of the box to the next: `CN.4403`, `HK`, `FR.11.Paris`. */
  readonly id: string;
  /** Two letters, as ISO 3166 has them: HK, MO and TW are of their own. */
  readonly country: string;
  readonly name: string;
  readonly english: string;
  readonly region: string;
  readonly regionEnglish: string;
}

/** A named area of which the outline is known. */
export interface Area extends PlaceName {
  /** Outer rings, each as longitude and latitude by turns. */
  readonly rings: readonly (readonly number[])[];
}

/** A named point, and the country's first division that it lies in. */
export interface Point {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
  readonly division: Division;
}

/** A first division of a country, as GeoNames numbers it. */
export interface Division {
  readonly country: string;
  readonly code: string;
  readonly name: string;
}

interface Head {
  readonly divisions: readonly Division[];
  readonly areas: readonly PlaceName[];
  /** Bytes of each part, in the order of {@link parts}. */
  readonly lengths: readonly number[];
}

/** Cells of one degree, row by row from the south pole. */
const COLUMNS = 360;
const ROWS = 180;
const cellOf = (latitude: number, longitude: number): number =>
  Math.min(ROWS - 1, Math.floor(latitude + 90)) * COLUMNS + Math.min(COLUMNS - 1, Math.floor(longitude + 180));

/** Coordinates are kept to the metre. */
const SCALE = 1e5;
/** In which no named place is nearer than this, only the country is said; kilometres. */
const FAR_KM = 120;
/** A picture on the shore may lie outside the outline of its city; kilometres. */
const SHORE_KM = 30;
const KM_PER_DEGREE = 111.2;

/** Packs areas and points so that they can be read without being taken apart. */
export const packAtlas = (areas: readonly Area[], points: readonly Point[]): Uint8Array => {
  const sorted = points
    .map((point) => ({ ...point, cell: cellOf(point.latitude, point.longitude) }))
    .toSorted((one, other) => one.cell - other.cell);
  const divisions = [...new Set(sorted.map(({ division }) => division))];
  const numbers = new Map(divisions.map((division, at) => [division, at]));
  const cells = new Uint32Array(COLUMNS * ROWS + 1);
  for (const { cell } of sorted) cells[cell + 1] = (cells[cell + 1] ?? 0) + 1;
  for (let at = 1; at < cells.length; at += 1) cells[at] = (cells[at] ?? 0) + (cells[at - 1] ?? 0);
  const names = sorted.map(({ name }) => Buffer.from(name));
  const nameEnds = new Uint32Array(names.length);
  for (let at = 0, end = 0; at < names.length; at += 1) nameEnds[at] = end += names[at]?.length ?? 0;
  const rings = areas.flatMap((area, at) => area.rings.map((ring) => ({ area: at, ring })));
  const ringEnds = new Uint32Array(rings.length);
  for (let at = 0, end = 0; at < rings.length; at += 1) ringEnds[at] = end += rings[at]?.ring.length ?? 0;
  const scaled = (values: readonly number[]): Int32Array =>
    Int32Array.from(values, (value) => Math.round(value * SCALE));
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
  const head: Head = {
    divisions,
    areas: areas.map(({ rings: _outline, ...name }) => name),
    lengths: parts.map(({ byteLength }) => byteLength),
  };
  const said = Buffer.from(JSON.stringify(head));
  const room = Buffer.alloc(Math.ceil((said.length + 4) / 4) * 4, ' ');
  room.writeUInt32LE(room.length - 4, 0);
  said.copy(room, 4);
  return Buffer.concat([room, ...parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))]);
};

const fromJson = (text: string): Head => JSON.parse(text) as Head;

/** Names places by their position, without a network. It holds what {@link packAtlas} packed, some five megabytes. */
export class Atlas {
  readonly #head: Head;
  readonly #cells: Uint32Array;
  readonly #points: Int32Array;
  readonly #nameEnds: Uint32Array;
  readonly #divisions: Uint32Array;
  readonly #people: Uint32Array;
  readonly #ringAreas: Uint32Array;
  readonly #ringEnds: Uint32Array;
  readonly #outlines: Int32Array;
  readonly #names: Buffer;
  readonly #outlined = new Map<string, PlaceName[]>();
  /** West, south, east and north of each ring, with the water before it. */
  readonly #boxes: Int32Array;

  constructor(packed: Uint8Array) {
    // Numbers of four bytes can be read where they lie only when they begin at a multiple of four.
    const bytes = packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed);
    const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const text = (from: number, length: number): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset + from, length);
    this.#head = fromJson(text(4, headLength).toString());
    let at = 4 + headLength;
    const next = (part: number): readonly [buffer: ArrayBufferLike, from: number, count: number] => {
      const length = this.#head.lengths[part] ?? 0;
      at += length;
      return [bytes.buffer, bytes.byteOffset + at - length, length / 4];
    };
    this.#cells = new Uint32Array(...next(0));
    this.#points = new Int32Array(...next(1));
    this.#nameEnds = new Uint32Array(...next(2));
    this.#divisions = new Uint32Array(...next(3));
    this.#people = new Uint32Array(...next(4));
    this.#ringAreas = new Uint32Array(...next(5));
    this.#ringEnds = new Uint32Array(...next(6));
    this.#outlines = new Int32Array(...next(7));
    this.#names = text(at, this.#head.lengths[8] ?? 0);
    for (const area of this.#head.areas)
      this.#outlined.set(area.country, [...(this.#outlined.get(area.country) ?? []), area]);
    this.#boxes = Int32Array.from({ length: this.#ringEnds.length * 4 }, () => 0);
    for (const [ring, until] of this.#ringEnds.entries()) {
      const [from, reach] = [this.#start(ring), SHORE_KM / KM_PER_DEGREE];
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      for (let at = from; at < until; at += 2) {
        const [x, y] = [this.#outlines[at] ?? 0, this.#outlines[at + 1] ?? 0];
        const [west = x, south = y, east = x, north = y] = box;
        [box[0], box[1], box[2], box[3]] = [
          Math.min(west, x),
          Math.min(south, y),
          Math.max(east, x),
          Math.max(north, y),
        ];
      }
      const [west = 0, south = 0, east = 0, north = 0] = box;
      // A degree of longitude is at least half as long as one of latitude where there are outlines.
      this.#boxes.set(
        [west - 2 * reach * SCALE, south - reach * SCALE, east + 2 * reach * SCALE, north + reach * SCALE],
        ring * 4,
      );
    }
  }

  /** The place at a position in degrees; null at sea, and where nothing near has a name. */
  at(latitude: number, longitude: number): PlaceName | null {
    const country = iso1A2Code([longitude, latitude], { level: 'territory' });
    if (country === null) return null;
    const areas = this.#outlined.get(country);
    if (areas === undefined) return this.#cityAt(country, latitude, longitude);
    const [only] = areas;
    return only !== undefined && areas.length === 1 ? only : this.#areaAt(country, latitude, longitude);
  }

  #start(ring: number): number {
    return ring === 0 ? 0 : (this.#ringEnds[ring - 1] ?? 0);
  }

  #areaAt(country: string, latitude: number, longitude: number): PlaceName | null {
    let nearest: PlaceName | null = null;
    let least = SHORE_KM;
    for (const [ring, at] of this.#ringAreas.entries()) {
      const area = this.#head.areas[at];
      if (area?.country !== country || !this.#isNear(ring, latitude, longitude)) continue;
      const km = this.#kmToRing(ring, latitude, longitude);
      if (km === 0) return area;
      if (km < least) [nearest, least] = [area, km];
    }
    return nearest;
  }

  #isNear(ring: number, latitude: number, longitude: number): boolean {
    const [x, y] = [longitude * SCALE, latitude * SCALE];
    const [west = 0, south = 0, east = 0, north = 0] = this.#boxes.subarray(ring * 4, ring * 4 + 4);
    return x >= west && x <= east && y >= south && y <= north;
  }

  /** How far a position lies from a ring; 0 within it. */
  #kmToRing(ring: number, latitude: number, longitude: number): number {
    const [from, until] = [this.#start(ring), this.#ringEnds[ring] ?? 0];
    const [x, y] = [longitude * SCALE, latitude * SCALE];
    let isWithin = false;
    let least = Infinity;
    for (let at = from, before = until - 2; at < until; before = at, at += 2) {
      const [ax, ay] = [this.#outlines[at] ?? 0, this.#outlines[at + 1] ?? 0];
      const [bx, by] = [this.#outlines[before] ?? 0, this.#outlines[before + 1] ?? 0];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isWithin = !isWithin;
      least = Math.min(least, kmBetween(latitude, longitude, ay / SCALE, ax / SCALE));
    }
    return isWithin ? 0 : least;
  }

  /** The largest city that reaches to a position, else the nearest place: who stood below the Eiffel Tower was in Paris. */
  #cityAt(country: string, latitude: number, longitude: number): PlaceName | null {
    let [nearest, least]: [number | null, number] = [null, FAR_KM];
    let [largest, most]: [number | null, number] = [null, 0];
    for (const cell of around(latitude, longitude))
      for (let at = this.#cells[cell] ?? 0; at < (this.#cells[cell + 1] ?? 0); at += 1) {
        if (this.#divisionOf(at)?.country !== country) continue;
        const [x, y] = [this.#points[at * 2] ?? 0, this.#points[at * 2 + 1] ?? 0];
        const km = kmBetween(latitude, longitude, y / SCALE, x / SCALE);
        const people = this.#people[at] ?? 0;
        if (km < least) [nearest, least] = [at, km];
        if (people > most && km <= reachOf(people)) [largest, most] = [at, people];
      }
    const found = largest ?? nearest;
    return found === null ? null : this.#named(found);
  }

  #divisionOf(point: number): Division | undefined {
    return this.#head.divisions[this.#divisions[point] ?? 0];
  }

  #named(point: number): PlaceName | null {
    const division = this.#divisionOf(point);
    if (division === undefined) return null;
    const name = this.#names.toString('utf8', point === 0 ? 0 : this.#nameEnds[point - 1], this.#nameEnds[point]);
    const region = division.name === name ? '' : division.name;
    const id = `${division.country}.${division.code}.${name}`.slice(0, 120);
    return { id, country: division.country, name, english: name, region, regionEnglish: region };
  }
}

/** How far from its middle a city of so many reaches, in kilometres: 17 for eight millions, 2 for a hundred thousand. */
const reachOf = (people: number): number => 0.006 * Math.sqrt(people);

/** Kilometres, near enough for places that are near. */
const kmBetween = (aLat: number, aLon: number, bLat: number, bLon: number): number => {
  const across = Math.abs(aLon - bLon);
  const x = Math.min(across, 360 - across) * Math.cos((aLat * Math.PI) / 180);
  return Math.hypot(x, aLat - bLat) * KM_PER_DEGREE;
};

/** The cells that may hold something within {@link FAR_KM}. */
const around = (latitude: number, longitude: number): readonly number[] => {
  const high = Math.ceil(FAR_KM / KM_PER_DEGREE);
  const wide = Math.min(COLUMNS / 2, Math.ceil(high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))));
  const cells: number[] = [];
  for (let row = -high; row <= high; row += 1) {
    const y = latitude + row;
    if (y < -90 || y > 90) continue;
    for (let column = -wide; column <= wide; column += 1)
      cells.push(cellOf(y, ((((longitude + column + 180) % 360) + 360) % 360) - 180));
  }
  return cells;
};
