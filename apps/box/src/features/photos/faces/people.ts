import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AiConfig } from '@boxwood/box-sdk';
import type { Clock } from '../../../platform/clock.ts';
import type { ReadableFolders } from '../readable-folders.ts';
import type { FaceTables, StoredFace } from './face-tables.ts';
import { distanceOf, faceId, type FaceKey, parseFaceId } from './face.ts';
import { addFaces, FACES_PER_BATCH, groupByPhoto, withDescriptors } from './face-descriptors.ts';
import { FaceGroups } from './face-groups.ts';
import type { PeopleChange, PeopleChangeKind, PeopleTables, Person, FaceAssignment } from './people-tables.ts';

/** A person with their faces in photos that the caller may read, sorted by score. */
export interface VisiblePerson extends Person {
  readonly faces: readonly StoredFace[];
}

/** A face and its person; null if it is not assigned. */
export interface FaceWithPerson {
  readonly face: StoredFace;
  readonly person: Person | null;
}

/** All people that a caller sees, and unassigned faces, whose score is too low. */
export interface VisiblePeople {
  readonly people: ReadonlyMap<string, VisiblePerson>;
  readonly unassigned: readonly StoredFace[];
}

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
  readonly #comparedVersions = new Map<string, string>();
  /** Serialises operations, because each depends on the results of the one before. */
  #queue: Promise<unknown> = Promise.resolve();

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
  versionFor(readable: ReadableFolders): string {
    return this.#versionAt(this.#faces.writes, readable);
  }

  /** The faces in a content that the caller may read. Reads all faces only if new ones must be compared. */
  facesIn(user: string, readable: ReadableFolders, photo: string): Promise<readonly FaceWithPerson[]> {
    return this.#serialise(async () => {
      const { enable, face_detect } = this.#settings.ai;
      if (enable === 0) return [];
      if (this.#comparedVersions.get(user) !== this.versionFor(readable)) await this.#compareFaces(user, readable);
      return this.#faces.facesIn(photo, face_detect).flatMap((face): readonly FaceWithPerson[] => {
        const assignment = this.#tables.assignmentOf(user, face);
        if (assignment === undefined) return [{ face, person: null }];
        const person = this.#tables.get(user, assignment.person);
        return person === undefined ? [] : [{ face, person }];
      });
    });
  }

  /** All people that the caller sees, after new faces were compared. */
  visiblePeople(user: string, readable: ReadableFolders): Promise<VisiblePeople> {
    return this.#serialise(async () => {
      if (this.#settings.ai.enable === 0) return { people: new Map(), unassigned: [] };
      const faces = await this.#compareFaces(user, readable);
      const assignments = await this.#tables.assignments(user);
      const people = this.#tables.all(user);
      const facesByPerson = new Map<string, StoredFace[]>();
      const unassigned: StoredFace[] = [];
      for (const [at, face] of faces.entries()) {
        const person = assignments.get(face.photo)?.get(face.face)?.person;
        const theirs = person === undefined ? unassigned : (facesByPerson.get(person) ?? []);
        if (person !== undefined) facesByPerson.set(person, theirs);
        theirs.push(face);
        if (at % FACES_PER_BATCH === 0) await setImmediate();
      }
      const found = new Map<string, VisiblePerson>();
      for (const [id, theirs] of facesByPerson) {
        const person = people.get(id);
        const surest = theirs.toSorted((one, other) => other.score - one.score);
        if (person !== undefined) found.set(id, { ...person, faces: surest });
        if (theirs.length > FACES_PER_BATCH) await setImmediate();
      }
      return { unassigned, people: found };
    });
  }

  /** The number of people with other thresholds, among the stored faces. Assignments by the user are respected. */
  async preview(
    user: string,
    readable: ReadableFolders,
    { face_match, face_detect, face_quality }: AiConfig,
  ): Promise<number> {
    const groups = new FaceGroups(face_match, () => newPerson().id);
    const assignments = await this.#tables.assignments(user);
    const faces = await this.#faces.seenBy(readable, face_detect);
    const confirmed = faces.flatMap((face) => {
      const theirs = assignments.get(face.photo)?.get(face.face);
      return theirs?.said === 1 ? [{ face, person: theirs.person }] : [];
    });
    const found = new Set(confirmed.map(({ person }) => person));
    await addFaces(this.#faces, groups, confirmed);
    const rest = faces.filter(
      ({ photo, face, score }) => score >= face_quality && assignments.get(photo)?.get(face)?.said !== 1,
    );
    for await (const each of groupByPhoto(rest))
      for (const { person } of groups.assign(withDescriptors(this.#faces, each))) found.add(person);
    return found.size;
  }

  /**
   * Changes name, visibility or cover of a person. @returns the id of the change, undefined if the person does not
   * exist
   */
  set(
    user: string,
    readable: ReadableFolders,
    id: string,
    update: {
      readonly name?: string | undefined;
      readonly hidden?: 0 | 1 | undefined;
      readonly cover?: string | undefined;
    },
  ): Promise<number | undefined> {
    return this.#applyChange(user, readable, (visiblePeople) => {
      const before = visiblePeople.people.get(id);
      if (before === undefined) return undefined;
      const { faces, ...person } = before;
      const cover = update.cover ?? person.cover;
      const face = faces.find((each) => faceId(each) === cover) ?? faces[0];
      if (update.cover !== undefined && (face === undefined || faceId(face) !== update.cover)) return undefined;
      const after = {
        ...person,
        name: update.name?.trim() ?? person.name,
        hidden: update.hidden ?? person.hidden,
        cover,
      };
      const what: PeopleChangeKind =
        update.name !== undefined
          ? 'name'
          : update.hidden === undefined
            ? 'cover'
            : update.hidden === 1
              ? 'hide'
              : 'show';
      // Naming a person confirms the face shown to the user, so that later results do not reassign it.
      const confirmed = update.name === undefined || face === undefined ? [] : this.#reassignments(user, [face], id);
      return { what, person: after, change: { people: [{ id, before: person, after }], faces: confirmed } };
    });
  }

  /** Merges people. @returns the id of the change, undefined if one of them does not exist */
  merge(user: string, readable: ReadableFolders, into: string, ids: readonly string[]): Promise<number | undefined> {
    return this.#applyChange(user, readable, (visiblePeople) => {
      const target = this.#tables.get(user, into);
      const others = [...new Set(ids)].filter((id) => id !== into).map((id) => this.#tables.get(user, id));
      if (target === undefined || !visiblePeople.people.has(into) || others.length === 0) return undefined;
      const merged = others.flatMap((person) =>
        person === undefined || !visiblePeople.people.has(person.id) ? [] : [person],
      );
      if (merged.length < others.length) return undefined;
      const name = target.name === '' ? (merged.find((each) => each.name !== '')?.name ?? '') : target.name;
      const after = { ...target, name };
      const people = [
        { id: into, before: target, after },
        ...merged.map((each) => ({ id: each.id, before: each, after: null })),
      ];
      const faces = merged.flatMap(({ id }) => this.#reassignments(user, this.#tables.facesOf(user, id), into));
      return { what: 'merge', person: after, change: { people, faces } };
    });
  }

  /** Moves faces that are not this person to a new one. @returns the id of the change and the new person */
  async split(
    user: string,
    readable: ReadableFolders,
    id: string,
    faces: readonly string[],
  ): Promise<{ readonly change: number; readonly person: string } | undefined> {
    const person = newPerson();
    const change = await this.#applyChange(user, readable, (visiblePeople) => {
      const requested = new Set(faces);
      const theirs = visiblePeople.people.get(id)?.faces.filter((face) => requested.has(faceId(face))) ?? [];
      if (theirs.length === 0 || theirs.length < requested.size) return undefined;
      return {
        what: 'split',
        person,
        change: {
          people: [{ id: person.id, before: null, after: person }],
          faces: this.#reassignments(user, theirs, person.id),
        },
      };
    });
    return change === undefined ? undefined : { change, person: person.id };
  }

  undo(user: string, change: number): Promise<ReturnType<PeopleTables['undo']>> {
    return this.#serialise(() => Promise.resolve(this.#tables.undo(user, change)));
  }

  log(user: string, start: number, count: number): ReturnType<PeopleTables['log']> {
    return this.#tables.log(user, start, count);
  }

  /** The contents that show a person, in batches. */
  photosOf(user: string, person: string): ReturnType<PeopleTables['photosOf']> {
    return this.#tables.photosOf(user, person);
  }

  /** The contents that show a person with a matching name. */
  named(user: string, isMatch: (name: string) => Promise<boolean>): ReturnType<PeopleTables['named']> {
    return this.#tables.named(user, isMatch);
  }

  /** Explains an assignment: the nearest other faces of the same person, nearest first. */
  async explain(
    user: string,
    readable: ReadableFolders,
    id: string,
    maxFaces: number,
  ): Promise<
    | {
        readonly person: VisiblePerson;
        readonly face: StoredFace;
        readonly near: readonly { readonly face: StoredFace; readonly distance: number }[];
      }
    | undefined
  > {
    const key = parseFaceId(id);
    const { people } = await this.visiblePeople(user, readable);
    for (const person of key === undefined ? [] : people.values()) {
      const face = person.faces.find((each) => each.photo === key?.photo && each.face === key.face);
      if (face === undefined) continue;
      const near: { readonly face: StoredFace; readonly distance: number }[] = [];
      for (const { descriptor } of withDescriptors(this.#faces, [face]))
        for await (const each of groupByPhoto(person.faces.filter((other) => other !== face)))
          for (const other of withDescriptors(this.#faces, each))
            near.push({ face: other, distance: distanceOf(descriptor, other.descriptor) });
      near.sort((one, other) => one.distance - other.distance);
      return { person, face, near: near.slice(0, maxFaces) };
    }
    return undefined;
  }

  /** Deletes automatic results so that they are computed again, for one user or for all. */
  clear(user?: string): Promise<void> {
    return this.#serialise(() => {
      this.#tables.clear(user);
      return Promise.resolve();
    });
  }

  /** Deletes the data of a removed user. */
  removeUser(user: string): void {
    this.#comparedVersions.delete(user);
    this.#tables.removeUser(user);
  }

  /** Deletes all people and assignments in one write with the setting that `alsoWrite` stores. */
  forgetAll(alsoWrite: () => void): Promise<void> {
    return this.#serialise(() => {
      this.#tables.forgetAll(alsoWrite);
      return Promise.resolve();
    });
  }

  /** Resolves when running operations have ended. */
  async close(): Promise<void> {
    await this.#queue;
  }

  #serialise<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #applyChange(
    user: string,
    readable: ReadableFolders,
    decide: (
      visiblePeople: VisiblePeople,
    ) => { readonly what: string; readonly person: Person; readonly change: PeopleChange } | undefined,
  ): Promise<number | undefined> {
    const visiblePeople = await this.visiblePeople(user, readable);
    return this.#serialise(() => {
      const done = decide(visiblePeople);
      if (done === undefined) return Promise.resolve(undefined);
      const { what, person, change } = done;
      const at = Math.floor(this.#clock.now() / 1000);
      return Promise.resolve(
        this.#tables.applyChange(user, change, { at, what, person: person.id, name: person.name }),
      );
    });
  }

  /** The changes that assign these faces to a person. */
  #reassignments(user: string, faces: readonly FaceKey[], to: string): PeopleChange['faces'] {
    return faces.flatMap(({ photo, face }) => {
      const before = this.#tables.assignmentOf(user, { photo, face });
      const after: FaceAssignment = { person: to, said: 1 };
      return before === undefined ? [] : [{ photo, face, before, after }];
    });
  }

  #versionAt(written: number, { fingerprint }: ReadableFolders): string {
    return JSON.stringify([written, this.#tables.writes, fingerprint, this.#settings.ai]);
  }

  /** Assigns all new faces to people. @returns all faces that the user may see */
  async #compareFaces(user: string, readable: ReadableFolders): Promise<readonly StoredFace[]> {
    const { face_detect, face_quality } = this.#settings.ai;
    // Read before the faces: later writes are not included.
    const { writes } = this.#faces;
    const faces = await this.#faces.seenBy(readable, face_detect);
    await this.#assignNewFaces(user, faces, face_quality);
    this.#comparedVersions.set(user, this.#versionAt(writes, readable));
    return faces;
  }

  async #assignNewFaces(user: string, faces: readonly StoredFace[], quality: number): Promise<void> {
    const assignments = await this.#tables.assignments(user);
    const isAssigned = ({ photo, face }: FaceKey): boolean => assignments.get(photo)?.has(face) === true;
    const newFaces = faces.filter((face) => face.score >= quality && !isAssigned(face));
    if (newFaces.length === 0) return;
    const groups = new FaceGroups(this.#settings.ai.face_match, () => newPerson().id);
    const known = faces.filter(isAssigned);
    for (const said of [1, 0])
      await addFaces(
        this.#faces,
        groups,
        known.flatMap((face) => {
          const theirs = assignments.get(face.photo)?.get(face.face);
          return theirs?.said === said ? [{ face, person: theirs.person }] : [];
        }),
      );
    for await (const each of groupByPhoto(newFaces)) {
      const found = groups.assign(withDescriptors(this.#faces, each));
      this.#tables.assignFaces(
        user,
        found.filter(({ isNew }) => isNew).map(({ person }) => ({ ...newPerson(), id: person })),
        found.map(({ face: { photo, face }, person }) => ({ photo, face, person, said: 0 })),
      );
    }
  }
}
