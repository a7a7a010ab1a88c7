import type { Database } from '../../../store/database.ts';
import { readInChunks } from '../../../store/read-in-chunks.ts';
import { number, type Row, text } from '../../../store/row-columns.ts';
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
export interface FaceAssignment {
  readonly person: string;
  readonly said: 0 | 1;
}

/**
 * A change by the user: every row before and after, null where there is none. Applied in reverse, it undoes the change.
 * Stored as JSON.
 */
export interface PeopleChange {
  readonly people: readonly { readonly id: string; readonly before: Person | null; readonly after: Person | null }[];
  readonly faces: readonly (FaceKey & { readonly before: FaceAssignment; readonly after: FaceAssignment })[];
}

/** The kinds of changes to people. */
export const PEOPLE_CHANGE_KINDS = ['name', 'merge', 'split', 'hide', 'show', 'cover'] as const;
export type PeopleChangeKind = (typeof PEOPLE_CHANGE_KINDS)[number];

/** A logged change, and whether it was undone. */
export interface PeopleLogEntry {
  readonly id: number;
  readonly at: number;
  readonly what: string;
  readonly person: string;
  /** The person's name after the change. */
  readonly name: string;
  readonly undone: 0 | 1;
}

const bit = (row: Row, column: string): 0 | 1 => (number(row, column) === 1 ? 1 : 0);
const toPerson = (row: Row): Person => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  hidden: bit(row, 'hidden'),
  cover: text(row, 'cover'),
});
const toAssignment = (row: Row): FaceKey & FaceAssignment => ({
  photo: text(row, 'photo'),
  face: number(row, 'face'),
  person: text(row, 'person'),
  said: bit(row, 'said'),
});
const toLogEntry = (row: Row): PeopleLogEntry => ({
  id: number(row, 'id'),
  at: number(row, 'at'),
  what: text(row, 'what'),
  person: text(row, 'person'),
  name: text(row, 'name'),
  undone: bit(row, 'undone'),
});

/** Maximum number of logged changes per user that can be undone. */
export const MAX_LOGGED_CHANGES = 500;

/** Faces processed before yielding to the event loop. */
const FACES_PER_BATCH = 1000;

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
    const people = this.#db.all(toPerson, 'SELECT * FROM people WHERE user = ?', user);
    return new Map(people.map((person) => [person.id, person]));
  }

  get(user: string, id: string): Person | undefined {
    return this.#db.get(toPerson, 'SELECT * FROM people WHERE user = ? AND id = ?', user, id);
  }

  /** The assignments of all assigned faces. */
  async assignments(user: string): Promise<ReadonlyMap<string, ReadonlyMap<number, FaceAssignment>>> {
    const found = new Map<string, Map<number, FaceAssignment>>();
    const rows = readInChunks<FaceKey & FaceAssignment, FaceKey>({
      from: { photo: '', face: -1 },
      size: FACES_PER_BATCH,
      read: (after, size) =>
        this.#db.all(
          toAssignment,
          `SELECT photo, face, person, said FROM people_faces WHERE user = ? AND (photo, face) > (?, ?)
           ORDER BY photo, face LIMIT ?`,
          user,
          after.photo,
          after.face,
          size,
        ),
      keyOf: (row) => row,
    });
    for await (const batch of rows)
      for (const { photo, face, person, said } of batch) {
        const faces = found.get(photo) ?? new Map<number, FaceAssignment>();
        found.set(photo, faces.set(face, { person, said }));
      }
    return found;
  }

  /** The contents that show a person with a matching name, in batches. */
  async *named(user: string, isMatch: (name: string) => Promise<boolean>): AsyncGenerator<readonly string[]> {
    for (const { id, name } of this.all(user).values())
      if (name !== '' && (await isMatch(name))) yield* this.photosOf(user, id);
  }

  /** The contents that show a person, each once, in batches, yielding to the event loop. */
  photosOf(user: string, person: string): AsyncGenerator<readonly string[]> {
    return readInChunks({
      from: '',
      size: FACES_PER_BATCH,
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

  facesOf(user: string, person: string): readonly (FaceKey & FaceAssignment)[] {
    return this.#db.all(
      toAssignment,
      'SELECT photo, face, person, said FROM people_faces WHERE user = ? AND person = ? ORDER BY photo, face',
      user,
      person,
    );
  }

  /** Stores automatic results: new people and face assignments. */
  assignFaces(user: string, people: readonly Person[], faces: readonly (FaceKey & FaceAssignment)[]): void {
    this.#writes += 1;
    this.#db.transaction(() => {
      for (const person of people) this.#put(user, person);
      for (const { photo, face, ...assignments } of faces) this.#assignFace(user, { photo, face }, assignments);
    });
  }

  /** Applies a change and logs it; at most {@link MAX_LOGGED_CHANGES} are stored. @returns the id of the change */
  applyChange(
    user: string,
    change: PeopleChange,
    { at, what, person, name }: Omit<PeopleLogEntry, 'id' | 'undone'>,
  ): number {
    this.#writes += 1;
    return this.#db.durable(() => {
      this.#apply(user, change, 'after');
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
        MAX_LOGGED_CHANGES,
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
      const change = JSON.parse(stored) as PeopleChange; // written only by `applyChange`
      const arePeopleUnchanged = change.people.every(
        (each) => JSON.stringify(this.get(user, each.id) ?? null) === JSON.stringify(each.after),
      );
      const areFacesUnchanged = change.faces.every((face) => {
        const now = this.assignmentOf(user, face);
        return now?.person === face.after.person && now.said === face.after.said;
      });
      if (!arePeopleUnchanged || !areFacesUnchanged) return 'changed';
      this.#apply(user, change, 'before');
      this.#db.run('UPDATE people_log SET undone = 1 WHERE id = ?', id);
      return 'done';
    });
  }

  log(
    user: string,
    start: number,
    count: number,
  ): { readonly total: number; readonly list: readonly PeopleLogEntry[] } {
    const total = this.#db.get((row) => number(row, 'n'), 'SELECT count(*) AS n FROM people_log WHERE user = ?', user);
    const list = this.#db.all(
      toLogEntry,
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
    const [condition, ...values] = user === undefined ? ['1'] : ['user = ?', user];
    this.#db.durable(() => {
      this.#db.run(`DELETE FROM people_log WHERE ${condition}`, ...values);
      this.#db.run(`DELETE FROM people_faces WHERE said = 0 AND ${condition}`, ...values);
      this.#db.run(
        `DELETE FROM people WHERE name = '' AND ${condition}
         AND NOT EXISTS (SELECT 1 FROM people_faces f WHERE f.user = people.user AND f.person = people.id)`,
        ...values,
      );
    });
  }

  /** Deletes all people and assignments in one durable write with `alsoWrite`. */
  forgetAll(alsoWrite: () => void): void {
    this.#writes += 1;
    this.#db.durable(() => {
      alsoWrite();
      for (const table of ['people_log', 'people_faces', 'people']) this.#db.run(`DELETE FROM ${table}`);
    });
  }

  /** Deletes the data of a removed user, so that a later user with the same name does not inherit it. */
  removeUser(user: string): void {
    this.#writes += 1;
    this.#db.durable(() => {
      for (const table of ['people_log', 'people_faces', 'people'])
        this.#db.run(`DELETE FROM ${table} WHERE user = ?`, user);
    });
  }

  #apply(user: string, change: PeopleChange, direction: 'before' | 'after'): void {
    for (const each of change.people) {
      const person = each[direction];
      if (person !== null) this.#put(user, person);
    }
    for (const { photo, face, ...each } of change.faces) this.#assignFace(user, { photo, face }, each[direction]);
    for (const each of change.people) {
      if (each[direction] !== null) continue;
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

  #assignFace(user: string, { photo, face }: FaceKey, { person, said }: FaceAssignment): void {
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
  assignmentOf(user: string, { photo, face }: FaceKey): FaceAssignment | undefined {
    return this.#db.get(
      (row) => ({ person: text(row, 'person'), said: bit(row, 'said') }),
      'SELECT person, said FROM people_faces WHERE user = ? AND photo = ? AND face = ?',
      user,
      photo,
      face,
    );
  }
}
