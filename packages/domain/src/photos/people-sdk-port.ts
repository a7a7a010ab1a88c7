import {
  type AiConfig,
  type AiPreview,
  GetAiConfig,
  GetAiPreview,
  GetAlbumConfig,
  GetFaceReason,
  GetRegrouping,
  type Label,
  ListFaces,
  ListLabels,
  ListPeopleChanges,
  MergePeople,
  type OwnClassifier,
  type PhotoFace,
  SetAiConfig,
  SetPerson,
  SplitPerson,
  UndoPeople,
} from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Answer, answer, mapRight } from '../outcome.ts';
import type { FaceReason, Recognising } from './people.ts';

/** Number of recent changes that are searched for one that was not undone. */
const LATEST = 200;

/** Changes of a person; absent fields stay as they are. */
export interface PersonWish {
  readonly name?: string;
  readonly hidden?: 0 | 1;
  readonly cover?: string;
}

/** The box calls for people. Each change returns the id with which it can be undone. */
export interface PeoplePort {
  /** Groups with more photos than this are shown. */
  most(): Answer<number>;
  /** `own`: the owner's classifier, visible to administrators only. */
  config(): Answer<{ readonly cfg: AiConfig; readonly own?: OwnClassifier }>;
  configure(config: AiConfig): Answer<unknown>;
  preview(config: AiConfig): Answer<AiPreview>;
  recognising(): Answer<Recognising>;
  labels(
    hidden: boolean,
    start: number,
    count: number,
  ): Answer<{ readonly total: number; readonly list: readonly Label[] }>;
  set(id: string, wish: PersonWish): Answer<number>;
  merge(into: string, ids: readonly string[]): Answer<number>;
  split(id: string, faces: readonly string[]): Answer<number>;
  /** Id of the last change that is in effect; null: none. */
  latest(): Answer<number | null>;
  undo(change: number): Answer<unknown>;
  faces(photo: string): Answer<readonly PhotoFace[]>;
  why(face: string): Answer<FaceReason>;
}

/** {@link PeoplePort} implemented by a box client. */
export const peoplePort = (box: Pick<Client, 'exec'>, user: string): PeoplePort => ({
  most: () => answer(box, GetAlbumConfig, {}).pipe(mapRight(({ cfg }) => cfg.faceMinNum)),
  config: () => answer(box, GetAiConfig, { user }),
  configure: (cfg) => answer(box, SetAiConfig, { user, cfg }),
  preview: (cfg) => answer(box, GetAiPreview, { cfg }),
  recognising: () =>
    answer(box, GetRegrouping, { user }).pipe(
      mapRight(({ running, done, total, trouble = '' }) => ({ running: running === 1, done, total, trouble })),
    ),
  labels: (hidden, start, count) =>
    answer(box, ListLabels, { user, group: 'faceGroup', start, count, ...(hidden ? { hidden: 1 as const } : {}) }),
  set: (id, wish) => answer(box, SetPerson, { id, ...wish }).pipe(mapRight(({ change }) => change)),
  merge: (into, ids) => answer(box, MergePeople, { into, ids: [...ids] }).pipe(mapRight(({ change }) => change)),
  split: (id, faces) => answer(box, SplitPerson, { id, faces: [...faces] }).pipe(mapRight(({ change }) => change)),
  latest: () =>
    answer(box, ListPeopleChanges, { start: 0, count: LATEST }).pipe(
      mapRight(({ list }) => list.find(({ undone }) => undone === 0)?.id ?? null),
    ),
  undo: (change) => answer(box, UndoPeople, { change }),
  faces: (id) => answer(box, ListFaces, { id }).pipe(mapRight(({ list }) => list)),
  why: (face) => answer(box, GetFaceReason, { face }),
});
