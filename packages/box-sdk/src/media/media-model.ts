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
import { EntryId, NewOrId, TypedName, UserId } from '../request-limits.ts';

/** A category of the media library (MEDIA-01) with its number of entries. */
export const MediaCategory = struct(
  {
    /** Id of the category, used in other calls. */
    id: essential(str),
    /** Display name. */
    name: str,
    /** Number of movies and episodes in the category. */
    num: bytes,
  },
  {},
  'MediaCategory',
);
export type MediaCategory = TypeOf<typeof MediaCategory>;

/** Content type of a watched folder; `smart` decides by file name (MEDIA-02, P-20). */
export const ListenerType = oneOf(['smart', 'movie', 'series']);

/** A watched folder (MEDIA-02); `status` is `idle`, `waiting`, `scanning` or `failed`. */
export const Listener = struct(
  {
    /** Id of the watched folder, used in other calls. */
    id: essential(str),
    /** Category of its entries. */
    category: str,
    /** `smart`, `movie` or `series`. */
    type: str,
    /** Folder on the box. */
    path: str,
    /** `idle`, `waiting`, `scanning` or `failed`. */
    status: str,
    /** Owner of the entries. */
    owner: str,
  },
  {},
  'Listener',
);
export type Listener = TypeOf<typeof Listener>;

/** A watched folder to create (`id` empty) or change. */
export const ListenerChange = struct(
  { id: NewOrId, category: EntryId, type: ListenerType, path: wirePath, owner: UserId },
  {},
  'ListenerChange',
);
export type ListenerChange = TypeOf<typeof ListenerChange>;

/**
 * A movie or an episode (MEDIA-03): `rating` 0 to 10 with one decimal, `lock` is `locked`, `unlocked` or `nocache`
 * (nothing scraped yet), `space` 1 personal, 2 public, `poster` a md512kb or an address.
 */
export const MediaInfo = struct(
  {
    /** Id of the entry, used in other calls. */
    id: essential(str),
    /** Category of the entry. */
    category: str,
    /** Path of the file. */
    path: str,
    /** Title. */
    name: str,
    /** Year of release. */
    year: int,
    /** Genres. */
    genres: list(str),
    /** Plot summary. */
    description: str,
    /** A `md512kb` or an address. */
    poster: str,
    /** 0 to 10 with one decimal. */
    rating: num,
    /** Country of production. */
    country: str,
    /** Spoken language. */
    language: str,
    /** Director. */
    director: str,
    /** Screenwriter. */
    screenwriter: str,
    /** `locked`, `unlocked`, or `nocache`: nothing was scraped yet. */
    lock: str,
    /** Owner of the entry. */
    owner: str,
    /** 1 personal space of the owner, 2 public space. */
    space: int,
  },
  {
    /** Season number, for a series. */
    season: int,
    /** Episode number within the season. */
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

/** The fields of an entry that a user may change; path, owner and space are set by the box. */
export const MediaInfoChange = struct(
  { id: EntryId },
  {
    category: EntryId,
    name: TypedName,
    /** Year of release. */
    year: intBetween(0, 9999),
    /** Genres, at most 50. */
    genres: shortList(text(1, 64), 0, 50),
    /** Plot summary. */
    description: text(0, 10_000),
    /** A `md512kb` or an address. */
    poster: text(0, 2048),
    rating: Rating,
    /** Country of production. */
    country: text(0, 255),
    /** Spoken language. */
    language: text(0, 255),
    /** Director. */
    director: text(0, 255),
    /** Screenwriter. */
    screenwriter: text(0, 255),
    /** Season number, for a series. */
    season: intBetween(0, 9999),
    /** Episode number within the season. */
    episode: intBetween(0, 99_999),
  },
  'MediaInfoChange',
);
export type MediaInfoChange = TypeOf<typeof MediaInfoChange>;

/** A filter by name (MEDIA-04); `regex` is RE2. */
export const FilterRule = struct(
  {
    /** How `value` is compared with a name; `regex` is RE2. */
    rule: oneOf(['startswith', 'contains', 'regex']),
    /** Prefix, substring or expression to compare the name with. */
    value: text(1, 128),
  },
  {},
  'FilterRule',
);
export type FilterRule = TypeOf<typeof FilterRule>;

/**
 * Which files are included (MEDIA-05): extensions without dot, minimum size in MB (1024 x 1024 bytes), excluding
 * keywords.
 */
export const ScrapeConfig = struct(
  {
    /** Without the dot. */
    extensions: list(str),
    /** Minimum file size in MB (1024 x 1024 bytes). */
    minsize: bytes,
    /** A file with one of these words in its name is excluded. */
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
    /** Minimum file size in MB (1024 x 1024 bytes). */
    minsize: intBetween(0, 1_000_000),
    /** A file with one of these words in its name is excluded. */
    keywords: shortList(text(1, 64), 0, 100),
  },
  {},
  'ScrapeConfigChange',
);

/** A search result of the metadata source; `candidate` is the parameter of {@link MatchMedia}. */
export const MediaCandidate = struct(
  {
    /** Candidate id for `media.match`. */
    candidate: essential(str),
    /** Title. */
    name: str,
    /** Year of release. */
    year: int,
    /** Plot summary. */
    description: str,
    /** Address of the poster image. */
    poster: str,
  },
  {},
  'MediaCandidate',
);
export type MediaCandidate = TypeOf<typeof MediaCandidate>;
