import type { AiConfig, AiPreview, Face, Label, NearFace, CustomClassifier, PhotoFace } from '@boxwood/box-sdk';
import type { Outcome, LazyResult } from '../outcome.ts';

/** A recognised person: the number of photos and the cover face. `name` is empty until the user sets it. */
export type PersonLabel = Pick<Label, 'id' | 'name' | 'cnt'> & { readonly face: Face };

/** Progress of face recognition. `trouble` is a code for why this box cannot recognise, empty where it can. */
export interface RecognitionProgress {
  readonly running: boolean;
  readonly done: number;
  readonly total: number;
  readonly trouble: string;
}

/** The people in the photos that the user can see. */
export interface PeopleOverview {
  readonly config: AiConfig;
  /** The classifier that the owner installed; null for users who are not administrators. */
  readonly own: CustomClassifier | null;
  readonly recognising: RecognitionProgress;
  /** People with a name, and those in more than a few photos (PHOTO-02). */
  readonly people: readonly PersonLabel[];
  /** People hidden by this user. */
  readonly hidden: readonly PersonLabel[];
}

/**
 * Why a face belongs to a person: the nearest other faces of that person. Two faces further apart than `limit` are not
 * the same person.
 */
export interface FaceReason {
  readonly face: Face;
  readonly limit: number;
  readonly near: readonly NearFace[];
}

/** People in photos (X127 to X134). The changes are private to the user, and each notice offers an undo. */
export interface People {
  overview(): LazyResult<PeopleOverview>;
  /** Switch and thresholds; administrators only. */
  configure(config: AiConfig): Outcome<unknown>;
  /** Effect of other thresholds. */
  preview(config: AiConfig): LazyResult<AiPreview>;
  name(person: Pick<PersonLabel, 'id'>, name: string): Outcome<unknown>;
  /** Several people at once are one action: one notice and one undo. */
  hide(people: readonly Pick<PersonLabel, 'id'>[], hidden: boolean): Outcome<unknown>;
  /** Merges all people into the first one. */
  merge(people: readonly Pick<PersonLabel, 'id'>[]): Outcome<unknown>;
  /** The faces of this person in these photos belong to another person. */
  split(person: string, photos: readonly string[]): Outcome<unknown>;
  /** Makes the face in this photo the cover of the person. */
  cover(person: string, photo: string): Outcome<unknown>;
  /** Undoes the last change, whichever device made it. */
  undoLatest(): Outcome<unknown>;
  /** The faces in a photo with their people, the most certain first. */
  faces(photo: string): LazyResult<readonly PhotoFace[]>;
  /** Why this photo shows this person. */
  explain(person: string, photo: string): LazyResult<FaceReason>;
}
