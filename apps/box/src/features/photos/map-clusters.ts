import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';
import { number, type Row, text, textOrNull } from '../../store/row-columns.ts';

/** The visible part of a map, in degrees. */
export interface MapFrame {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const WORLD: MapFrame = { west: -180, south: -90, east: 180, north: 90 };

/** The photos of one map cell. */
export interface MapCluster {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly count: number;
  /** Hash for the thumbnail of the newest photo, and the id of its place, or empty. */
  readonly cover: string;
  readonly place: string;
}

interface MapPosition {
  readonly latitude: number;
  readonly longitude: number;
}

/** Width and height of a map cell in degrees. Halved per zoom level, so that no edge is rounded. */
const cellSizeOf = (zoom: number): number => 90 / 2 ** zoom;

/** The id of the map cell that contains a position. */
export const cellAt = (zoom: number, { latitude, longitude }: MapPosition): string => {
  const step = cellSizeOf(zoom);
  return `${zoom}.${Math.floor((longitude + 180) / step)}.${Math.floor((latitude + 90) / step)}`;
};

/** Rows processed before yielding to the event loop, and the maximum number of clusters returned. */
const ROWS_PER_BATCH = 500;
const MAX_CLUSTERS = 1000;

const readPosition = (row: Row): MapPosition => ({
  latitude: number(row, 'latitude'),
  longitude: number(row, 'longitude'),
});

/** Groups the photos of a timeline into map clusters. */
export class MapClusters {
  readonly #db: Database;
  /** Latitude and longitude of each file of a timeline; NaN where unknown. */
  readonly #positions = new WeakMap<Uint32Array, Float64Array>();

  /** @param index the database of `IndexTables` */
  constructor(index: Database) {
    this.#db = index;
  }

  /** The contents that were taken in this map cell. */
  photosInCell(cell: string): ReadonlySet<string> {
    const [zoom = 0, column = 0, row = 0] = cell.split('.').map(Number);
    const step = cellSizeOf(zoom);
    const [west, south] = [column * step - 180, row * step - 90];
    const near = this.#db.all(
      (found) => ({ id: text(found, 'id'), ...readPosition(found) }),
      `SELECT id, latitude, longitude FROM photo_facts
       WHERE latitude IS NOT NULL AND longitude >= ? AND longitude <= ? AND latitude >= ? AND latitude <= ?`,
      west - step,
      west + 2 * step,
      south - step,
      south + 2 * step,
    );
    return new Set(near.filter((each) => cellAt(zoom, each) === cell).map(({ id }) => id));
  }

  /** The clusters of a timeline's photos in a frame, most photos first. `files` are newest first. */
  async of(
    files: Uint32Array,
    zoom: number,
    frame: MapFrame = WORLD,
  ): Promise<{ readonly total: number; readonly list: readonly MapCluster[] }> {
    const positions = await this.#positionsOf(files);
    const clusters = new Map<string, { count: number; latitude: number; longitude: number; readonly file: number }>();
    let total = 0;
    for (const [index, file] of files.entries()) {
      const [latitude = NaN, longitude = NaN] = positions.subarray(index * 2, index * 2 + 2);
      if (!isIn(frame, latitude, longitude)) continue;
      total += 1;
      const id = cellAt(zoom, { latitude, longitude });
      const cluster = clusters.get(id);
      if (cluster === undefined) clusters.set(id, { count: 1, latitude, longitude, file });
      else {
        cluster.count += 1;
        cluster.latitude += latitude;
        cluster.longitude += longitude;
      }
    }
    const largest = [...clusters].toSorted(([one, a], [other, b]) => b.count - a.count || (one < other ? -1 : 1));
    return { total, list: this.#toClusters(largest.slice(0, MAX_CLUSTERS)) };
  }

  #toClusters(
    clusters: readonly (readonly [
      id: string,
      part: { readonly count: number; readonly latitude: number; readonly longitude: number; readonly file: number },
    ])[],
  ): readonly MapCluster[] {
    const newest = new Map(
      this.#db.all(
        (row) => [number(row, 'file'), { cover: text(row, 'hash'), place: textOrNull(row, 'place') ?? '' }] as const,
        `SELECT f.id AS file, p.hash, p.place FROM photo_files f JOIN photo_facts p ON p.id = f.photo
         WHERE f.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(clusters.map(([, { file }]) => file)),
      ),
    );
    return clusters.map(([id, { count, latitude, longitude, file }]) => ({
      id,
      count,
      latitude: latitude / count,
      longitude: longitude / count,
      ...(newest.get(file) ?? { cover: '', place: '' }),
    }));
  }

  async #positionsOf(files: Uint32Array): Promise<Float64Array> {
    const known = this.#positions.get(files);
    if (known !== undefined) return known;
    const positions = new Float64Array(files.length * 2).fill(NaN);
    for (let at = 0; at < files.length; at += ROWS_PER_BATCH) {
      const batch = [...files.subarray(at, at + ROWS_PER_BATCH)];
      const located = new Map(
        this.#db.all(
          (row) => [number(row, 'file'), readPosition(row)] as const,
          `SELECT f.id AS file, p.latitude, p.longitude FROM photo_files f JOIN photo_facts p ON p.id = f.photo
           WHERE f.id IN (SELECT value FROM json_each(?)) AND p.latitude IS NOT NULL AND p.longitude IS NOT NULL`,
          JSON.stringify(batch),
        ),
      );
      for (const [offset, file] of batch.entries()) {
        const position = located.get(file);
        if (position !== undefined) positions.set([position.latitude, position.longitude], (at + offset) * 2);
      }
      await setImmediate();
    }
    this.#positions.set(files, positions);
    return positions;
  }
}

const isIn = ({ west, south, east, north }: MapFrame, latitude: number, longitude: number): boolean =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;
