import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';
import { number, text } from '../../store/row-columns.ts';

/** A group of photos: its size, and the hash that leads to the thumbnail of its newest photo. */
export interface PhotoCount {
  readonly label: string;
  readonly count: number;
  readonly cover: string;
}

/** What photos are grouped by: the place where they were taken, or the object kinds that they show. */
const SOURCES = {
  place: `SELECT f.id AS file, p.hash, p.place AS label FROM photo_files f JOIN photo_facts p ON p.id = f.photo
    WHERE f.id IN (SELECT value FROM json_each(?)) AND p.place <> ''`,
  thing: `SELECT f.id AS file, p.hash, CAST(t.kind AS TEXT) AS label FROM photo_files f JOIN photo_facts p ON p.id = f.photo
    JOIN photo_things t ON t.photo = p.id WHERE f.id IN (SELECT value FROM json_each(?1)) AND t.score >= ?2
    UNION SELECT f.id, p.hash, CAST(t.kind AS TEXT) FROM photo_files f JOIN photo_facts p ON p.id = f.photo
    JOIN photo_own_things t ON t.photo = p.id WHERE f.id IN (SELECT value FROM json_each(?1)) AND t.score >= ?2`,
} as const;

/** Rows processed before yielding to the event loop. */
const ROWS_PER_BATCH = 500;

/** Counts the photos of timelines by group. Results are cached for each timeline version. */
export class PhotoCounts {
  readonly #db: Database;
  readonly #cache = new WeakMap<Uint32Array, Map<string, readonly PhotoCount[]>>();

  /** @param index the database of `IndexTables` */
  constructor(index: Database) {
    this.#db = index;
  }

  /** Counts a timeline's photos by place, most photos first. */
  countByPlace(files: Uint32Array): Promise<readonly PhotoCount[]> {
    return this.#countBy(files, 'place', []);
  }

  /** Counts a timeline's photos by object kind (its index) with at least this score, most photos first. */
  countByObjectKind(files: Uint32Array, minScore: number): Promise<readonly PhotoCount[]> {
    return this.#countBy(files, 'thing', [minScore]);
  }

  async #countBy(
    files: Uint32Array,
    by: keyof typeof SOURCES,
    parameters: readonly number[],
  ): Promise<readonly PhotoCount[]> {
    const key = [by, ...parameters].join(' ');
    const byKey = this.#cache.get(files) ?? new Map<string, readonly PhotoCount[]>();
    this.#cache.set(files, byKey);
    const cached = byKey.get(key);
    if (cached !== undefined) return cached;
    const counts = new Map<string, { count: number; readonly cover: string }>();
    for (let at = 0; at < files.length; at += ROWS_PER_BATCH) {
      const batch = [...files.subarray(at, at + ROWS_PER_BATCH)];
      const order = new Map(batch.map((file, place) => [file, place]));
      const found = this.#db
        .all(
          (row) => ({ file: number(row, 'file'), label: text(row, 'label'), cover: text(row, 'hash') }),
          SOURCES[by],
          JSON.stringify(batch),
          ...parameters,
        )
        .toSorted((one, other) => (order.get(one.file) ?? 0) - (order.get(other.file) ?? 0));
      for (const { label, cover } of found) {
        const counted = counts.get(label);
        if (counted === undefined) counts.set(label, { count: 1, cover });
        else counted.count += 1;
      }
      await setImmediate();
    }
    const all = [...counts]
      .map(([label, counted]) => ({ label, ...counted }))
      .toSorted((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
    byKey.set(key, all);
    return all;
  }
}
