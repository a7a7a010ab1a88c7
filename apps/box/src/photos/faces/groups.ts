import { distanceOf, type FaceKey } from './face.ts';

/** A face with its descriptor. */
export interface Described extends FaceKey {
  readonly descriptor: Float32Array;
}

/** A person for comparison: descriptors, and the photos that show the person. */
interface Known {
  readonly faces: Float32Array[];
  /** Greatest distance of any descriptor from the first one. */
  radius: number;
  readonly photos: Set<string>;
}

/** Maximum number of faces per person that a new face is compared with. Faces confirmed by the user come first. */
const EXEMPLARS = 24;

/**
 * Groups faces by person, one photo at a time. Each face is assigned to the person with the nearest face within `match`
 * who is not in the same photo yet; a face without a match becomes a new person.
 */
export class Groups {
  readonly #match: number;
  readonly #newId: () => string;
  readonly #known = new Map<string, Known>();

  constructor(match: number, newId: () => string) {
    this.#match = match;
    this.#newId = newId;
  }

  /** Records that a photo shows a person. @returns whether the face should be added for comparison */
  shows(person: string, photo: string): boolean {
    const known = this.#of(person);
    known.photos.add(photo);
    return known.faces.length < EXEMPLARS;
  }

  /** Adds a face of a person. */
  add(person: string, { photo, descriptor }: Described): void {
    if (!this.shows(person, photo)) return;
    const known = this.#of(person);
    known.faces.push(descriptor);
    known.radius = Math.max(known.radius, distanceOf(known.faces[0] ?? descriptor, descriptor));
  }

  /** Distance to the person's nearest face. Most people are ruled out by one comparison, using the radius. */
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

  /** Assigns the faces of one photo to people. If two match the same person, the nearer one is assigned. */
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
