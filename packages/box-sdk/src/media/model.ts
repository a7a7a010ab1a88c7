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
export const MediaCategory = struct({ id: essential(str), name: str, num: bytes }, {}, 'MediaCategory');
export type MediaCategory = TypeOf<typeof MediaCategory>;

/** What a watched folder holds; `smart` decides by name (MEDIA-02, P-20). */
export const ListenerType = oneOf(['smart', 'movie', 'series']);

/** A watched folder (MEDIA-02); `status` is `idle`, `waiting`, `scanning` or `failed`. */
export const Listener = struct(
  { id: essential(str), category: str, type: str, path: str, status: str, owner: str },
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
  { season: int, episode: int },
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
    year: intBetween(0, 9999),
    genres: shortList(text(1, 64), 0, 50),
    description: text(0, 10_000),
    poster: text(0, 2048),
    rating: Rating,
    country: text(0, 255),
    language: text(0, 255),
    director: text(0, 255),
    screenwriter: text(0, 255),
    season: intBetween(0, 9999),
    episode: intBetween(0, 99_999),
  },
  'MediaInfoChange',
);
export type MediaInfoChange = TypeOf<typeof MediaInfoChange>;

/** A filter by name (MEDIA-04); `regex` is RE2. */
export const FilterRule = struct(
  { rule: oneOf(['startswith', 'contains', 'regex']), value: text(1, 128) },
  {},
  'FilterRule',
);
export type FilterRule = TypeOf<typeof FilterRule>;

/** Which files are taken (MEDIA-05): extensions without dot, smallest size in MB (1024 x 1024 bytes), words that exclude. */
export const ScrapeConfig = struct({ extensions: list(str), minsize: bytes, keywords: list(str) }, {}, 'ScrapeConfig');
export type ScrapeConfig = TypeOf<typeof ScrapeConfig>;

/** {@link ScrapeConfig} within the limits of a request. */
export const ScrapeConfigChange = struct(
  {
    extensions: shortList(text(1, 16), 1, 100),
    minsize: intBetween(0, 1_000_000),
    keywords: shortList(text(1, 64), 0, 100),
  },
  {},
  'ScrapeConfigChange',
);

/** What the metadata source knows under a name: `candidate` is what {@link MatchMedia} takes. */
export const MediaCandidate = struct(
  { candidate: essential(str), name: str, year: int, description: str, poster: str },
  {},
  'MediaCandidate',
);
export type MediaCandidate = TypeOf<typeof MediaCandidate>;
