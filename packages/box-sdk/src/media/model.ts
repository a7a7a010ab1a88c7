import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  int,
  intBetween,
  list,
  num,
  oneOf,
  shortList,
  str,
  struct,
  text,
  where,
  wirePath,
  essential,
} from '@boxwood/command-bus/codecs';
import { EntryId, NewOrId, TypedName, UserId } from '../limits.ts';

/** A category of the media library (MEDIA-01) with its number of entries. */
export const MediaCategory = struct(
  {
    /** Names the category in other calls. */
    id: essential(str),
    /** As people call it. */
    name: str,
    /** Movies and episodes in it. */
    num: bytes,
  },
  {},
  'MediaCategory',
);
export type MediaCategory = TypeOf<typeof MediaCategory>;

/** What a watched folder holds; `smart` decides by name (MEDIA-02, P-20). */
export const ListenerType = oneOf(['smart', 'movie', 'series']);

/** A watched folder (MEDIA-02); `status` is `idle`, `waiting`, `scanning` or `failed`. */
export const Listener = struct(
  {
    /** Names the watched folder in other calls. */
    id: essential(str),
    /** The category that its films go into. */
    category: str,
    /** `smart`, `movie` or `series`. */
    type: str,
    /** The folder of the box. */
    path: str,
    /** `idle`, `waiting`, `scanning` or `failed`. */
    status: str,
    /** Whose films they are. */
    owner: str,
  },
  {},
  'Listener',
);
export type Listener = TypeOf<typeof Listener>;

/** A watched folder to be made (`id` empty) or changed. */
export const ListenerChange = struct(
  { id: NewOrId, category: EntryId, type: ListenerType, path: wirePath, owner: UserId },
  {},
  'ListenerChange',
);
export type ListenerChange = TypeOf<typeof ListenerChange>;

/**
 * A movie or an episode (MEDIA-03): `rating` 0 to 10 with one decimal, `lock` is `locked`, `unlocked` or `nocache` (nothing
 * scraped yet), `space` 1 the owner's, 2 everybody's, `poster` a md512kb or address.
 */
export const MediaInfo = struct(
  {
    /** Names the entry in other calls. */
    id: essential(str),
    /** The category that it is in. */
    category: str,
    /** The file. */
    path: str,
    /** Title. */
    name: str,
    /** When it came out. */
    year: int,
    /** Kinds. */
    genres: list(str),
    /** What it is about. */
    description: str,
    /** A `md512kb` or an address. */
    poster: str,
    /** 0 to 10 with one decimal. */
    rating: num,
    /** Where it was made. */
    country: str,
    /** What is spoken. */
    language: str,
    /** Who directed it. */
    director: str,
    /** Who wrote it. */
    screenwriter: str,
    /** `locked`, `unlocked`, or `nocache`: nothing was looked up yet. */
    lock: str,
    /** Whose it is. */
    owner: str,
    /** 1 the owner’s, 2 everybody’s. */
    space: int,
  },
  {
    /** Of a series. */
    season: int,
    /** In its season. */
    episode: int,
  },
  'MediaInfo',
);
export type MediaInfo = TypeOf<typeof MediaInfo>;

/** 0 to 10 with at most one decimal (MEDIA-08). */
export const Rating = where(
  'rating 0..10 with one decimal',
  num,
  (rating) => rating >= 0 && rating <= 10 && Math.abs(rating * 10 - Math.round(rating * 10)) < 1e-9,
);

/** What of an entry a person may write; path, owner and place are the box's. */
export const MediaInfoChange = struct(
  { id: EntryId },
  {
    category: EntryId,
    name: TypedName,
    /** When it came out. */
    year: intBetween(0, 9999),
    /** Kinds, at most 50. */
    genres: shortList(text(1, 64), 0, 50),
    /** What it is about. */
    description: text(0, 10_000),
    /** A `md512kb` or an address. */
    poster: text(0, 2048),
    rating: Rating,
    /** Where it was made. */
    country: text(0, 255),
    /** What is spoken. */
    language: text(0, 255),
    /** Who directed it. */
    director: text(0, 255),
    /** Who wrote it. */
    screenwriter: text(0, 255),
    /** Of a series. */
    season: intBetween(0, 9999),
    /** In its season. */
    episode: intBetween(0, 99_999),
  },
  'MediaInfoChange',
);
export type MediaInfoChange = TypeOf<typeof MediaInfoChange>;

/** A filter by name (MEDIA-04); `regex` is RE2. */
export const FilterRule = struct(
  {
    /** How `value` is looked for in a name; `regex` is RE2. */
    rule: oneOf(['startswith', 'contains', 'regex']),
    /** What the name begins with, holds or matches. */
    value: text(1, 128),
  },
  {},
  'FilterRule',
);
export type FilterRule = TypeOf<typeof FilterRule>;

/** Which files are taken (MEDIA-05): extensions without dot, smallest size in MB (1024 x 1024 bytes), words that exclude. */
export const ScrapeConfig = struct(
  {
    /** Without the dot. */
    extensions: list(str),
    /** MB (1024 x 1024 bytes) that a file has at least. */
    minsize: bytes,
    /** A file with one of these words in its name is left out. */
    keywords: list(str),
  },
  {},
  'ScrapeConfig',
);
export type ScrapeConfig = TypeOf<typeof ScrapeConfig>;

/** {@link ScrapeConfig} within the limits of a request. */
export const ScrapeConfigChange = struct(
  {
    /** Without the dot, at most 100. */
    extensions: shortList(text(1, 16), 1, 100),
    /** MB (1024 x 1024 bytes) that a file has at least. */
    minsize: intBetween(0, 1_000_000),
    /** A file with one of these words in its name is left out. */
    keywords: shortList(text(1, 64), 0, 100),
  },
  {},
  'ScrapeConfigChange',
);

/** What the metadata source knows under a name: `candidate` is what {@link MatchMedia} takes. */
export const MediaCandidate = struct(
  {
    /** What `media.match` takes. */
    candidate: essential(str),
    /** Title. */
    name: str,
    /** When it came out. */
    year: int,
    /** What it is about. */
    description: str,
    /** An address. */
    poster: str,
  },
  {},
  'MediaCandidate',
);
export type MediaCandidate = TypeOf<typeof MediaCandidate>;
