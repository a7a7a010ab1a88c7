import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  intBetween,
  oneOf,
  shortList,
  str,
  struct,
  text,
  wirePath,
} from '@boxwood/command-bus/codecs';
import { FileType, Cursor } from './file-model.ts';

/** Requests of listings and searches. */

/** Sort codes of the index (FILES-43): 1 name, 2 ctime, 3 mtime, 4 size, 5 deletion time, 6 decimal. */
export const SortCode = oneOf([1, 2, 3, 4, 5, 6]);
/** Sort modes of direct listings (FILES-42): 0 name, 1 size, 2 type, 3 mtime. */
export const SortMode = oneOf([0, 1, 2, 3]);

/**
 * What to list (FILES-68, G-11). `count` 500 for a page, 50 for a search, 1 for the item at `path` itself, 0 for `sum` alone;
 * a non-empty `regex` (RE2, at most 128 characters) makes it a recursive search by name.
 */
export const FileListQuery = struct(
  {
    /** The folder, or the item itself with `count` 1. */
    path: wirePath,
    /** Entries of a page: 500; 1 for the item at `path` itself, 0 for `sum` alone. */
    count: intBetween(0, 1000),
    /** 1 when `baseinfo` gives the start of the page. */
    hasbaseinfo: flag,
  },
  {
    /** Only items of this type. */
    type: FileType,
    /** 1: only folders. */
    folderonly: flag,
    /** 1: only files. */
    regonly: flag,
    /** 1: names that begin with a dot too. */
    withhidden: flag,
    /** RE2, at most 128 characters: returns everything below `path` with a matching name. */
    regex: str,
    /** 1 name, 2 created, 3 modified, 4 size, 5 deleted, 6 decimal. */
    order: SortCode,
    /** 1: the largest first. */
    desc: flag,
    /** 1: folders before files. */
    dirfirst: flag,
    /** Name, type and key of the last item received. */
    baseinfo: Cursor,
  },
  'FileListQuery',
);
export type FileListQuery = TypeOf<typeof FileListQuery>;

/**
 * A direct listing of a place that is not indexed (B70): external devices, network storage, picker top levels. `mode` is the
 * sort mode of FILES-42, not the sort code of the index.
 */
export const DirectListQuery = struct(
  {
    /** The folder. */
    path: wirePath,
    /** Sorted by: 0 name, 1 size, 2 type, 3 modified. */
    mode: SortMode,
    /** 1: the largest first. */
    desc: flag,
    /** 1: folders before files. */
    dirfirst: flag,
    /** Entries of a page; 0 for `sum` alone. */
    count: intBetween(0, 1000),
    /** 1 when `baseinfo` gives the start of the page. */
    hasbaseinfo: flag,
  },
  {
    /** Name, type and key of the last item received. */
    baseinfo: Cursor,
    /** 1: only folders. */
    folderonly: flag,
    /** 1: only files. */
    regonly: flag,
    /** 1: names that begin with a dot too. */
    withhidden: flag,
  },
  'DirectListQuery',
);
export type DirectListQuery = TypeOf<typeof DirectListQuery>;

/**
 * The place of a file (FILES-02, CONST-74): 1 personal, 2 public, 3 safe box, 4 friends' shares, 5 external device, 8
 * private files, 9 network storage.
 */
export const ROOT_TYPES = [1, 2, 3, 4, 5, 8, 9] as const;
export type RootType = (typeof ROOT_TYPES)[number];

/** Places that a global search may include: never the safe box or the private files (P-14). */
export const SearchRoot = oneOf([1, 2, 4, 5, 8, 9]);

/**
 * A global search (X101): names that match `regex` in the given places, narrowed by type, modified time (epoch seconds) and
 * size (bytes). Items of the answer carry their folder `p` and place `r`.
 */
export const SearchQuery = struct(
  {
    /** Places, as `ROOT_TYPES`: 1 is the caller's own files, 2 the family's. */
    roots: shortList(SearchRoot, 1, 6),
    /** RE2, at most 128 characters, matched against the name. */
    regex: text(0, 128),
    /** How many items a page may hold. */
    count: intBetween(1, 1000),
    /** 1 when `baseinfo` gives the start of the page. */
    hasbaseinfo: flag,
  },
  {
    /** Only items of this type. */
    type: FileType,
    /** Earliest modification time, epoch seconds. */
    mtimefrom: epochSeconds,
    /** Latest modification time, epoch seconds. */
    mtimeto: epochSeconds,
    /** Smallest size in bytes. */
    sizemin: bytes,
    /** Largest size in bytes. */
    sizemax: bytes,
    /** Name, type and key of the last item received. */
    baseinfo: Cursor,
  },
  'SearchQuery',
);
export type SearchQuery = TypeOf<typeof SearchQuery>;
