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
import { EntryId } from '../limits.ts';

/** Most people or faces that one call names. */
export const MAX_PEOPLE = 200;

/** A face in a picture: where it is in shares of the picture's width and height, as it is looked at. */
export const Face = struct(
  {
    /** Names the face in other calls, and stays as long as the picture is the same. */
    id: essential(str),
    /** The id of the picture that shows it. */
    photo: str,
    /** Leads to the thumbnail of that picture. */
    md512kb: str,
    /** Its left edge, 0 to 1. */
    x: num,
    /** Its upper edge, 0 to 1. */
    y: num,
    /** 0 to 1. */
    width: num,
    /** 0 to 1. */
    height: num,
    /** How sure the box is that it is a face, 0 to 1. */
    score: num,
  },
  {},
  'Face',
);
export type Face = TypeOf<typeof Face>;

/** A face of one picture and whose it is; `person` is empty where nobody was recognised, `name` where nobody gave one. */
export const PhotoFace = struct(
  {
    /** Where it is. */
    face: essential(Face),
    /** Whose it is; empty: nobody was recognised. */
    person: str,
    /** As the caller calls them; empty: not at all. */
    name: str,
  },
  {},
  'PhotoFace',
);
export type PhotoFace = TypeOf<typeof PhotoFace>;

/** A face and how far it is from the one that was asked about; 0 is the very same. */
export const NearFace = struct(
  {
    /** Of the same person. */
    face: essential(Face),
    /** How unlike the two are; 0: the very same. */
    distance: num,
  },
  {},
  'NearFace',
);
export type NearFace = TypeOf<typeof NearFace>;

/**
 * Something that the caller said of people. `what` is a word: `name`, `merge`, `split`, `hide`, `show` or `cover`; a later box knows more. `name` is
 * what the person was called afterwards.
 */
export const PeopleChange = struct(
  {
    /** For `photos.undoPeople`. */
    id: essential(int),
    at: epochSeconds,
    /** `name`, `merge`, `split`, `hide`, `show` or `cover`; a later box knows more. */
    what: str,
    /** Whom it was said of. */
    person: str,
    /** What they were called afterwards. */
    name: str,
    /** 1: it was taken back. */
    undone: flag,
  },
  {},
  'PeopleChange',
);
export type PeopleChange = TypeOf<typeof PeopleChange>;

/** People or faces by their ids. */
export const PeopleIds = shortList(EntryId, 1, MAX_PEOPLE);

/** What somebody says of a person; what is absent stays. The empty name takes it away; `cover` is the id of one of their faces. */
export const PersonWish = {
  /** Empty takes it away. */
  name: text(0, 255),
  /** 1 out of the list of people, 0 back into it. */
  hidden: flag,
  /** The face that stands for them. */
  cover: EntryId,
} as const;

/** What would become of the caller's people with other thresholds: how many there are, and would be. */
export const AiPreview = struct(
  {
    /** How many there are. */
    people: bytes,
    /** How many there would be. */
    then: bytes,
    /** 1: pictures would be looked through anew, which may find more. */
    rescan: flag,
  },
  {},
  'AiPreview',
);
export type AiPreview = TypeOf<typeof AiPreview>;
