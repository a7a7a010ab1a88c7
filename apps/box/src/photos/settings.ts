import type { Database } from '../store/database.ts';
import { text } from '../store/rows.ts';

/** Groups with more pictures than this are shown (G-38). */
const FACE_MIN_NUM = 3;

/** What an administrator says of the album service. */
export class Settings {
  readonly #db: Database;

  constructor(database: Database) {
    this.#db = database;
  }

  get faceMinNum(): number {
    return Number(this.#get('faceMinNum') ?? FACE_MIN_NUM);
  }

  /** Folders to which pictures are added; null as long as nobody said any. */
  get sources(): readonly string[] | null {
    const lines = this.#get('sources');
    return lines === undefined || lines === '' ? null : lines.split('\0');
  }

  set({ faceMinNum, sources }: { readonly faceMinNum?: number; readonly sources?: readonly string[] }): void {
    this.#db.durable(() => {
      if (faceMinNum !== undefined) this.#put('faceMinNum', String(faceMinNum));
      if (sources !== undefined) this.#put('sources', sources.join('\0'));
    });
  }

  #get(name: string): string | undefined {
    return this.#db.get((row) => text(row, 'value'), 'SELECT value FROM photo_settings WHERE name = ?', name);
  }

  #put(name: string, value: string): void {
    this.#db.run('INSERT OR REPLACE INTO photo_settings (name, value) VALUES (?, ?)', name, value);
  }
}
