import type { Database } from '../../store/database.ts';
import { inPieces } from '../../store/pieces.ts';
import { number, type Row, text } from '../../store/rows.ts';
import type { FaceKey } from './face.ts';

/** A recognised person, from the view of one user. */
export interface Person {
  readonly id: string;
  /** Empty until the user sets it. */
  readonly name: string;
  readonly hidden: 0 | 1;
  /** The cover face as {@link faceId}; empty to use the face with the highest score. */
  readonly cover: string;
}

/** The person of a face. `said` 1: assigned by the user. */
export interface Placed {
  readonly person: string;
  readonly said: 0 | 1;
}

/**
 * A change by the user: every row before and after, null where there is none. Applied in reverse, it undoes the change.
 * Stored as JSON.
 */
export interface Change {
  readonly people: readonly { readonly id: string; readonly before: Person | null; readonly after: Person | null }[];
  readonly faces: readonly (FaceKey & { readonly before: Placed; readonly after: Placed })[];
}

/** The kinds of changes to people. */
export const PEOPLE_ACTS = ['name', 'merge', 'split', 'hide', 'show', 'cover'] as const;
export type PeopleAct = (typeof PEOPLE_ACTS)[number];

/** A logged change, and whether it was undone. */
export interface Logged {
  readonly id: number;
  readonly at: number;
  readonly what: string;
  readonly person: string;
  /** The person's name after the change. */
  readonly name: string;
  readonly undone: 0 | 1;
}

const bit = (row: Row, column: string): 0 | 1 => (number(row, column) === 1 ? 1 : 0);
const readPerson = (row: Row): Person => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  hidden: bit(row, 'hidden'),
  cover: text(row, 'cover'),
});
const readPlaced = (row: Row): FaceKey & Placed => ({
  photo: text(row, 'photo'),
  face: number(row, 'face'),
  person: text(row, 'person'),
  said: bit(row, 'said'),
});
const readLogged = (row: Row): Logged => ({
  id: number(row, 'id'),
  at: number(row, 'at'),
  what: text(row, 'what'),
  person: text(row, 'person'),
  name: text(row, 'name'),
  undone: bit(row, 'undone'),
});

/** Maximum number of logged changes per user that can be undone. */
export const MOST_KEPT = 500;

/** Faces processed before yielding to the event loop. */
const PIECE = 1000;

/** Stores people and face assignments, separate for each user. */
export class PeopleTables {
  readonly #db: Database;
  #writes = 0;

  constructor(database: Database) {
    this.#db = database;
  }

  /** Increases with every write to people or assignments. */
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

  /** The assignments of all assigned faces. */
  async placed(user: string): Promise<ReadonlyMap<string, ReadonlyMap<number, Placed>>> {
    const found = new Map<string, Map<number, Placed>>();
    const rows = inPieces<FaceKey & Placed, FaceKey>({
      from: { photo: '', face: -1 },
      size: PIECE,
      read: (after, size) =>
        this.#db.all(
          readPlaced,
          `SELECT photo, face, person, said FROM people_faces WHERE user = ? AND (photo, face) > (?, ?)
           ORDER BY photo, face LIMIT ?`,
          user,
          after.photo,
          after.face,
          size,
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

  /** The contents that show a person with a matching name, in batches. */
  async *named(user: string, isAsked: (name: string) => Promise<boolean>): AsyncGenerator<readonly string[]> {
    for (const { id, name } of this.all(user).values())
      if (name !== '' && (await isAsked(name))) yield* this.photosOf(user, id);
  }

  /** The contents that show a person, each once, in batches, yielding to the event loop. */
  photosOf(user: string, person: string): AsyncGenerator<readonly string[]> {
    return inPieces({
      from: '',
      size: PIECE,
      read: (after, size) =>
        this.#db.all(
          (row) => text(row, 'photo'),
          `SELECT DISTINCT photo FROM people_faces WHERE user = ? AND person = ? AND photo > ? ORDER BY photo LIMIT ?`,
          user,
          person,
          after,
          size,
        ),
      keyOf: (photo) => photo,
    });
  }

  facesOf(user: string, person: string): readonly (FaceKey & Placed)[] {
    return this.#db.all(
      readPlaced,
      'SELECT photo, face, person, said FROM people_faces WHERE user = ? AND person = ? ORDER BY photo, face',
      user,
      person,
    );
  }

  /** Stores automatic results: new people and face assignments. */
  place(user: string, people: readonly Person[], faces: readonly (FaceKey & Placed)[]): void {
    this.#writes += 1;
    this.#db.transaction(() => {
      for (const person of people) this.#put(user, person);
      for (const { photo, face, ...placed } of faces) this.#placeOne(user, { photo, face }, placed);
    });
  }

  /** Applies a change and logs it; at most {@link MAX_LOGGED_CHANGES} are stored. @returns the id of the change */
  do(user: string, change: Change, { at, what, person, name }: Omit<Logged, 'id' | 'undone'>): number {
    this.#writes += 1;
    return this.#db.durable(() => {
      this.#carry(user, change, 'after');
      const { rowid } = this.#db.run(
        'INSERT INTO people_log (user, at, what, person, name, change, undone) VALUES (?, ?, ?, ?, ?, ?, 0)',
        user,
        at,
        what,
        person,
        name,
        JSON.stringify(change),
      );
      this.#db.run(
        `DELETE FROM people_log WHERE user = ? AND id <=
         (SELECT id FROM people_log WHERE user = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
        user,
        user,
        MOST_KEPT,
      );
      return rowid;
    });
  }

  /** Undoes a change. @returns `changed` if the affected rows were modified since; then nothing is done */
  undo(user: string, id: number): 'done' | 'unknown' | 'changed' {
    this.#writes += 1;
    return this.#db.durable(() => {
      const stored = this.#db.get(
        (row) => text(row, 'change'),
        'SELECT change FROM people_log WHERE user = ? AND id = ? AND undone = 0',
        user,
        id,
      );
      if (stored === undefined) return 'unknown';
      const change = JSON.parse(stored) as Change; // written only by `applyChange`
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
      user,
      count,
      start,
    );
    return { total: total ?? 0, list };
  }

  /**
   * Deletes automatic results so that they are computed again (PHOTO-14). Named people and assignments by the user
   * stay; earlier changes can no longer be undone.
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

  /** Deletes all people and assignments in one durable write with `alsoWrite`. */
  forgetAll(because: () => void): void {
    this.#writes += 1;
    this.#db.durable(() => {
      because();
      for (const table of ['people_log', 'people_faces', 'people']) this.#db.run(`DELETE FROM ${table}`);
    });
  }

  /** Deletes the data of a removed user, so that a later user with the same name does not inherit it. */
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
      // Faces assigned meanwhile are assigned again.
      this.#db.run('DELETE FROM people_faces WHERE user = ? AND person = ?', user, each.id);
      this.#db.run('DELETE FROM people WHERE user = ? AND id = ?', user, each.id);
    }
  }

  #put(user: string, { id, name, hidden, cover }: Person): void {
    this.#db.run(
      'INSERT OR REPLACE INTO people (user, id, name, hidden, cover) VALUES (?, ?, ?, ?, ?)',
      user,
      id,
      name,
      hidden,
      cover,
    );
  }

  #placeOne(user: string, { photo, face }: FaceKey, { person, said }: Placed): void {
    this.#db.run(
      'INSERT OR REPLACE INTO people_faces (user, photo, face, person, said) VALUES (?, ?, ?, ?, ?)',
      user,
      photo,
      face,
      person,
      said,
    );
  }

  /** The assignment of a face. */
  placedOne(user: string, { photo, face }: FaceKey): Placed | undefined {
    return this.#db.get(
      (row) => ({ person: text(row, 'person'), said: bit(row, 'said') }),
      'SELECT person, said FROM people_faces WHERE user = ? AND photo = ? AND face = ?',
      user,
      photo,
      face,
    );
  }
}
