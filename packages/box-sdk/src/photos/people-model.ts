import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  essential,
  flag,
  int,
  num,
  shortList,
  str,
  struct,
  text,
} from '@boxwood/command-bus/codecs';
import { EntryId } from '../request-limits.ts';

/** Maximum number of people or faces in one call. */
export const MAX_PEOPLE_PER_CALL = 200;

/** A face in a picture. Its position is a fraction of the picture's width and height, as displayed. */
export const Face = struct(
  {
    /** Identifies the face in other calls; stays the same as long as the picture does. */
    id: essential(str),
    /** The id of the picture with this face. */
    photo: str,
    /** Identifies the thumbnail of that picture. */
    md512kb: str,
    /** Its left edge, 0 to 1. */
    x: num,
    /** Its upper edge, 0 to 1. */
    y: num,
    /** Its width, 0 to 1. */
    width: num,
    /** Its height, 0 to 1. */
    height: num,
    /** Confidence that it is a face, 0 to 1. */
    score: num,
  },
  {},
  'Face',
);
export type Face = TypeOf<typeof Face>;

/**
 * A face of one picture and its person; `person` is empty when nobody was recognised, `name` when the person has no
 * name.
 */
export const PhotoFace = struct(
  {
    /** The face and its position. */
    face: essential(Face),
    /** Id of the person; empty when nobody was recognised. */
    person: str,
    /** Name given by the caller; empty when there is none. */
    name: str,
  },
  {},
  'PhotoFace',
);
export type PhotoFace = TypeOf<typeof PhotoFace>;

/** A face and its distance from the requested one; 0 is identical. */
export const NearFace = struct(
  {
    /** A face of the same person. */
    face: essential(Face),
    /** Difference between the two faces; 0 is identical. */
    distance: num,
  },
  {},
  'NearFace',
);
export type NearFace = TypeOf<typeof NearFace>;

/**
 * A change that the caller made to people. `what` is a word: `name`, `merge`, `split`, `hide`, `show` or `cover`; a
 * later box may add others. `name` is the name of the person after the change.
 */
export const PeopleChange = struct(
  {
    /** Id for `photos.undoPeople`. */
    id: essential(int),
    at: epochSeconds,
    /** `name`, `merge`, `split`, `hide`, `show` or `cover`; a later box may add others. */
    what: str,
    /** Id of the changed person. */
    person: str,
    /** Name of the person after the change. */
    name: str,
    /** 1: the change was undone. */
    undone: flag,
  },
  {},
  'PeopleChange',
);
export type PeopleChange = TypeOf<typeof PeopleChange>;

/** People or faces by their ids. */
export const PeopleIds = shortList(EntryId, 1, MAX_PEOPLE_PER_CALL);

/**
 * Changes to a person; absent fields stay unchanged. An empty name removes the name; `cover` is the id of one of their
 * faces.
 */
export const PersonInput = {
  /** Empty removes the name. */
  name: text(0, 255),
  /** 1 hides the person from the list of people, 0 shows them again. */
  hidden: flag,
  /** The cover face of the person. */
  cover: EntryId,
} as const;

/** Preview of the caller's people with other thresholds: the number of people now, and with the new thresholds. */
export const AiPreview = struct(
  {
    /** Current number of people. */
    people: bytes,
    /** Number of people with the new thresholds. */
    then: bytes,
    /** 1: the pictures would be scanned again, which may find more. */
    rescan: flag,
  },
  {},
  'AiPreview',
);
export type AiPreview = TypeOf<typeof AiPreview>;
