import type { Database } from '../../../store/database.ts';
import { number, type Row, text } from '../../../store/row-columns.ts';
import type { PlaceName } from './atlas.ts';

/** A content with a position. */
export interface UnnamedPosition {
  readonly photo: string;
  readonly latitude: number;
  readonly longitude: number;
}

const toPlaceName = (row: Row): PlaceName => ({
  id: text(row, 'id'),
  country: text(row, 'country'),
  name: text(row, 'name'),
  english: text(row, 'english'),
  region: text(row, 'region'),
  regionEnglish: text(row, 'region_english'),
});

/** Stores the places where contents were taken. */
export class PlaceTables {
  readonly #db: Database;

  /** @param index the database of `IndexTables` */
  constructor(index: Database) {
    this.#db = index;
  }

  /** Contents with a position whose place has not been looked up yet. */
  photosWithoutPlace(count: number): readonly UnnamedPosition[] {
    return this.#db.all(
      (row) => ({
        photo: text(row, 'id'),
        latitude: number(row, 'latitude'),
        longitude: number(row, 'longitude'),
      }),
      `SELECT id, latitude, longitude FROM photo_facts INDEXED BY photo_facts_unplaced WHERE place IS NULL AND latitude IS NOT NULL AND longitude IS NOT NULL LIMIT ?`,
      count,
    );
  }

  /** Stores the places of contents; null where there is no named place. */
  savePlaces(found: readonly { readonly photo: string; readonly place: PlaceName | null }[]): void {
    this.#db.transaction(() => {
      for (const { photo, place } of found) {
        if (place !== null)
          this.#db.run(
            'INSERT OR REPLACE INTO photo_places (id, country, name, english, region, region_english) VALUES (?, ?, ?, ?, ?, ?)',
            place.id,
            place.country,
            place.name,
            place.english,
            place.region,
            place.regionEnglish,
          );
        this.#db.run(
          `UPDATE photo_facts SET place = ?, country = CASE WHEN country = '' THEN ? ELSE country END WHERE id = ?`,
          place?.id ?? '',
          place?.country ?? '',
          photo,
        );
      }
    });
  }

  /** The place where a content was taken. */
  of(photo: string): PlaceName | undefined {
    return this.#db.get(
      toPlaceName,
      'SELECT l.* FROM photo_facts p JOIN photo_places l ON l.id = p.place WHERE p.id = ?',
      photo,
    );
  }

  /** All places with a photo, by id. */
  all(): ReadonlyMap<string, PlaceName> {
    return new Map(this.#db.all(toPlaceName, 'SELECT * FROM photo_places').map((place) => [place.id, place]));
  }
}
