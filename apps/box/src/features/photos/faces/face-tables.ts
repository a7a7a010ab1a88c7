import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../store/database.ts';
import { readInChunks } from '../../../store/read-in-chunks.ts';
import { number, numberOrNull, type Row, text, textOrNull } from '../../../store/row-columns.ts';
import {
  clearAnalysis,
  RETRY_LATER,
  type AnalysisColumn,
  retryPostponedAnalyses,
  ANALYSIS_COLUMNS,
} from '../photo-analyses.ts';
import type { PreviewSource } from '../index-rows.ts';
import type { ReadableFolders } from '../readable-folders.ts';
import type { FaceBox, FaceKey, DetectedFace } from './face.ts';

/** A stored face. Its descriptor is read only for a comparison. */
export interface StoredFace extends FaceBox, FaceKey {
  /** Leads to the thumbnail of its photo. */
  readonly hash: string;
}

/** Value of an analysis column after the analysis. */
const ANALYSED = 1;

/** Analyses enabled in addition to the built-in ones: the owner's classifier, and text recognition. */
export interface EnabledAnalyses {
  readonly sorts: boolean;
  readonly reads: boolean;
}

/** A content that waits for analyses, and which of them are done. */
export interface UnanalysedContent extends PreviewSource {
  readonly isFaced: boolean;
  readonly isSought: boolean;
  readonly isSorted: boolean;
  readonly isRead: boolean;
}

/** Position in the list of contents, newest first; the next batch is below it. */
export interface ContentCursor {
  readonly wall: number;
  readonly photo: string;
}
export const BEFORE_NEWEST: ContentCursor = { wall: Number.MAX_SAFE_INTEGER, photo: '' };

/** Rows processed before yielding to the event loop. */
const ROWS_PER_BATCH = 1000;

const FACE_COLUMNS = 'f.photo, f.face, f.x, f.y, f.width, f.height, f.score, p.hash';
const toStoredFace = (row: Row): StoredFace => ({
  photo: text(row, 'photo'),
  face: number(row, 'face'),
  hash: text(row, 'hash'),
  score: number(row, 'score'),
  x: number(row, 'x'),
  y: number(row, 'y'),
  width: number(row, 'width'),
  height: number(row, 'height'),
});
const descriptorOf = (value: Row[string] | undefined): Float32Array =>
  value instanceof Uint8Array ? new Float32Array(value.slice().buffer) : new Float32Array();

/** Contents that are analysed: still pictures with a preview. The wording must match the partial indexes. */
const IS_ANALYSABLE = `p.seen = 1 AND p.trouble = '' AND p.kind <> 'video'`;
const HAS_FILE = 'EXISTS (SELECT 1 FROM photo_files v WHERE v.photo = p.id)';
/** The enabled analyses: built-in and optional ones. */
export const enabledAnalysesOf = ({ sorts, reads }: EnabledAnalyses): readonly AnalysisColumn[] =>
  ANALYSIS_COLUMNS.filter((analysis) => (analysis === 'sorted' ? sorts : analysis === 'texted' ? reads : true));
/** Matches if a file of the content is in one of these folders. */
const IS_READABLE = `EXISTS (SELECT 1 FROM photo_files v WHERE v.photo = f.photo AND v.folder IN (SELECT value FROM json_each(?)))`;

/** Stores the detected faces. Assignments to people are stored elsewhere. */
export class FaceTables {
  readonly #db: Database;

  /** @param index the database of `IndexTables` */
  constructor(index: Database) {
    this.#db = index;
  }

  /**
   * The next contents that wait for an analysis, newest first, and the position to continue from; null at the end.
   * Contents without a file are skipped, so a batch may be empty before the end.
   */
  nextUnanalysed(
    analysis: AnalysisColumn,
    cursor: ContentCursor,
    count: number,
    { sorts, reads }: EnabledAnalyses,
  ): { readonly contents: readonly UnanalysedContent[]; readonly next: ContentCursor | null } {
    const rows = this.#db.all(
      (row) => ({
        at: { wall: number(row, 'wall'), photo: text(row, 'photo') },
        key: textOrNull(row, 'key'),
        content: {
          photo: text(row, 'photo'),
          size: numberOrNull(row, 'size') ?? 0,
          mtime: numberOrNull(row, 'mtime') ?? 0,
          isFaced: number(row, 'faced') !== 0,
          isSought: number(row, 'sought') !== 0,
          isSorted: !sorts || number(row, 'sorted') !== 0,
          isRead: !reads || number(row, 'texted') !== 0,
        },
      }),
      `SELECT p.id AS photo, p.wall, p.faced, p.sought, p.sorted, p.texted, f.size, f.mtime, d.key || '/' || f.name AS key
       FROM (SELECT p.id, p.wall FROM photo_facts p INDEXED BY photo_facts_un${analysis} WHERE p.${analysis} = 0 AND ${IS_ANALYSABLE} AND (p.wall, p.id) < (?, ?)
         ORDER BY p.wall DESC, p.id DESC LIMIT ?) w
       JOIN photo_facts p ON p.id = w.id LEFT JOIN photo_files f ON f.id = (SELECT min(id) FROM photo_files WHERE photo = p.id)
       LEFT JOIN photo_folders d ON d.id = f.folder ORDER BY w.wall DESC, w.id DESC`,
      cursor.wall,
      cursor.photo,
      count,
    );
    return {
      contents: rows.flatMap(({ key, content }) => (key === null ? [] : [{ ...content, key }])),
      next: rows.length < count ? null : (rows.at(-1)?.at ?? null),
    };
  }

  /** Stores the faces of a content. Does nothing if the content was forgotten meanwhile. */
  put(photo: string, faces: readonly DetectedFace[]): void {
    this.#db.transaction(() => {
      const { changes } = this.#db.run('UPDATE photo_facts SET faced = ? WHERE id = ?', ANALYSED, photo);
      if (changes === 0) return;
      this.#db.run('DELETE FROM photo_faces WHERE photo = ?', photo);
      for (const [face, { x, y, width, height, score, descriptor }] of faces.entries())
        this.#db.run(
          'INSERT INTO photo_faces (photo, face, x, y, width, height, score, descriptor) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
          photo,
          face,
          x,
          y,
          width,
          height,
          score,
          new Uint8Array(descriptor.buffer, descriptor.byteOffset, descriptor.byteLength),
        );
    });
  }

  /** Postpones the analyses of a content that could not be read now, unless its file was replaced meanwhile. */
  postpone({ photo, size, mtime }: Pick<PreviewSource, 'photo' | 'size' | 'mtime'>): void {
    for (const analysis of ANALYSIS_COLUMNS)
      this.#db.run(
        `UPDATE photo_facts SET ${analysis} = ? WHERE id = ? AND ${analysis} = 0
         AND EXISTS (SELECT 1 FROM photo_files f WHERE f.photo = photo_facts.id AND f.size = ? AND f.mtime = ?)`,
        RETRY_LATER,
        photo,
        size,
        mtime,
      );
  }

  /** Retries all postponed analyses. */
  retryPostponed(): void {
    retryPostponedAnalyses(this.#db);
  }

  /** Whether no face is stored. */
  get isEmpty(): boolean {
    return this.#db.get(() => true, 'SELECT 1 FROM photo_faces LIMIT 1') === undefined;
  }

  /** Durably deletes all faces. */
  forgetAll(): Promise<void> {
    return clearAnalysis(this.#db, 'faced', 'photo_faces');
  }

  /** The number of contents to analyse, and how many are done. */
  async progress(enabled: EnabledAnalyses): Promise<{ readonly total: number; readonly done: number }> {
    const isDone = enabledAnalysesOf(enabled)
      .map((analysis) => `p.${analysis} <> 0`)
      .join(' AND ');
    let [total, done] = [0, 0];
    for (let after: string | null = ''; after !== null;) {
      const batch: { readonly last: string | null; readonly total: number; readonly done: number } | undefined =
        this.#db.get(
          (row) => ({ last: textOrNull(row, 'last'), total: number(row, 'total'), done: number(row, 'done') }),
          `SELECT max(id) AS last, coalesce(sum(there), 0) AS total, coalesce(sum(there AND done), 0) AS done FROM
           (SELECT p.id, ${IS_ANALYSABLE} AND ${HAS_FILE} AS there, ${isDone} AS done FROM photo_facts p WHERE p.id > ? ORDER BY p.id LIMIT ?)`,
          after,
          ROWS_PER_BATCH,
        );
      total += batch?.total ?? 0;
      done += batch?.done ?? 0;
      after = batch?.last ?? null;
      await setImmediate();
    }
    return { total, done };
  }

  /** Increases with every write that may change the result of {@link seenBy}. */
  get writes(): number {
    return this.#db.writes;
  }

  /** Faces of a content with at least this score, by face number. */
  facesIn(photo: string, minScore: number): readonly StoredFace[] {
    return this.#db.all(
      toStoredFace,
      `SELECT ${FACE_COLUMNS} FROM photo_faces f JOIN photo_facts p ON p.id = f.photo WHERE f.photo = ? AND f.score >= ? ORDER BY f.face`,
      photo,
      minScore,
    );
  }

  /** The descriptors of the faces of a content, by face number. */
  descriptors(photo: string): ReadonlyMap<number, Float32Array> {
    return new Map(
      this.#db.all(
        (row) => [number(row, 'face'), descriptorOf(row['descriptor'])] as const,
        'SELECT face, descriptor FROM photo_faces WHERE photo = ?',
        photo,
      ),
    );
  }

  /** All faces with at least this score in photos that the caller may read, by content. */
  async seenBy({ folders }: ReadableFolders, minScore: number): Promise<readonly StoredFace[]> {
    const inside = JSON.stringify([...folders.keys()]);
    const found: StoredFace[] = [];
    const faces = readInChunks<StoredFace, FaceKey>({
      from: { photo: '', face: -1 },
      size: ROWS_PER_BATCH,
      read: (after, size) =>
        this.#db.all(
          toStoredFace,
          `SELECT ${FACE_COLUMNS} FROM photo_faces f JOIN photo_facts p ON p.id = f.photo
           WHERE (f.photo, f.face) > (?, ?) AND f.score >= ? AND ${IS_READABLE} ORDER BY f.photo, f.face LIMIT ?`,
          after.photo,
          after.face,
          minScore,
          inside,
          size,
        ),
      keyOf: (face) => face,
    });
    for await (const batch of faces) found.push(...batch);
    return found;
  }
}
