import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';
import { inPieces } from '../../store/pieces.ts';
import { number, numberOrNull, type Row, text, textOrNull } from '../../store/rows.ts';
import { forgetLooks, LATER, type Look, lookAgain, LOOKS } from '../looks.ts';
import type { SeenContent } from '../index-tables.ts';
import type { Sight } from '../sight.ts';
import type { FaceBox, FaceKey, SeenFace } from './face.ts';

/** A face that is kept; what tells it from others is read when it is compared. */
export interface KnownFace extends FaceBox, FaceKey {
  /** Leads to the thumbnail of its picture. */
  readonly hash: string;
}

/** How a content was looked at: `faced` and `sought` of the table. */
const LOOKED = 1;

/** Which looks the owner wants besides those of the box: whether a classifier of theirs sorts, and whether text is read. */
export interface Wanted {
  readonly sorts: boolean;
  readonly reads: boolean;
}

/** A content that is to be looked at, and for what it was already. */
export interface Unlooked extends SeenContent {
  readonly isFaced: boolean;
  readonly isSought: boolean;
  readonly isSorted: boolean;
  readonly isRead: boolean;
}

/** Where somebody is who goes through the contents, the newest first: whatever is below it. */
export interface Below {
  readonly wall: number;
  readonly photo: string;
}
export const NEWEST: Below = { wall: Number.MAX_SAFE_INTEGER, photo: '' };

/** Faces, and contents, between two moments for others. */
const PIECE = 1000;

const FACE = 'f.photo, f.face, f.x, f.y, f.width, f.height, f.score, p.hash';
const readFace = (row: Row): KnownFace => ({
  ...{ photo: text(row, 'photo'), face: number(row, 'face'), hash: text(row, 'hash'), score: number(row, 'score') },
  ...{ x: number(row, 'x'), y: number(row, 'y'), width: number(row, 'width'), height: number(row, 'height') },
});
const descriptorOf = (value: Row[string] | undefined): Float32Array =>
  value instanceof Uint8Array ? new Float32Array(value.slice().buffer) : new Float32Array();

/** Contents in which faces are looked for: still pictures that can be seen. Those of them that wait for a look have an index with these very words. */
const SHOWN = `p.seen = 1 AND p.trouble = '' AND p.kind <> 'video'`;
const LIES_SOMEWHERE = 'EXISTS (SELECT 1 FROM photo_files v WHERE v.photo = p.id)';
/** The looks that the owner wants: those of the box, and what else there is. */
export const wantedOf = ({ sorts, reads }: Wanted): readonly Look[] =>
  LOOKS.filter((look) => (look === 'sorted' ? sorts : look === 'texted' ? reads : true));
/** A file of a content in one of these folders. */
const IN_SIGHT = `EXISTS (SELECT 1 FROM photo_files v WHERE v.photo = f.photo AND v.folder IN (SELECT value FROM json_each(?)))`;

/** The faces of the index: what is seen in pictures, and nothing of what anybody says of it. */
export class FaceTables {
  readonly #db: Database;

  /** @param index the database of `IndexTables` */
  constructor(index: Database) {
    this.#db = index;
  }

  /**
   * Some of the contents that wait for a look, the newest picture first, and where to go on; null at the end. What lies nowhere any more is passed over, so
   * there may be more although there are none here.
   */
  waiting(
    look: Look,
    below: Below,
    count: number,
    { sorts, reads }: Wanted,
  ): { readonly contents: readonly Unlooked[]; readonly next: Below | null } {
    const rows = this.#db.all(
      (row) => ({
        at: { wall: number(row, 'wall'), photo: text(row, 'photo') },
        key: textOrNull(row, 'key'),
        content: {
          photo: text(row, 'photo'),
          ...{ size: numberOrNull(row, 'size') ?? 0, mtime: numberOrNull(row, 'mtime') ?? 0 },
          ...{ isFaced: number(row, 'faced') !== 0, isSought: number(row, 'sought') !== 0 },
          isSorted: !sorts || number(row, 'sorted') !== 0,
          isRead: !reads || number(row, 'texted') !== 0,
        },
      }),
      `SELECT p.id AS photo, p.wall, p.faced, p.sought, p.sorted, p.texted, f.size, f.mtime, d.key || '/' || f.name AS key
       FROM (SELECT p.id, p.wall FROM photo_facts p INDEXED BY photo_facts_un${look} WHERE p.${look} = 0 AND ${SHOWN} AND (p.wall, p.id) < (?, ?)
         ORDER BY p.wall DESC, p.id DESC LIMIT ?) w
       JOIN photo_facts p ON p.id = w.id LEFT JOIN photo_files f ON f.id = (SELECT min(id) FROM photo_files WHERE photo = p.id)
       LEFT JOIN photo_folders d ON d.id = f.folder ORDER BY w.wall DESC, w.id DESC`,
      ...[below.wall, below.photo, count],
    );
    return {
      contents: rows.flatMap(({ key, content }) => (key === null ? [] : [{ ...content, key }])),
      next: rows.length < count ? null : (rows.at(-1)?.at ?? null),
    };
  }

  /** The faces of a content. One that is no longer known, as it was forgotten meanwhile, gets none. */
  put(photo: string, faces: readonly SeenFace[]): void {
    this.#db.transaction(() => {
      const { changes } = this.#db.run('UPDATE photo_facts SET faced = ? WHERE id = ?', LOOKED, photo);
      if (changes === 0) return;
      this.#db.run('DELETE FROM photo_faces WHERE photo = ?', photo);
      for (const [face, { x, y, width, height, score, descriptor }] of faces.entries())
        this.#db.run(
          'INSERT INTO photo_faces (photo, face, x, y, width, height, score, descriptor) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
          ...[photo, face, x, y, width, height, score],
          new Uint8Array(descriptor.buffer, descriptor.byteOffset, descriptor.byteLength),
        );
    });
  }

  /** It could not be looked at in this moment. One of which another file has come meanwhile can. */
  later({ photo, size, mtime }: Pick<SeenContent, 'photo' | 'size' | 'mtime'>): void {
    for (const look of LOOKS)
      this.#db.run(
        `UPDATE photo_facts SET ${look} = ? WHERE id = ? AND ${look} = 0
         AND EXISTS (SELECT 1 FROM photo_files f WHERE f.photo = photo_facts.id AND f.size = ? AND f.mtime = ?)`,
        ...[LATER, photo, size, mtime],
      );
  }

  /** Whatever could not be looked at is tried once more. */
  tryAgain(): void {
    lookAgain(this.#db);
  }

  /** Whether nothing is known. */
  get isEmpty(): boolean {
    return this.#db.get(() => true, 'SELECT 1 FROM photo_faces LIMIT 1') === undefined;
  }

  /** No face is known any more, also not after a power cut. */
  forgetAll(): Promise<void> {
    return forgetLooks(this.#db, 'faced', 'photo_faces');
  }

  /** In how many contents something is looked for, and in how many it was. */
  async progress(wanted: Wanted): Promise<{ readonly total: number; readonly done: number }> {
    const isDone = wantedOf(wanted)
      .map((look) => `p.${look} <> 0`)
      .join(' AND ');
    let [total, done] = [0, 0];
    for (let after: string | null = ''; after !== null;) {
      const piece: { readonly last: string | null; readonly total: number; readonly done: number } | undefined =
        this.#db.get(
          (row) => ({ last: textOrNull(row, 'last'), total: number(row, 'total'), done: number(row, 'done') }),
          `SELECT max(id) AS last, coalesce(sum(there), 0) AS total, coalesce(sum(there AND done), 0) AS done FROM
           (SELECT p.id, ${SHOWN} AND ${LIES_SOMEWHERE} AS there, ${isDone} AS done FROM photo_facts p WHERE p.id > ? ORDER BY p.id LIMIT ?)`,
          ...[after, PIECE],
        );
      total += piece?.total ?? 0;
      done += piece?.done ?? 0;
      after = piece?.last ?? null;
      await setImmediate();
    }
    return { total, done };
  }

  /** Goes up with everything that may have changed what {@link seenBy} says. */
  get writes(): number {
    return this.#db.writes;
  }

  /** The faces in a content, at least so sure, by their numbers. */
  facesIn(photo: string, least: number): readonly KnownFace[] {
    return this.#db.all(
      readFace,
      `SELECT ${FACE} FROM photo_faces f JOIN photo_facts p ON p.id = f.photo WHERE f.photo = ? AND f.score >= ? ORDER BY f.face`,
      ...[photo, least],
    );
  }

  /** What tells the faces of a content from others, by their numbers. */
  descriptors(photo: string): ReadonlyMap<number, Float32Array> {
    return new Map(
      this.#db.all(
        (row) => [number(row, 'face'), descriptorOf(row['descriptor'])] as const,
        'SELECT face, descriptor FROM photo_faces WHERE photo = ?',
        photo,
      ),
    );
  }

  /** Every face in a picture that the caller may read, at least so sure, by content. */
  async seenBy({ folders }: Sight, least: number): Promise<readonly KnownFace[]> {
    const inside = JSON.stringify([...folders.keys()]);
    const found: KnownFace[] = [];
    const faces = inPieces<KnownFace, FaceKey>({
      ...{ from: { photo: '', face: -1 }, size: PIECE },
      read: (after, size) =>
        this.#db.all(
          readFace,
          `SELECT ${FACE} FROM photo_faces f JOIN photo_facts p ON p.id = f.photo
           WHERE (f.photo, f.face) > (?, ?) AND f.score >= ? AND ${IN_SIGHT} ORDER BY f.photo, f.face LIMIT ?`,
          ...[after.photo, after.face, least, inside, size],
        ),
      keyOf: (face) => face,
    });
    for await (const piece of faces) found.push(...piece);
    return found;
  }
}
