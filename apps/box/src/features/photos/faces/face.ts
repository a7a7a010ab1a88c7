/** Bounds of a face as fractions of the picture, and its score. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 1. */
  readonly score: number;
}

/** A detected face with its descriptor of 128 numbers. */
export interface DetectedFace extends FaceBox {
  readonly descriptor: Float32Array;
}

/** Identifies a face: the content of the photo, and the face's rank in it by score, from 0. */
export interface FaceKey {
  readonly photo: string;
  readonly face: number;
}

/**
 * Faces with a lower score are not stored unless the owner's threshold is lower. Changing the threshold above this
 * value needs no new analysis.
 */
const MIN_STORED_FACE_SCORE = 0.3;

/** Minimum score of a stored face. */
export const minFaceScore = ({ face_detect }: { readonly face_detect: number }): number =>
  Math.min(MIN_STORED_FACE_SCORE, face_detect);

/** The id of a face on the wire. */
export const faceId = ({ photo, face }: FaceKey): string => `${photo}.${face}`;

/** Parses {@link faceId}; undefined if invalid. */
export const parseFaceId = (id: string): FaceKey | undefined => {
  const [, photo, face] = /^(p?[0-9a-f]{32})\.(\d{1,3})$/.exec(id) ?? [];
  return photo === undefined || face === undefined ? undefined : { photo, face: Number(face) };
};

/** Euclidean distance of two descriptors; 0 for identical ones. */
export const distanceOf = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  // Called a thousand times per new face: an iterator was ten times slower.
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return Math.sqrt(sum);
};
