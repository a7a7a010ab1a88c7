import { distanceOf, type FaceKey } from './face.ts';

/** A face with what tells it from others. */
export interface Described extends FaceKey {
  readonly descriptor: Float32Array;
}

/** A person as far as faces are compared with them: their faces, and the pictures that show them. */
interface Known {
  readonly faces: Float32Array[];
  /** How far the furthest of them is from the first. */
  radius: number;
  readonly photos: Set<string>;
}

/** Faces of one person with which a new one is compared; those that somebody said are theirs come first. */
const EXEMPLARS = 24;

/**
 * People by their faces, made one picture at a time: each face goes to the person with the nearest face, nearer than `match`, of whom there is no
 * other face in the same picture; one that is near nobody is somebody new.
 */
export class Groups {
  readonly #match: number;
  readonly #newId: () => string;
  readonly #known = new Map<string, Known>();

  constructor(match: number, newId: () => string) {
    this.#match = match;
    this.#newId = newId;
  }

  /** A picture shows somebody. @returns whether their face in it is one with which others are to be compared */
  shows(person: string, photo: string): boolean {
    const known = this.#of(person);
    known.photos.add(photo);
    return known.faces.length < EXEMPLARS;
  }

  /** A face that is somebody's. */
  add(person: string, { photo, descriptor }: Described): void {
    if (!this.shows(person, photo)) return;
    const known = this.#of(person);
    known.faces.push(descriptor);
    known.radius = Math.max(known.radius, distanceOf(known.faces[0] ?? descriptor, descriptor));
  }

  /** How near the nearest of their faces is; of who is too far away as a whole, which most are, one face is looked at. */
  #nearest({ faces: [first, ...others], radius }: Known, descriptor: Float32Array): number {
    if (first === undefined) return Number.POSITIVE_INFINITY;
    const distance = distanceOf(descriptor, first);
    if (distance - radius >= this.#match) return Number.POSITIVE_INFINITY;
    return others.reduce((least, each) => Math.min(least, distanceOf(descriptor, each)), distance);
  }

  #of(person: string): Known {
    const known = this.#known.get(person) ?? { faces: [], radius: 0, photos: new Set<string>() };
    this.#known.set(person, known);
    return known;
  }

  /** Whose the faces of one picture are; of two that fit somebody it is the nearer one. */
  place(
    faces: readonly Described[],
  ): readonly { readonly face: Described; readonly person: string; readonly isNew: boolean }[] {
    const pairs = faces
      .flatMap((face) =>
        [...this.#known].flatMap(([person, known]) => {
          if (known.photos.has(face.photo)) return [];
          const distance = this.#nearest(known, face.descriptor);
          return distance < this.#match ? [{ face, person, distance }] : [];
        }),
      )
      .toSorted((one, other) => one.distance - other.distance);
    const found = new Map<Described, string>();
    const taken = new Set<string>();
    for (const { face, person } of pairs) {
      if (found.has(face) || taken.has(person)) continue;
      found.set(face, person);
      taken.add(person);
    }
    return faces.map((face) => {
      const near = found.get(face);
      const person = near ?? this.#newId();
      this.add(person, face);
      return { face, person, isNew: near === undefined };
    });
  }
}
