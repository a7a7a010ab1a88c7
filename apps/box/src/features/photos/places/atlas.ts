import { iso1A2Code } from '@rapideditor/country-coder';

/**
 * The name of a place: a city of China, Hong Kong, Macau, a county of Taiwan, or the nearest named place of another
 * country. `name` and `region` are Chinese where that is the local language; elsewhere both pairs are equal. `region`
 * is empty where it would repeat the name.
 */
export interface PlaceName {
  /** Stable across versions of the box: `CN.4403`, `HK`, `FR.11.Paris`. */
  readonly id: string;
  /** ISO 3166 alpha-2 code; HK, MO and TW have their own. */
  readonly country: string;
  readonly name: string;
  readonly english: string;
  readonly region: string;
  readonly regionEnglish: string;
}

/** A first-level administrative division of a country, with its GeoNames code. */
export interface Division {
  readonly country: string;
  readonly code: string;
  readonly name: string;
}

/** The JSON header of a packed atlas. */
export interface AtlasHeader {
  readonly divisions: readonly Division[];
  readonly areas: readonly PlaceName[];
  /** Length of each part in bytes. */
  readonly lengths: readonly number[];
}

/** The grid has cells of one degree, row by row from the south pole. */
export const GRID_COLUMNS = 360;
export const GRID_ROWS = 180;
export const cellOf = (latitude: number, longitude: number): number =>
  Math.min(GRID_ROWS - 1, Math.floor(latitude + 90)) * GRID_COLUMNS +
  Math.min(GRID_COLUMNS - 1, Math.floor(longitude + 180));

/** Coordinates are stored with a precision of about one metre. */
export const COORDINATE_SCALE = 1e5;
/** Beyond this distance to any named place there is no place name. In km. */
const MAX_PLACE_DISTANCE_KM = 120;
/** Photos on a shore may be outside the outline of their city by this distance. In km. */
const MAX_SHORE_DISTANCE_KM = 30;
const KM_PER_DEGREE = 111.2;

/** The file is part of the program and written by `pack.ts` only. */
const parseHeader = (text: string): AtlasHeader => JSON.parse(text) as AtlasHeader;

/** Names places by position, offline. It holds about eight megabytes, packed by `pack.ts`. */
export class Atlas {
  readonly #header: AtlasHeader;
  readonly #cells: Uint32Array;
  readonly #points: Int32Array;
  readonly #nameEnds: Uint32Array;
  readonly #divisions: Uint32Array;
  readonly #populations: Uint32Array;
  readonly #ringAreas: Uint32Array;
  readonly #ringEnds: Uint32Array;
  readonly #outlines: Int32Array;
  readonly #names: Buffer;
  readonly #areasByCountry = new Map<string, PlaceName[]>();
  /** Bounds of each ring, from {@link Atlas.#boundsOf}. */
  readonly #ringBounds: Int32Array;

  constructor(packed: Uint8Array) {
    // Typed arrays of four-byte numbers need an offset that is a multiple of four.
    const bytes = packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed);
    const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const text = (from: number, length: number): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset + from, length);
    this.#header = parseHeader(text(4, headerLength).toString());
    let at = 4 + headerLength;
    const next = (part: number): readonly [buffer: ArrayBufferLike, from: number, count: number] => {
      const length = this.#header.lengths[part] ?? 0;
      at += length;
      return [bytes.buffer, bytes.byteOffset + at - length, length / 4];
    };
    this.#cells = new Uint32Array(...next(0));
    this.#points = new Int32Array(...next(1));
    this.#nameEnds = new Uint32Array(...next(2));
    this.#divisions = new Uint32Array(...next(3));
    this.#populations = new Uint32Array(...next(4));
    this.#ringAreas = new Uint32Array(...next(5));
    this.#ringEnds = new Uint32Array(...next(6));
    this.#outlines = new Int32Array(...next(7));
    this.#names = text(at, this.#header.lengths[8] ?? 0);
    for (const area of this.#header.areas)
      this.#areasByCountry.set(area.country, [...(this.#areasByCountry.get(area.country) ?? []), area]);
    this.#ringBounds = new Int32Array(this.#ringEnds.length * 4);
    for (const ring of this.#ringEnds.keys()) this.#ringBounds.set(this.#boundsOf(ring), ring * 4);
  }

  /** The place at a position in degrees; null at sea and where there is no named place nearby. */
  at(latitude: number, longitude: number): PlaceName | null {
    const country = iso1A2Code([longitude, latitude], { level: 'territory' });
    if (country === null) return null;
    const areas = this.#areasByCountry.get(country);
    if (areas === undefined) return this.#cityAt(country, latitude, longitude);
    const [only] = areas;
    return only !== undefined && areas.length === 1 ? only : this.#areaAt(country, latitude, longitude);
  }

  #start(ring: number): number {
    return ring === 0 ? 0 : (this.#ringEnds[ring - 1] ?? 0);
  }

  /** West, south, east and north of a ring, extended by the shore distance. */
  #boundsOf(ring: number): readonly number[] {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = this.#start(ring); at < (this.#ringEnds[ring] ?? 0); at += 2) {
      const [x, y] = [this.#outlines[at] ?? 0, this.#outlines[at + 1] ?? 0];
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, y), Math.max(north, y)];
    }
    const shore = (MAX_SHORE_DISTANCE_KM / KM_PER_DEGREE) * COORDINATE_SCALE;
    // Where outlines exist, a degree of longitude is at least half as long as one of latitude.
    return [west - 2 * shore, south - shore, east + 2 * shore, north + shore];
  }

  #areaAt(country: string, latitude: number, longitude: number): PlaceName | null {
    let nearest: PlaceName | null = null;
    let minKm = MAX_SHORE_DISTANCE_KM;
    for (const [ring, at] of this.#ringAreas.entries()) {
      const area = this.#header.areas[at];
      if (area?.country !== country || !this.#isNear(ring, latitude, longitude)) continue;
      const km = this.#kmToRing(ring, latitude, longitude);
      if (km === 0) return area;
      if (km < minKm) [nearest, minKm] = [area, km];
    }
    return nearest;
  }

  #isNear(ring: number, latitude: number, longitude: number): boolean {
    const [x, y] = [longitude * COORDINATE_SCALE, latitude * COORDINATE_SCALE];
    const [west = 0, south = 0, east = 0, north = 0] = this.#ringBounds.subarray(ring * 4, ring * 4 + 4);
    return x >= west && x <= east && y >= south && y <= north;
  }

  /** Distance from a position to a ring; 0 inside it. */
  #kmToRing(ring: number, latitude: number, longitude: number): number {
    const [from, until] = [this.#start(ring), this.#ringEnds[ring] ?? 0];
    const [x, y] = [longitude * COORDINATE_SCALE, latitude * COORDINATE_SCALE];
    let isWithin = false;
    let minKm = Infinity;
    for (let at = from, before = until - 2; at < until; before = at, at += 2) {
      const [ax, ay] = [this.#outlines[at] ?? 0, this.#outlines[at + 1] ?? 0];
      const [bx, by] = [this.#outlines[before] ?? 0, this.#outlines[before + 1] ?? 0];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isWithin = !isWithin;
      minKm = Math.min(minKm, kmBetween(latitude, longitude, ay / COORDINATE_SCALE, ax / COORDINATE_SCALE));
    }
    return isWithin ? 0 : minKm;
  }

  /** The largest city whose radius covers a position, else the nearest place: at the Eiffel Tower, that is Paris. */
  #cityAt(country: string, latitude: number, longitude: number): PlaceName | null {
    let [nearest, minKm]: [number | null, number] = [null, MAX_PLACE_DISTANCE_KM];
    let [largest, maxPopulation]: [number | null, number] = [null, 0];
    for (const cell of nearbyCells(latitude, longitude))
      for (let at = this.#cells[cell] ?? 0; at < (this.#cells[cell + 1] ?? 0); at += 1) {
        if (this.#divisionOf(at)?.country !== country) continue;
        const [x, y] = [this.#points[at * 2] ?? 0, this.#points[at * 2 + 1] ?? 0];
        const km = kmBetween(latitude, longitude, y / COORDINATE_SCALE, x / COORDINATE_SCALE);
        const population = this.#populations[at] ?? 0;
        if (km < minKm) [nearest, minKm] = [at, km];
        if (population > maxPopulation && km <= cityRadiusKm(population)) [largest, maxPopulation] = [at, population];
      }
    const found = largest ?? nearest;
    return found === null ? null : this.#toPlaceName(found);
  }

  #divisionOf(point: number): Division | undefined {
    return this.#header.divisions[this.#divisions[point] ?? 0];
  }

  #toPlaceName(point: number): PlaceName | null {
    const division = this.#divisionOf(point);
    if (division === undefined) return null;
    const name = this.#names.toString('utf8', point === 0 ? 0 : this.#nameEnds[point - 1], this.#nameEnds[point]);
    const region = division.name === name ? '' : division.name;
    const id = `${division.country}.${division.code}.${name}`.slice(0, 120);
    return { id, country: division.country, name, english: name, region, regionEnglish: region };
  }
}

/** Estimated radius of a city in km, by population: 17 for eight million, 2 for a hundred thousand. */
const cityRadiusKm = (people: number): number => 0.006 * Math.sqrt(people);

/** Approximate distance in km, accurate enough for short distances. */
const kmBetween = (aLat: number, aLon: number, bLat: number, bLon: number): number => {
  const across = Math.abs(aLon - bLon);
  const x = Math.min(across, 360 - across) * Math.cos((aLat * Math.PI) / 180);
  return Math.hypot(x, aLat - bLat) * KM_PER_DEGREE;
};

/** The cells that may contain a place within {@link MAX_PLACE_DISTANCE_KM}. */
const nearbyCells = (latitude: number, longitude: number): readonly number[] => {
  const high = Math.ceil(MAX_PLACE_DISTANCE_KM / KM_PER_DEGREE);
  const wide = Math.min(GRID_COLUMNS / 2, Math.ceil(high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))));
  const cells: number[] = [];
  for (let row = -high; row <= high; row += 1) {
    const y = latitude + row;
    if (y < -90 || y > 90) continue;
    for (let column = -wide; column <= wide; column += 1)
      cells.push(cellOf(y, ((((longitude + column + 180) % 360) + 360) % 360) - 180));
  }
  return cells;
};
