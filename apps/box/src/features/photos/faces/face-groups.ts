import { distanceOf, type FaceKey } from './face.ts';

/** A face with its descriptor. */
export interface DescribedFace extends FaceKey {
  readonly descriptor: Float32Array;
}

/** A person for comparison: descriptors, and the photos that show the person. */
interface FaceGroup {
  readonly faces: Float32Array[];
  /** Greatest distance of any descriptor from the first one. */
  radius: number;
  readonly photos: Set<string>;
}

/** Maximum number of faces per person that a new face is compared with. Faces confirmed by the user come first. */
const MAX_EXEMPLARS = 24;

/**
 * Groups faces by person, one photo at a time. Each face is assigned to the person with the nearest face within `match`
 * who is not in the same photo yet; a face without a match becomes a new person.
 */
export class FaceGroups {
  readonly #match: number;
  readonly #newId: () => string;
  readonly #groups = new Map<string, FaceGroup>();

  constructor(match: number, newId: () => string) {
    this.#match = match;
    this.#newId = newId;
  }

  /** Records that a photo shows a person. @returns whether the face should be added for comparison */
  addPhoto(person: string, photo: string): boolean {
    const group = this.#groupOf(person);
    group.photos.add(photo);
    return group.faces.length < MAX_EXEMPLARS;
  }

  /** Adds a face of a person. */
  addFace(person: string, { photo, descriptor }: DescribedFace): void {
    if (!this.addPhoto(person, photo)) return;
    const group = this.#groupOf(person);
    group.faces.push(descriptor);
    group.radius = Math.max(group.radius, distanceOf(group.faces[0] ?? descriptor, descriptor));
  }

  /** Distance to the person's nearest face. Most people are ruled out by one comparison, using the radius. */
  #distanceTo({ faces: [first, ...others], radius }: FaceGroup, descriptor: Float32Array): number {
    if (first === undefined) return Number.POSITIVE_INFINITY;
    const distance = distanceOf(descriptor, first);
    if (distance - radius >= this.#match) return Number.POSITIVE_INFINITY;
    return others.reduce((minDistance, each) => Math.min(minDistance, distanceOf(descriptor, each)), distance);
  }

  #groupOf(person: string): FaceGroup {
    const group = this.#groups.get(person) ?? { faces: [], radius: 0, photos: new Set<string>() };
    this.#groups.set(person, group);
    return group;
  }

  /** Assigns the faces of one photo to people. If two match the same person, the nearer one is assigned. */
  assign(
    faces: readonly DescribedFace[],
  ): readonly { readonly face: DescribedFace; readonly person: string; readonly isNew: boolean }[] {
    const pairs = faces
      .flatMap((face) =>
        [...this.#groups].flatMap(([person, group]) => {
          if (group.photos.has(face.photo)) return [];
          const distance = this.#distanceTo(group, face.descriptor);
          return distance < this.#match ? [{ face, person, distance }] : [];
        }),
      )
      .toSorted((one, other) => one.distance - other.distance);
    const found = new Map<DescribedFace, string>();
    const assignedPeople = new Set<string>();
    for (const { face, person } of pairs) {
      if (found.has(face) || assignedPeople.has(person)) continue;
      found.set(face, person);
      assignedPeople.add(person);
    }
    return faces.map((face) => {
      const match = found.get(face);
      const person = match ?? this.#newId();
      this.addFace(person, face);
      return { face, person, isNew: match === undefined };
    });
  }
}
