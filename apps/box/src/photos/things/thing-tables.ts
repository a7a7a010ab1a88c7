import type { AiConfig } from '@boxwood/box-sdk';
import type { Database } from '../../store/database.ts';
import { text } from '../../store/rows.ts';
import { KINDS, type SeenThing } from './kinds.ts';

/** The things that are seen in pictures: of the surest kinds those that the owner's threshold lets through. */
export class ThingTables {
  readonly #db: Database;
  readonly #settings: { readonly ai: AiConfig };

  /** @param index the database of `IndexTables` */
  constructor(index: Database, settings: { readonly ai: AiConfig }) {
    this.#db = index;
    this.#settings = settings;
  }

  /** How sure a thing has to be, to be shown. */
  get least(): number {
    return this.#settings.ai.object;
  }

  /** What is seen in a content. One that is no longer known, as it was forgotten meanwhile, shows nothing. */
  put(photo: string, things: readonly SeenThing[]): void {
    this.#db.transaction(() => {
      const { changes } = this.#db.run('UPDATE photo_facts SET sought = 1 WHERE id = ?', photo);
      if (changes === 0) return;
      this.#db.run('DELETE FROM photo_things WHERE photo = ?', photo);
      for (const { kind, score } of things)
        if (KINDS[kind] !== undefined)
          this.#db.run('INSERT INTO photo_things (photo, kind, score) VALUES (?, ?, ?)', photo, kind, score);
    });
  }

  /** Nothing is known any more, also not after a power cut. */
  forgetAll(): void {
    this.#db.durable(() => {
      this.#db.run('DELETE FROM photo_things');
      this.#db.run('UPDATE photo_facts SET sought = 0 WHERE sought <> 0');
    });
  }

  /** The contents that show a thing of this kind. */
  photosWith(kind: number): ReadonlySet<string> {
    return new Set(
      this.#db.all(
        (row) => text(row, 'photo'),
        'SELECT photo FROM photo_things WHERE kind = ? AND score >= ?',
        ...[kind, this.least],
      ),
    );
  }
}

/** What the kinds are called whose places are listed with commas between them, in both languages. */
export const thingWords = (kinds: string): string =>
  kinds === ''
    ? ''
    : kinds
        .split(',')
        .map((kind) => KINDS[Number(kind)])
        .map((kind) => (kind === undefined ? '' : `${kind.english}\n${kind.chinese}`))
        .join('\n');
