import { bytes, int, intBetween, list, nothing, num, str, struct } from '@boxwood/command-bus/codecs';
import { albumCommand } from '../define-commands.ts';
import { EntryId, Offset, PageSize } from '../request-limits.ts';
import { AiConfigChange } from './photo-model.ts';
import { AiPreview, Face, NearFace, PeopleChange, PeopleIds, PersonInput, PhotoFace } from './people-model.ts';

/**
 * Lists the faces of one picture with their persons, highest confidence first.
 *
 * `POST /port_20242/photoalbum` `FACELIST` (X127, not in the product specification). Refusals (album): 5 unknown
 * picture.
 *
 * @example
 * ```ts
 * const { list } = await box.photos.faces({ id: '4a7d1ed414474e4033ac29ccb8653d9b' });
 * ```
 */
export const ListFaces = albumCommand({
  name: 'ListFaces',
  cmd: 'FACELIST',
  params: struct({ id: EntryId }),
  result: struct({
    /** Faces, highest confidence first. */
    list: list(PhotoFace, 100),
  }),
  refusals: [5],
  access: 'user',
  idempotent: true,
});

/**
 * Names a person, hides or shows them, or selects their cover face; only for the caller. `change` can be undone.
 *
 * `POST /port_20242/photoalbum` `PEOPLESET` (X128, not in the product specification). Refusals (album): 5 unknown
 * person or face.
 *
 * @example
 * ```ts
 * const { change } = await box.photos.setPerson({ id: 'a1b2c3d4e5f60718', name: 'Grandma' });
 * ```
 */
export const SetPerson = albumCommand({
  name: 'SetPerson',
  cmd: 'PEOPLESET',
  params: struct({ id: EntryId }, PersonInput),
  result: struct({
    /** Id for `photos.undoPeople`. */
    change: int,
  }),
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Merges several people into one: `into` stays, with its name or, when it has none, the name of one of the others.
 *
 * `POST /port_20242/photoalbum` `PEOPLEMERGE` (X129, not in the product specification). Refusals (album): 5 unknown
 * person.
 *
 * @example
 * ```ts
 * const { change } = await box.photos.mergePeople({ into: 'a1b2c3d4e5f60718', ids: ['0718a1b2c3d4e5f6'] });
 * ```
 */
export const MergePeople = albumCommand({
  name: 'MergePeople',
  cmd: 'PEOPLEMERGE',
  params: struct({ into: EntryId, ids: PeopleIds }),
  result: struct({
    /** Id for `photos.undoPeople`. */
    change: int,
  }),
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Moves some faces from this person to a new person, whose id is in `person`.
 *
 * `POST /port_20242/photoalbum` `PEOPLESPLIT` (X130, not in the product specification). Refusals (album): 5 unknown
 * person or face.
 *
 * @example
 * ```ts
 * const { person } = await box.photos.splitPerson({ id: 'a1b2c3d4e5f60718', faces: ['4a7d1ed414474e4033ac29ccb8653d9b.0'] });
 * ```
 */
export const SplitPerson = albumCommand({
  name: 'SplitPerson',
  cmd: 'PEOPLESPLIT',
  params: struct({ id: EntryId, faces: PeopleIds }),
  result: struct({
    /** Id for `photos.undoPeople`. */
    change: int,
    /** Id of the new person. */
    person: str,
  }),
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Lists the caller's changes to people, newest first.
 *
 * `POST /port_20242/photoalbum` `PEOPLELOG` (X131, not in the product specification). Refusals (album): 4 service
 * error.
 *
 * @example
 * ```ts
 * const { list } = await box.photos.peopleChanges({ start: 0, count: 50 });
 * ```
 */
export const ListPeopleChanges = albumCommand({
  name: 'ListPeopleChanges',
  cmd: 'PEOPLELOG',
  params: struct({ start: Offset, count: PageSize }),
  result: struct({
    /** Total number of changes on all pages. */
    total: bytes,
    /** Changes, newest first. */
    list: list(PeopleChange),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Undoes one of these changes, from any device. Anything that was changed again since then stays as it is.
 *
 * `POST /port_20242/photoalbum` `PEOPLEUNDO` (X132, not in the product specification). Refusals (album): 3 changed
 * since, 5 unknown or already undone.
 *
 * @example
 * ```ts
 * await box.photos.undoPeople({ change: 7 });
 * ```
 */
export const UndoPeople = albumCommand({
  name: 'UndoPeople',
  cmd: 'PEOPLEUNDO',
  params: struct({
    /** Id from `photos.peopleChanges`. */
    change: intBetween(1, Number.MAX_SAFE_INTEGER),
  }),
  result: nothing,
  refusals: [3, 5],
  access: 'user',
  idempotent: false,
});

/**
 * Explains why a face belongs to its person: the nearest other faces of that person with their distances, nearest
 * first, and the distance from which two faces no longer count as the same person.
 *
 * `POST /port_20242/photoalbum` `FACEWHY` (X133, not in the product specification). Refusals (album): 5 unknown face.
 *
 * @example
 * ```ts
 * const { near, limit } = await box.photos.whyFace({ face: '4a7d1ed414474e4033ac29ccb8653d9b.0' });
 * ```
 */
export const GetFaceReason = albumCommand({
  name: 'GetFaceReason',
  cmd: 'FACEWHY',
  params: struct({ face: EntryId }),
  result: struct({
    /** Id of the person; empty when nobody was recognised. */
    person: str,
    /** Name given by the caller; empty when there is none. */
    name: str,
    face: Face,
    /** The `distance` from which two faces no longer count as the same person. */
    limit: num,
    /** Other faces of that person, nearest first. */
    near: list(NearFace, 20),
  }),
  refusals: [5],
  access: 'user',
  idempotent: true,
});

/**
 * Previews the caller's people with other thresholds (PHOTO-14): the number of people now and with the new thresholds,
 * from the faces already found; `rescan` 1 when the pictures would be scanned again, which may find more. Changes
 * nothing. Administrator only.
 *
 * `POST /port_20242/photoalbum` `AIPREVIEW` (X134, not in the product specification). Refusals (album): 4 service
 * error.
 *
 * @example
 * ```ts
 * const { people, then } = await box.photos.previewAi({ cfg: { ...DEFAULT_AI_CONFIG, face_match: 0.4 } });
 * ```
 */
export const GetAiPreview = albumCommand({
  name: 'GetAiPreview',
  cmd: 'AIPREVIEW',
  params: struct({ cfg: AiConfigChange }),
  result: AiPreview,
  refusals: [4],
  access: 'admin',
  idempotent: true,
  cost: 'heavy',
});
