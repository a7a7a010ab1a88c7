import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AiConfig } from '@boxwood/box-sdk';
import type { Clock } from '../../clock.ts';
import type { Sight } from '../sight.ts';
import type { FaceTables, KnownFace } from './face-tables.ts';
import { distanceOf, faceId, type FaceKey, faceOf } from './face.ts';
import { type Described, Groups } from './groups.ts';
import type { Change, PeopleAct, PeopleTables, Person, Placed } from './people-tables.ts';

/** A person with their faces in photos that the caller may read, sorted by score. */
export interface Shown extends Person {
  readonly faces: readonly KnownFace[];
}

/** A face and its person; null if it is not assigned. */
export interface FaceOf {
  readonly face: KnownFace;
  readonly person: Person | null;
}

/** All people that a caller sees, and unassigned faces, whose score is too low. */
export interface Seen {
  readonly people: ReadonlyMap<string, Shown>;
  readonly loose: readonly KnownFace[];
}

/** Photos with new faces, and stored faces, that are processed before yielding to the event loop. */
const PIECE = 16;
const MANY = 500;

const newPerson = (): Person => ({ id: randomBytes(8).toString('hex'), name: '', hidden: 0, cover: '' });

/**
 * Recognises people separately for each user, only from photos that the user may read. New faces are compared on
 * request. Assignments stay until the user changes them or the thresholds change.
 */
export class People {
  readonly #faces: Pick<FaceTables, 'seenBy' | 'facesIn' | 'descriptors' | 'writes'>;
  readonly #tables: PeopleTables;
  readonly #clock: Clock;
  readonly #settings: { readonly ai: AiConfig };
  /** The version of the data for which each user's faces were compared. */
  readonly #compared = new Map<string, string>();
  /** Serialises operations, because each depends on the results of the one before. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    faces: Pick<FaceTables, 'seenBy' | 'facesIn' | 'descriptors' | 'writes'>,
    tables: PeopleTables,
    clock: Clock,
    settings: { readonly ai: AiConfig },
  ) {
    this.#faces = faces;
    this.#tables = tables;
    this.#clock = clock;
    this.#settings = settings;
  }

  /** Changes whenever the result of {@link visiblePeople} may change for these readable folders. */
  stateFor(sight: Sight): string {
    return this.#stateAt(this.#faces.writes, sight);
  }

  /** The faces in a content that the caller may read. Reads all faces only if new ones must be compared. */
  facesIn(user: string, sight: Sight, photo: string): Promise<readonly FaceOf[]> {
    return this.#after(async () => {
      const { enable, face_detect } = this.#settings.ai;
      if (enable === 0) return [];
      if (this.#compared.get(user) !== this.stateFor(sight)) await this.#compare(user, sight);
      return this.#faces.facesIn(photo, face_detect).flatMap((face): readonly FaceOf[] => {
        const placed = this.#tables.placedOne(user, face);
        if (placed === undefined) return [{ face, person: null }];
        const person = this.#tables.get(user, placed.person);
        return person === undefined ? [] : [{ face, person }];
      });
    });
  }

  /** All people that the caller sees, after new faces were compared. */
  seen(user: string, sight: Sight): Promise<Seen> {
    return this.#after(async () => {
      if (this.#settings.ai.enable === 0) return { people: new Map(), loose: [] };
      const faces = await this.#compare(user, sight);
      const placed = await this.#tables.placed(user);
      const people = this.#tables.all(user);
      const shown = new Map<string, KnownFace[]>();
      const loose: KnownFace[] = [];
      for (const [at, face] of faces.entries()) {
        const person = placed.get(face.photo)?.get(face.face)?.person;
        const theirs = person === undefined ? loose : (shown.get(person) ?? []);
        if (person !== undefined) shown.set(person, theirs);
        theirs.push(face);
        if (at % MANY === 0) await setImmediate();
      }
      const found = new Map<string, Shown>();
      for (const [id, theirs] of shown) {
        const person = people.get(id);
        const surest = theirs.toSorted((one, other) => other.score - one.score);
        if (person !== undefined) found.set(id, { ...person, faces: surest });
        if (theirs.length > MANY) await setImmediate();
      }
      return { loose, people: found };
    });
  }

  /** The number of people with other thresholds, among the stored faces. Assignments by the user are respected. */
  async preview(user: string, sight: Sight, { face_match, face_detect, face_quality }: AiConfig): Promise<number> {
    const groups = new Groups(face_match, () => newPerson().id);
    const placed = await this.#tables.placed(user);
    const faces = await this.#faces.seenBy(sight, face_detect);
    const said = faces.flatMap((face) => {
      const theirs = placed.get(face.photo)?.get(face.face);
      return theirs?.said === 1 ? [{ face, person: theirs.person }] : [];
    });
    const found = new Set(said.map(({ person }) => person));
    await this.#addAll(groups, said);
    const rest = faces.filter(
      ({ photo, face, score }) => score >= face_quality && placed.get(photo)?.get(face)?.said !== 1,
    );
    for await (const each of byPicture(rest))
      for (const { person } of groups.place(this.#described(each))) found.add(person);
    return found.size;
  }

  /**
   * Changes name, visibility or cover of a person. @returns the id of the change, undefined if the person does not
   * exist
   */
  set(
    user: string,
    sight: Sight,
    id: string,
    wish: {
      readonly name?: string | undefined;
      readonly hidden?: 0 | 1 | undefined;
      readonly cover?: string | undefined;
    },
  ): Promise<number | undefined> {
    return this.#act(user, sight, (seen) => {
      const before = seen.people.get(id);
      if (before === undefined) return undefined;
      const { faces, ...person } = before;
      const cover = wish.cover ?? person.cover;
      const face = faces.find((each) => faceId(each) === cover) ?? faces[0];
      if (wish.cover !== undefined && (face === undefined || faceId(face) !== wish.cover)) return undefined;
      const after = { ...person, name: wish.name?.trim() ?? person.name, hidden: wish.hidden ?? person.hidden, cover };
      const what: PeopleAct =
        wish.name !== undefined ? 'name' : wish.hidden === undefined ? 'cover' : wish.hidden === 1 ? 'hide' : 'show';
      // Naming a person confirms the face shown to the user, so that later results do not reassign it.
      const pinned = wish.name === undefined || face === undefined ? [] : this.#moved(user, [face], id);
      return { what, person: after, change: { people: [{ id, before: person, after }], faces: pinned } };
    });
  }

  /** Merges people. @returns the id of the change, undefined if one of them does not exist */
  merge(user: string, sight: Sight, into: string, ids: readonly string[]): Promise<number | undefined> {
    return this.#act(user, sight, (seen) => {
      const stays = this.#tables.get(user, into);
      const others = [...new Set(ids)].filter((id) => id !== into).map((id) => this.#tables.get(user, id));
      if (stays === undefined || !seen.people.has(into) || others.length === 0) return undefined;
      const gone = others.flatMap((person) => (person === undefined || !seen.people.has(person.id) ? [] : [person]));
      if (gone.length < others.length) return undefined;
      const name = stays.name === '' ? (gone.find((each) => each.name !== '')?.name ?? '') : stays.name;
      const after = { ...stays, name };
      const people = [
        { id: into, before: stays, after },
        ...gone.map((each) => ({ id: each.id, before: each, after: null })),
      ];
      const faces = gone.flatMap(({ id }) => this.#moved(user, this.#tables.facesOf(user, id), into));
      return { what: 'merge', person: after, change: { people, faces } };
    });
  }

  /** Moves faces that are not this person to a new one. @returns the id of the change and the new person */
  async split(
    user: string,
    sight: Sight,
    id: string,
    faces: readonly string[],
  ): Promise<{ readonly change: number; readonly person: string } | undefined> {
    const person = newPerson();
    const change = await this.#act(user, sight, (seen) => {
      const asked = new Set(faces);
      const theirs = seen.people.get(id)?.faces.filter((face) => asked.has(faceId(face))) ?? [];
      if (theirs.length === 0 || theirs.length < asked.size) return undefined;
      return {
        what: 'split',
        person,
        change: {
          people: [{ id: person.id, before: null, after: person }],
          faces: this.#moved(user, theirs, person.id),
        },
      };
    });
    return change === undefined ? undefined : { change, person: person.id };
  }

  undo(user: string, change: number): Promise<ReturnType<PeopleTables['undo']>> {
    return this.#after(() => Promise.resolve(this.#tables.undo(user, change)));
  }

  log(user: string, start: number, count: number): ReturnType<PeopleTables['log']> {
    return this.#tables.log(user, start, count);
  }

  /** The contents that show a person, in batches. */
  photosOf(user: string, person: string): ReturnType<PeopleTables['photosOf']> {
    return this.#tables.photosOf(user, person);
  }

  /** The contents that show a person with a matching name. */
  named(user: string, isAsked: (name: string) => Promise<boolean>): ReturnType<PeopleTables['named']> {
    return this.#tables.named(user, isAsked);
  }

  /** Explains an assignment: the nearest other faces of the same person, nearest first. */
  async why(
    user: string,
    sight: Sight,
    id: string,
    most: number,
  ): Promise<
    | {
        readonly person: Shown;
        readonly face: KnownFace;
        readonly near: readonly { readonly face: KnownFace; readonly distance: number }[];
      }
    | undefined
  > {
    const key = faceOf(id);
    const { people } = await this.seen(user, sight);
    for (const person of key === undefined ? [] : people.values()) {
      const face = person.faces.find((each) => each.photo === key?.photo && each.face === key.face);
      if (face === undefined) continue;
      const near: { readonly face: KnownFace; readonly distance: number }[] = [];
      for (const { descriptor } of this.#described([face]))
        for await (const each of byPicture(person.faces.filter((other) => other !== face)))
          for (const other of this.#described(each))
            near.push({ face: other, distance: distanceOf(descriptor, other.descriptor) });
      near.sort((one, other) => one.distance - other.distance);
      return { person, face, near: near.slice(0, most) };
    }
    return undefined;
  }

  /** Deletes automatic results so that they are computed again, for one user or for all. */
  clear(user?: string): Promise<void> {
    return this.#after(() => {
      this.#tables.clear(user);
      return Promise.resolve();
    });
  }

  /** Deletes the data of a removed user. */
  forget(user: string): void {
    this.#compared.delete(user);
    this.#tables.forget(user);
  }

  /** Deletes all people and assignments in one write with the setting that `alsoWrite` stores. */
  forgetAll(because: () => void): Promise<void> {
    return this.#after(() => {
      this.#tables.forgetAll(because);
      return Promise.resolve();
    });
  }

  /** Resolves when running operations have ended. */
  async close(): Promise<void> {
    await this.#turn;
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #act(
    user: string,
    sight: Sight,
    decide: (seen: Seen) => { readonly what: string; readonly person: Person; readonly change: Change } | undefined,
  ): Promise<number | undefined> {
    const seen = await this.seen(user, sight);
    return this.#after(() => {
      const done = decide(seen);
      if (done === undefined) return Promise.resolve(undefined);
      const { what, person, change } = done;
      const at = Math.floor(this.#clock.now() / 1000);
      return Promise.resolve(this.#tables.do(user, change, { at, what, person: person.id, name: person.name }));
    });
  }

  /** The changes that assign these faces to a person. */
  #moved(user: string, faces: readonly FaceKey[], to: string): Change['faces'] {
    return faces.flatMap(({ photo, face }) => {
      const before = this.#tables.placedOne(user, { photo, face });
      const after: Placed = { person: to, said: 1 };
      return before === undefined ? [] : [{ photo, face, before, after }];
    });
  }

  #stateAt(written: number, { mark }: Sight): string {
    return JSON.stringify([written, this.#tables.writes, mark, this.#settings.ai]);
  }

  /** Assigns all new faces to people. @returns all faces that the user may see */
  async #compare(user: string, sight: Sight): Promise<readonly KnownFace[]> {
    const { face_detect, face_quality } = this.#settings.ai;
    // Read before the faces: later writes are not included.
    const { writes } = this.#faces;
    const faces = await this.#faces.seenBy(sight, face_detect);
    await this.#placeNew(user, faces, face_quality);
    this.#compared.set(user, this.#stateAt(writes, sight));
    return faces;
  }

  async #placeNew(user: string, faces: readonly KnownFace[], quality: number): Promise<void> {
    const placed = await this.#tables.placed(user);
    const isPlaced = ({ photo, face }: FaceKey): boolean => placed.get(photo)?.has(face) === true;
    const fresh = faces.filter((face) => face.score >= quality && !isPlaced(face));
    if (fresh.length === 0) return;
    const groups = new Groups(this.#settings.ai.face_match, () => newPerson().id);
    const known = faces.filter(isPlaced);
    for (const said of [1, 0])
      await this.#addAll(
        groups,
        known.flatMap((face) => {
          const theirs = placed.get(face.photo)?.get(face.face);
          return theirs?.said === said ? [{ face, person: theirs.person }] : [];
        }),
      );
    for await (const each of byPicture(fresh)) {
      const found = groups.place(this.#described(each));
      this.#tables.place(
        user,
        found.filter(({ isNew }) => isNew).map(({ person }) => ({ ...newPerson(), id: person })),
        found.map(({ face: { photo, face }, person }) => ({ photo, face, person, said: 0 })),
      );
    }
  }

  /** Adds the descriptors to faces of one photo. */
  #described<F extends FaceKey>(faces: readonly F[]): readonly (F & Described)[] {
    const [first] = faces;
    const known = first === undefined ? new Map<number, Float32Array>() : this.#faces.descriptors(first.photo);
    return faces.flatMap((face) => {
      const descriptor = known.get(face.face);
      return descriptor === undefined ? [] : [{ ...face, descriptor }];
    });
  }

  /** Adds faces to groups. Reads only the descriptors that are compared. */
  async #addAll(groups: Groups, all: readonly { readonly face: FaceKey; readonly person: string }[]): Promise<void> {
    for (const [at, { face, person }] of all.entries()) {
      if (groups.shows(person, face.photo)) for (const one of this.#described([face])) groups.add(person, one);
      if (at % MANY === MANY - 1) await setImmediate();
    }
  }
}

/** Groups faces by photo, yielding to the event loop. */
const byPicture = async function* (faces: readonly KnownFace[]): AsyncGenerator<readonly KnownFace[]> {
  const pictures = new Map<string, KnownFace[]>();
  for (const face of faces) {
    const together = pictures.get(face.photo) ?? [];
    pictures.set(face.photo, together);
    together.push(face);
  }
  let count = 0;
  for (const each of pictures.values()) {
    yield each;
    count += 1;
    if (count % PIECE === 0) await setImmediate();
  }
};
