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
  type CustomClassifier,
  type PhotoFace,
  SetAiConfig,
  SetPerson,
  SplitPerson,
  UndoPeople,
} from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type PortResult, execute, mapRight } from '../outcome.ts';
import type { FaceReason, RecognitionProgress } from './people.ts';

/** Number of recent changes that are searched for one that was not undone. */
const MAX_CHANGES_SEARCHED = 200;

/** Changes of a person; absent fields stay as they are. */
export interface PersonInput {
  readonly name?: string;
  readonly hidden?: 0 | 1;
  readonly cover?: string;
}

/** The box calls for people. Each change returns the id with which it can be undone. */
export interface PeoplePort {
  /** Groups with more photos than this are shown. */
  minPhotos(): PortResult<number>;
  /** `own`: the owner's classifier, visible to administrators only. */
  config(): PortResult<{ readonly cfg: AiConfig; readonly own?: CustomClassifier }>;
  configure(config: AiConfig): PortResult<unknown>;
  preview(config: AiConfig): PortResult<AiPreview>;
  recognising(): PortResult<RecognitionProgress>;
  labels(
    hidden: boolean,
    start: number,
    count: number,
  ): PortResult<{ readonly total: number; readonly list: readonly Label[] }>;
  set(id: string, input: PersonInput): PortResult<number>;
  merge(into: string, ids: readonly string[]): PortResult<number>;
  split(id: string, faces: readonly string[]): PortResult<number>;
  /** Id of the last change that is in effect; null: none. */
  latest(): PortResult<number | null>;
  undo(change: number): PortResult<unknown>;
  faces(photo: string): PortResult<readonly PhotoFace[]>;
  explain(face: string): PortResult<FaceReason>;
}

/** {@link PeoplePort} implemented by a box client. */
export const peoplePort = (box: Pick<Client, 'exec'>, user: string): PeoplePort => ({
  minPhotos: () => execute(box, GetAlbumConfig, {}).pipe(mapRight(({ cfg }) => cfg.faceMinNum)),
  config: () => execute(box, GetAiConfig, { user }),
  configure: (cfg) => execute(box, SetAiConfig, { user, cfg }),
  preview: (cfg) => execute(box, GetAiPreview, { cfg }),
  recognising: () =>
    execute(box, GetRegrouping, { user }).pipe(
      mapRight(({ running, done, total, trouble = '' }) => ({ running: running === 1, done, total, trouble })),
    ),
  labels: (hidden, start, count) =>
    execute(box, ListLabels, { user, group: 'faceGroup', start, count, ...(hidden ? { hidden: 1 as const } : {}) }),
  set: (id, input) => execute(box, SetPerson, { id, ...input }).pipe(mapRight(({ change }) => change)),
  merge: (into, ids) => execute(box, MergePeople, { into, ids: [...ids] }).pipe(mapRight(({ change }) => change)),
  split: (id, faces) => execute(box, SplitPerson, { id, faces: [...faces] }).pipe(mapRight(({ change }) => change)),
  latest: () =>
    execute(box, ListPeopleChanges, { start: 0, count: MAX_CHANGES_SEARCHED }).pipe(
      mapRight(({ list }) => list.find(({ undone }) => undone === 0)?.id ?? null),
    ),
  undo: (change) => execute(box, UndoPeople, { change }),
  faces: (id) => execute(box, ListFaces, { id }).pipe(mapRight(({ list }) => list)),
  explain: (face) => execute(box, GetFaceReason, { face }),
});
