import type { AiConfig, AiPreview, Face, Label, NearFace, OwnClassifier, PhotoFace } from '@boxwood/box-sdk';
import type { Outcome, Question } from '../outcome.ts';

/** Somebody who was recognised: how many pictures show them, and the face that stands for them. `name` is empty until somebody says it. */
export type PersonLabel = Pick<Label, 'id' | 'name' | 'cnt'> & { readonly face: Face };

/** How far recognition is. `trouble` says as a word why this box cannot, empty where it can. */
export interface Recognising {
  readonly running: boolean;
  readonly done: number;
  readonly total: number;
  readonly trouble: string;
}

/** Who is in the pictures that somebody sees. */
export interface PeopleShown {
  readonly config: AiConfig;
  /** The classifier that the owner gave the box; null for whoever does not look after it. */
  readonly own: OwnClassifier | null;
  readonly recognising: Recognising;
  /** Those with a name, and those in more than a few pictures (PHOTO-02). */
  readonly people: readonly PersonLabel[];
  /** Whom this person hid. */
  readonly hidden: readonly PersonLabel[];
}

/** Why a face is whose it is: the nearest others of that person; further apart than `limit` two faces are not the same person. */
export interface FaceReason {
  readonly face: Face;
  readonly limit: number;
  readonly near: readonly NearFace[];
}

/** People in pictures (X127 to X134): what somebody says of them is theirs alone, and each notice offers to take it back. */
export interface People {
  shown(): Question<PeopleShown>;
  /** Switch and thresholds: the administrator's alone. */
  configure(config: AiConfig): Outcome<unknown>;
  /** What other thresholds would do. */
  preview(config: AiConfig): Question<AiPreview>;
  name(person: Pick<PersonLabel, 'id'>, name: string): Outcome<unknown>;
  /** Several at once are one step, told once and taken back together. */
  hide(people: readonly Pick<PersonLabel, 'id'>[], hidden: boolean): Outcome<unknown>;
  /** The first stays. */
  merge(people: readonly Pick<PersonLabel, 'id'>[]): Outcome<unknown>;
  /** The faces of this person in these pictures are somebody else's. */
  split(person: string, photos: readonly string[]): Outcome<unknown>;
  /** The face of this person in this picture stands for them. */
  cover(person: string, photo: string): Outcome<unknown>;
  /** Takes back what was said last, wherever it was. */
  undoLatest(): Outcome<unknown>;
  /** The faces of a picture, the surest first, and whose they are. */
  faces(photo: string): Question<readonly PhotoFace[]>;
  /** Why this picture shows this person. */
  why(person: string, photo: string): Question<FaceReason>;
}
