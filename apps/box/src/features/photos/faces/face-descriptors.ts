import { setImmediate } from 'node:timers/promises';
import type { DescribedFace, FaceGroups } from './face-groups.ts';
import type { FaceTables, StoredFace } from './face-tables.ts';
import type { FaceKey } from './face.ts';

/** Photos with new faces that are processed before yielding to the event loop. */
const PHOTOS_PER_BATCH = 16;
/** Stored faces that are processed before yielding to the event loop. */
export const FACES_PER_BATCH = 500;

/** Adds the stored descriptors to faces of one photo; faces without one are left out. */
export const withDescriptors = <F extends FaceKey>(
  tables: Pick<FaceTables, 'descriptors'>,
  faces: readonly F[],
): readonly (F & DescribedFace)[] => {
  const [first] = faces;
  const known = first === undefined ? new Map<number, Float32Array>() : tables.descriptors(first.photo);
  return faces.flatMap((face) => {
    const descriptor = known.get(face.face);
    return descriptor === undefined ? [] : [{ ...face, descriptor }];
  });
};

/** Adds faces to groups, yielding to the event loop. Reads only the descriptors that are compared. */
export const addFaces = async (
  tables: Pick<FaceTables, 'descriptors'>,
  groups: FaceGroups,
  all: readonly { readonly face: FaceKey; readonly person: string }[],
): Promise<void> => {
  for (const [index, { face, person }] of all.entries()) {
    if (groups.addPhoto(person, face.photo))
      for (const one of withDescriptors(tables, [face])) groups.addFace(person, one);
    if (index % FACES_PER_BATCH === FACES_PER_BATCH - 1) await setImmediate();
  }
};

/** Groups faces by photo, yielding to the event loop. */
export const groupByPhoto = async function* (faces: readonly StoredFace[]): AsyncGenerator<readonly StoredFace[]> {
  const pictures = new Map<string, StoredFace[]>();
  for (const face of faces) {
    const together = pictures.get(face.photo) ?? [];
    pictures.set(face.photo, together);
    together.push(face);
  }
  let count = 0;
  for (const each of pictures.values()) {
    yield each;
    count += 1;
    if (count % PHOTOS_PER_BATCH === 0) await setImmediate();
  }
};
