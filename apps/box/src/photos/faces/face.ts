/** Where a face is, in shares of the picture, and how sure that it is one. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 1. */
  readonly score: number;
}

/** A face as it was found, with what tells it from others in 128 numbers. */
export interface SeenFace extends FaceBox {
  readonly descriptor: Float32Array;
}

/** A face of a picture: its content, and which of its faces, the surest being 0. */
export interface FaceKey {
  readonly photo: string;
  readonly face: number;
}

/** Faces that are less sure are not kept, unless the owner asks for them: between this and what they ask for, another threshold needs no other look. */
const KEPT_SCORE = 0.3;

/** How sure a face has to be, to be kept. */
export const leastScore = ({ face_detect }: { readonly face_detect: number }): number =>
  Math.min(KEPT_SCORE, face_detect);

/** How a face is named in calls. */
export const faceId = ({ photo, face }: FaceKey): string => `${photo}.${face}`;

/** Reads {@link faceId}; undefined for what names none. */
export const faceOf = (id: string): FaceKey | undefined => {
  const [, photo, face] = /^(p?[0-9a-f]{32})\.(\d{1,3})$/.exec(id) ?? [];
  return photo === undefined || face === undefined ? undefined : { photo, face: Number(face) };
};

/** How far two faces are from each other: 0 for the same picture of a face. */
export const distanceOf = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  // Asked a thousand times for each new face: an iterator made it ten times as slow.
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return Math.sqrt(sum);
};
