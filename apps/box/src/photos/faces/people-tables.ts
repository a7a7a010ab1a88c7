import type { Database } from '../../store/database.ts';
import { inPieces } from '../../store/pieces.ts';
import { number, type Row, text } from '../../store/rows.ts';
import type { FaceKey } from './face.ts';

/** Somebody who was recognised, as one person of the family sees them. */
export interface Person {
  readonly id: string;
  /** Empty until somebody says it. */
  readonly name: string;
  readonly hidden: 0 | 1;
  /** The face that stands for them as {@link faceId}; empty: the surest. */
  readonly cover: string;
}

/** Whose face it is; `said` 1: somebody said so. */
export interface Placed {
  readonly person: string;
  readonly said: 0 | 1;
}

/** What somebody changed: every row as it was and as it is, null where there is none. Carried out one way it does it, the other way it takes it back. */
export interface Change {
  readonly people: readonly { readonly id: string; readonly before: Person | null; readonly after: Person | null }[];
  readonly faces: readonly (FaceKey & { readonly before: Placed; readonly after: Placed })[];
}

/** What can be said of people. */
export const PEOPLE_ACTS = ['name', 'merge', 'split', 'hide', 'show', 'cover'] as const;
export type PeopleAct = (typeof PEOPLE_ACTS)[number];

/** Something that somebody said, and whether they took it back. */
export interface Logged {
  readonly id: number;
  readonly at: number;
  readonly what: string;
  readonly person: string;
  /** What they were called, afterwards. */
  readonly name: string;
  readonly undone: 0 | 1;
}

const bit = (row: Row, column: string): 0 | 1 => (number(row, column) === 1 ? 1 : 0);
const readPerson = (row: Row): Person => ({
  ...{ id: text(row, 'id'), name: text(row, 'name'), hidden: bit(row, 'hidden'), cover: text(row, 'cover') },
});
const readPlaced = (row: Row): FaceKey & Placed => ({
  ...{ photo: text(row, 'photo'), face: number(row, 'face') },
  ...{ person: text(row, 'person'), said: bit(row, 'said') },
});
const readLogged = (row: Row): Logged => ({
  ...{ id: number(row, 'id'), at: number(row, 'at'), what: text(row, 'what'), person: text(row, 'person') },
  ...{ name: text(row, 'name'), undone: bit(row, 'undone') },
});

/** Changes of one person of the family that can be taken back. */
export const MOST_KEPT = 500;

/** Faces between two moments for others. */
const PIECE = 1000;

/** Who is who, for each person of the family by themselves. */
export class PeopleTables {
  readonly #db: Database;
  #writes = 0;

  constructor(database: Database) {
    this.#db = database;
  }

  /** Goes up with everything that changes who is who. */
  get writes(): number {
    return this.#writes;
  }

  all(user: string): ReadonlyMap<string, Person> {
    const people = this.#db.all(readPerson, 'SELECT * FROM people WHERE user = ?', user);
    return new Map(people.map((person) => [person.id, person]));
  }

  get(user: string, id: string): Person | undefined {
    return this.#db.get(readPerson, 'SELECT * FROM people WHERE user = ? AND id = ?', user, id);
  }

  /** Whose each face is, of those that belong to anybody. */
  async placed(user: string): Promise<ReadonlyMap<string, ReadonlyMap<number, Placed>>> {
    const found = new Map<string, Map<number, Placed>>();
    const rows = inPieces<FaceKey & Placed, FaceKey>({
      ...{ from: { photo: '', face: -1 }, size: PIECE },
      read: (after, size) =>
        this.#db.all(
          readPlaced,
          `SELECT photo, face, person, said FROM people_faces WHERE user = ? AND (photo, face) > (?, ?)
           ORDER BY photo, face LIMIT ?`,
          ...[user, after.photo, after.face, size],
        ),
      keyOf: (row) => row,
    });
    for await (const piece of rows)
      for (const { photo, face, person, said } of piece) {
        const faces = found.get(photo) ?? new Map<number, Placed>();
        found.set(photo, faces.set(face, { person, said }));
      }
    return found;
  }

  /** The contents that show anybody of these names, piece by piece. */
  async *named(user: string, isAsked: (name: string) => Promise<boolean>): AsyncGenerator<readonly string[]> {
    for (const { id, name } of this.all(user).values())
      if (name !== '' && (await isAsked(name))) yield* this.photosOf(user, id);
  }

  /** The contents that show somebody, each once, piece by piece, with moments for others. */
  photosOf(user: string, person: string): AsyncGenerator<readonly string[]> {
    return inPieces({
      ...{ from: '', size: PIECE },
      read: (after, size) =>
        this.#db.all(
          (row) => text(row, 'photo'),
          `SELECT DISTINCT photo FROM people_faces WHERE user = ? AND person = ? AND photo > ? ORDER BY photo LIMIT ?`,
          ...[user, person, after, size],
        ),
      keyOf: (photo) => photo,
    });
  }

  facesOf(user: string, person: string): readonly (FaceKey & Placed)[] {
    return this.#db.all(
      readPlaced,
      'SELECT photo, face, person, said FROM people_faces WHERE user = ? AND person = ? ORDER BY photo, face',
      ...[user, person],
    );
  }

  /** What was found out by itself: people who are new, and whose the faces are. */
  place(user: string, people: readonly Person[], faces: readonly (FaceKey & Placed)[]): void {
    this.#writes += 1;
    this.#db.transaction(() => {
      for (const person of people) this.#put(user, person);
      for (const { photo, face, ...placed } of faces) this.#placeOne(user, { photo, face }, placed);
    });
  }

  /** Carries a change out and remembers it, as it remembers those before it: at most {@link MOST_KEPT}. @returns its number */
  do(user: string, change: Change, { at, what, person, name }: Omit<Logged, 'id' | 'undone'>): number {
    this.#writes += 1;
    return this.#db.durable(() => {
      this.#carry(user, change, 'after');
      const { rowid } = this.#db.run(
        'INSERT INTO people_log (user, at, what, person, name, change, undone) VALUES (?, ?, ?, ?, ?, ?, 0)',
        ...[user, at, what, person, name, JSON.stringify(change)],
      );
      this.#db.run(
        `DELETE FROM people_log WHERE user = ? AND id <=
         (SELECT id FROM people_log WHERE user = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
        ...[user, user, MOST_KEPT],
      );
      return rowid;
    });
  }

  /**
   * Takes a change back. @returns what became of it: `changed` when what it touched is no longer as it left it, and nothing was done
   */
  undo(user: string, id: number): 'done' | 'unknown' | 'changed' {
    this.#writes += 1;
    return this.#db.durable(() => {
      const stored = this.#db.get(
        (row) => text(row, 'change'),
        'SELECT change FROM people_log WHERE user = ? AND id = ? AND undone = 0',
        ...[user, id],
      );
      if (stored === undefined) return 'unknown';
      const change = JSON.parse(stored) as Change; // written by `do` alone
      const isSo = change.people.every(
        (each) => JSON.stringify(this.get(user, each.id) ?? null) === JSON.stringify(each.after),
      );
      const stay = change.faces.every((face) => {
        const now = this.placedOne(user, face);
        return now?.person === face.after.person && now.said === face.after.said;
      });
      if (!isSo || !stay) return 'changed';
      this.#carry(user, change, 'before');
      this.#db.run('UPDATE people_log SET undone = 1 WHERE id = ?', id);
      return 'done';
    });
  }

  log(user: string, start: number, count: number): { readonly total: number; readonly list: readonly Logged[] } {
    const total = this.#db.get((row) => number(row, 'n'), 'SELECT count(*) AS n FROM people_log WHERE user = ?', user);
    const list = this.#db.all(
      readLogged,
      'SELECT * FROM people_log WHERE user = ? ORDER BY id DESC LIMIT ? OFFSET ?',
      ...[user, count, start],
    );
    return { total: total ?? 0, list };
  }

  /**
   * Whatever was found out by itself is to be found out anew (PHOTO-14). Those with a name stay, with the faces of which somebody said that they are
   * theirs; nothing before it can be taken back.
   */
  clear(user?: string): void {
    this.#writes += 1;
    const [whose, ...values] = user === undefined ? ['1'] : ['user = ?', user];
    this.#db.durable(() => {
      this.#db.run(`DELETE FROM people_log WHERE ${whose}`, ...values);
      this.#db.run(`DELETE FROM people_faces WHERE said = 0 AND ${whose}`, ...values);
      this.#db.run(
        `DELETE FROM people WHERE name = '' AND ${whose}
         AND NOT EXISTS (SELECT 1 FROM people_faces f WHERE f.user = people.user AND f.person = people.id)`,
        ...values,
      );
    });
  }

  /** Nobody is known any more, in one durable write with `because`. */
  forgetAll(because: () => void): void {
    this.#writes += 1;
    this.#db.durable(() => {
      because();
      for (const table of ['people_log', 'people_faces', 'people']) this.#db.run(`DELETE FROM ${table}`);
    });
  }

  /** Somebody has left the box: a later person of that name knows nobody. */
  forget(user: string): void {
    this.#writes += 1;
    this.#db.durable(() => {
      for (const table of ['people_log', 'people_faces', 'people'])
        this.#db.run(`DELETE FROM ${table} WHERE user = ?`, user);
    });
  }

  #carry(user: string, change: Change, way: 'before' | 'after'): void {
    for (const each of change.people) {
      const person = each[way];
      if (person !== null) this.#put(user, person);
    }
    for (const { photo, face, ...each } of change.faces) this.#placeOne(user, { photo, face }, each[way]);
    for (const each of change.people) {
      if (each[way] !== null) continue;
      // What came to them meanwhile is looked at anew.
      this.#db.run('DELETE FROM people_faces WHERE user = ? AND person = ?', user, each.id);
      this.#db.run('DELETE FROM people WHERE user = ? AND id = ?', user, each.id);
    }
  }

  #put(user: string, { id, name, hidden, cover }: Person): void {
    this.#db.run(
      'INSERT OR REPLACE INTO people (user, id, name, hidden, cover) VALUES (?, ?, ?, ?, ?)',
      ...[user, id, name, hidden, cover],
    );
  }

  #placeOne(user: string, { photo, face }: FaceKey, { person, said }: Placed): void {
    this.#db.run(
      'INSERT OR REPLACE INTO people_faces (user, photo, face, person, said) VALUES (?, ?, ?, ?, ?)',
      ...[user, photo, face, person, said],
    );
  }

  /** Whose a face is. */
  placedOne(user: string, { photo, face }: FaceKey): Placed | undefined {
    return this.#db.get(
      (row) => ({ person: text(row, 'person'), said: bit(row, 'said') }),
      'SELECT person, said FROM people_faces WHERE user = ? AND photo = ? AND face = ?',
      ...[user, photo, face],
    );
  }
}
