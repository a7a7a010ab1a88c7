import type { AiConfig } from '@boxwood/box-sdk';
import type { Database } from '../../../store/database.ts';
import { readInChunks } from '../../../store/read-in-chunks.ts';
import { number, text } from '../../../store/row-columns.ts';
import { clearAnalysis } from '../photo-analyses.ts';
import { FIRST_OWN_KIND, BUILT_IN_KINDS, ObjectKinds, type DetectedObject } from './object-kinds.ts';
import type { OwnKind } from './own-labels.ts';

/** Contents processed before yielding to the event loop. */
const CONTENTS_PER_BATCH = 1000;

/** Stores the objects detected in photos. Only those above the owner's threshold are shown. */
export class ObjectTables {
  readonly #db: Database;
  readonly #settings: { readonly ai: AiConfig };
  /** All kinds known to this box. */
  readonly kinds = new ObjectKinds();

  /** @param index the database of `IndexTables` */
  constructor(index: Database, settings: { readonly ai: AiConfig }) {
    this.#db = index;
    this.#settings = settings;
    this.#readKinds();
  }

  /** The version of the owner's classifier; empty if there is none. */
  get ownVersion(): string {
    return this.#db.get((row) => text(row, 'mark'), 'SELECT mark FROM photo_own_model') ?? '';
  }

  /** Replaces the owner's classifier, or removes it. Results of the previous one are deleted. */
  replaceOwnClassifier(version: string, kinds: readonly OwnKind[]): void {
    this.#db.transaction(() => {
      for (const table of ['photo_own_things', 'photo_own_kinds', 'photo_own_model'])
        this.#db.run(`DELETE FROM ${table}`);
      this.#db.run('UPDATE photo_facts SET sorted = 0 WHERE sorted <> 0');
      if (version !== '') this.#db.run('INSERT INTO photo_own_model (mark) VALUES (?)', version);
      for (const { number: kind, id, english, chinese } of kinds)
        if (kind >= FIRST_OWN_KIND)
          this.#db.run(
            'INSERT INTO photo_own_kinds (kind, id, english, chinese) VALUES (?, ?, ?, ?)',
            kind,
            id,
            english,
            chinese,
          );
    });
    this.#readKinds();
  }

  #readKinds(): void {
    this.kinds.setOwnKinds(
      this.#db.all(
        (row) => ({
          number: number(row, 'kind'),
          id: text(row, 'id'),
          english: text(row, 'english'),
          chinese: text(row, 'chinese'),
        }),
        'SELECT kind, id, english, chinese FROM photo_own_kinds ORDER BY kind',
      ),
    );
  }

  /** Stores the results of the owner's classifier for a content. */
  putOwn(photo: string, objects: readonly DetectedObject[]): void {
    this.#put(photo, objects, 'sorted', 'photo_own_things');
  }

  /** Minimum score of a shown object. */
  get minShownScore(): number {
    return this.#settings.ai.object;
  }

  /** Stores the objects of a content. Does nothing if the content was forgotten meanwhile. */
  put(photo: string, objects: readonly DetectedObject[]): void {
    this.#put(
      photo,
      objects.filter(({ kind }) => BUILT_IN_KINDS[kind] !== undefined),
      'sought',
      'photo_things',
    );
  }

  #put(photo: string, objects: readonly DetectedObject[], analysis: 'sought' | 'sorted', table: string): void {
    this.#db.transaction(() => {
      const { changes } = this.#db.run(`UPDATE photo_facts SET ${analysis} = 1 WHERE id = ?`, photo);
      if (changes === 0) return;
      this.#db.run(`DELETE FROM ${table} WHERE photo = ?`, photo);
      for (const { kind, score } of objects)
        this.#db.run(`INSERT OR IGNORE INTO ${table} (photo, kind, score) VALUES (?, ?, ?)`, photo, kind, score);
    });
  }

  /** Whether no object is stored. */
  get isEmpty(): boolean {
    return (
      this.#db.get(() => true, 'SELECT 1 FROM photo_things UNION ALL SELECT 1 FROM photo_own_things LIMIT 1') ===
      undefined
    );
  }

  /** Durably deletes all objects. */
  async forgetAll(): Promise<void> {
    await clearAnalysis(this.#db, 'sought', 'photo_things');
    await clearAnalysis(this.#db, 'sorted', 'photo_own_things');
  }

  /**
   * The contents with an object of this kind, in batches, yielding to the event loop. A content appears twice if both
   * classifiers detected the kind.
   */
  async *photosWith(kind: number): AsyncGenerator<readonly string[]> {
    for (const table of ['photo_things', 'photo_own_things']) yield* this.#photosIn(table, kind);
  }

  async *#photosIn(table: string, kind: number): AsyncGenerator<readonly string[]> {
    const contents = readInChunks({
      from: '',
      size: CONTENTS_PER_BATCH,
      read: (after, size) =>
        this.#db.all(
          (row) => ({ photo: text(row, 'photo'), score: number(row, 'score') }),
          `SELECT photo, score FROM ${table} WHERE kind = ? AND photo > ? ORDER BY photo LIMIT ?`,
          kind,
          after,
          size,
        ),
      keyOf: ({ photo }) => photo,
    });
    for await (const batch of contents)
      yield batch.flatMap(({ photo, score }) => (score >= this.minShownScore ? [photo] : []));
  }
}
