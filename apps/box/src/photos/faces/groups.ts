import { distanceOf, type FaceKey } from './face.ts';

/** A face with what tells it from others. */
export interface Described extends FaceKey {
  readonly descriptor: Float32Array;
}

/** A person as far as faces are compared with them: their faces, and the pictures that show them. */
interface Known {
  readonly faces: Float32Array[];
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

  /** A face that is somebody's. */
  add(person: string, { photo, descriptor }: Described): void {
    const known = this.#known.get(person) ?? { faces: [], photos: new Set<string>() };
    this.#known.set(person, known);
    known.photos.add(photo);
    if (known.faces.length < EXEMPLARS) known.faces.push(descriptor);
  }

  /** Whose the faces of one picture are; of two that fit somebody it is the nearer one. */
  place(
    faces: readonly Described[],
  ): readonly { readonly face: Described; readonly person: string; readonly isNew: boolean }[] {
    const pairs = faces
      .flatMap((face) =>
        [...this.#known].flatMap(([person, { faces: theirs, photos }]) => {
          if (photos.has(face.photo)) return [];
          const distance = Math.min(...theirs.map((each) => distanceOf(face.descriptor, each)));
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
