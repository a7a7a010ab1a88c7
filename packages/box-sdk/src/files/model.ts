import type { Codec, TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  diskText,
  epochSeconds,
  either,
  essential,
  flag,
  int,
  list,
  matching,
  num,
  oneOf,
  str,
  struct,
  wirePath,
  withDefault,
} from '@boxwood/command-bus/codecs';

/**
 * File type codes (FILES-40): 0 file, 1 audio, 2 video, 3 image, 4 document, 5 directory, 50 temporary, 100 soft link,
 * 777 mount root.
 */
export const FILE_TYPES = [0, 1, 2, 3, 4, 5, 50, 100, 777] as const;
export type FileType = (typeof FILE_TYPES)[number];
/** Request side: only the known codes. Replies carry any integer, so that a new code does not empty a folder. */
export const FileType = oneOf(FILE_TYPES);

/** Folders are directories and soft links (FILES-41); mount roots are entered too. */
export const isFolderType = (type: number): boolean => type === 5 || type === 100 || type === 777;

/** What entries are sorted by, as the box writes it; only the box reads it again. */
const SortKey = either(diskText, num);

/** Where a listing goes on: name, type and sort key of the last item received (G-13). */
export const Cursor = struct({
  /** Name. */
  n: diskText,
  /** File type code. */
  t: int,
  k: SortKey,
});
export type Cursor = TypeOf<typeof Cursor>;

/**
 * A list item in its short form (SDK-010, G-12): n name, t type code, k sort key, m modified (s), s size (bytes, 0 for folders);
 * c created (s), h md512kb, i id, p parent path (searches), r root type (global search), d deleted at (s).
 */
export const ShortItem = struct(
  {
    /** Name. */
    n: essential(diskText),
    /** File type code, as `FILE_TYPES`. */
    t: int,
    /** What it is sorted by; only the box reads it again. */
    k: SortKey,
    /** Last modified, epoch seconds. */
    m: epochSeconds,
    /** Size in bytes, 0 for folders. */
    s: bytes,
  },
  {
    /** Created, epoch seconds. */
    c: epochSeconds,
    /** Hash of its beginning, the name of its thumbnail. */
    h: str,
    /** Id. */
    i: diskText,
    /** The folder it is in, in answers of searches. */
    p: diskText,
    /** The kind of place it is in, as `ROOT_TYPES`. */
    r: int,
    /** Deleted, epoch seconds. */
    d: epochSeconds,
  },
  'ShortItem',
);
export type ShortItem = TypeOf<typeof ShortItem>;

/** Most entries one reply may hold; a whole folder of a "load everything" view still fits. */
export const MAX_ITEMS = 1_000_000;

/**
 * A page of a listing: `sum` counts every match, whatever the cursor and the count are (G-11). A list that cannot be read at all is no empty
 * folder: names in it would count as free.
 */
export const FilePage = struct({
  /** How many entries match, on all pages. */
  sum: bytes,
  /** Those of this page; the last one is the cursor of the next. */
  file_list: essential(withDefault(list(ShortItem, MAX_ITEMS), [])),
});
export type FilePage = TypeOf<typeof FilePage>;

/** A file as clients use it (FILES-39): sizes in bytes, times in epoch seconds, `md512kb` empty when there is none. */
export interface FileEntry {
  /** Name. */
  readonly name: string;
  /** File type code; `isFolderType` tells folders. */
  readonly type: number;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Made, epoch seconds. */
  readonly ctime: number;
  /** Changed, epoch seconds. */
  readonly mtime: number;
  /** Whole path. */
  readonly path: string;
  /** Leads to its thumbnail; empty when it has none. */
  readonly md512kb: string;
  /** Names it in a list. */
  readonly id: string;
}
export const FileEntry = struct(
  {
    /** Name. */
    name: diskText,
    /** File type code. */
    type: int,
    /** Bytes. */
    size: bytes,
    /** Made, epoch seconds. */
    ctime: epochSeconds,
    /** Changed, epoch seconds. */
    mtime: epochSeconds,
    /** Whole path. */
    path: diskText,
    /** Leads to its thumbnail; empty when it has none. */
    md512kb: str,
    /** Names it in a list. */
    id: diskText,
  },
  {},
  'FileEntry',
);

/** Joins a folder and a name, or the names of a way down; `/` is its own folder. */
export const joinPath = (folder: string, ...names: readonly string[]): string =>
  [folder === '/' ? '' : folder, ...names].join('/');

/** Expands a short item found in `folder` (G-12). */
export const toFileEntry = (item: ShortItem, folder: string): FileEntry => {
  const path = joinPath(item.p ?? folder, item.n);
  return {
    name: item.n,
    type: item.t,
    size: item.s,
    ctime: item.c ?? item.m,
    mtime: item.m,
    path,
    md512kb: item.h ?? '',
    id: item.i ?? path,
  };
};

/** What went wrong with one of many paths; `error` is a generic code (G-67). */
export const FailedPath = struct(
  {
    /** As it was asked for. */
    path: essential(diskText),
    /** Why, as a generic code (`GEN`). */
    error: int,
  },
  {},
  'FailedPath',
);
export type FailedPath = TypeOf<typeof FailedPath>;

/** Most paths of one call (G-67). */
export const MAX_PATHS = 500;
/** Most paths of one archive: a whole folder that was selected entry by entry, in less than the 1 MiB a call may have. */
export const MAX_ZIP_PATHS = 5_000;

/** A folder's use: bytes, number of files, number of folders. */
export const FolderSize = struct(
  {
    /** Bytes of everything below it. */
    size: bytes,
    /** Files below it. */
    count: bytes,
    /** Folders below it. */
    dirs: bytes,
  },
  {},
  'FolderSize',
);
export type FolderSize = TypeOf<typeof FolderSize>;

/** What one entry of a folder takes with all that is below it: bytes and number of files; `dir` 1 for a folder. */
export const EntrySize = struct(
  {
    /** Name in the folder that was measured. */
    name: essential(diskText),
    /** Bytes, of a folder those of everything below it. */
    size: bytes,
    /** Files: 1 of a file, of a folder those below it. */
    count: bytes,
    /** 1: a folder. */
    dir: flag,
  },
  {},
  'EntrySize',
);
export type EntrySize = TypeOf<typeof EntrySize>;
/** Most entries of one {@link FolderParts}. */
export const MAX_PARTS = 500;

/**
 * What takes the room in a folder: the sums of everything in it, and its entries, the largest first. `complete` 0: the time was
 * over before everything was measured, and both hold what was reached. Hidden entries count and are not named.
 */
export const FolderParts = struct(
  {
    /** Bytes of everything below it. */
    size: bytes,
    /** Files below it. */
    count: bytes,
    /** Folders below it. */
    dirs: bytes,
    /** 0: the time was over, and the sums are of what was reached. */
    complete: flag,
    /** The largest first. */
    list: list(EntrySize, MAX_PARTS),
  },
  {},
  'FolderParts',
);
export type FolderParts = TypeOf<typeof FolderParts>;

/**
 * An archive that can be fetched at `zipUrl(base, id)` for an hour: `name` to save it under, `size` of all of it in bytes, `count` files in it, and how
 * many entries were `skipped` (links, devices, what the box cannot read).
 */
export const ZipOffer = struct(
  {
    /** What the address of the archive ends with. */
    id: essential(matching('zip id', /^[A-Za-z0-9_-]{16,64}$/)),
    /** As the archive is called. */
    name: diskText,
    /** Bytes of the archive. */
    size: bytes,
    /** Files in it. */
    count: bytes,
    /** Entries that are left out. */
    skipped: bytes,
  },
  {},
  'ZipOffer',
);
export type ZipOffer = TypeOf<typeof ZipOffer>;

/** SHA-256 of a file's bytes in lower-case hexadecimal; `size` in bytes and `mtime` in epoch seconds are those of the bytes that were read. */
export const FileChecksum = struct(
  {
    /** 64 digits, lower case. */
    sha256: matching('sha256', /^[0-9a-f]{64}$/),
    /** Bytes that were read. */
    size: bytes,
    mtime: epochSeconds,
  },
  {},
  'FileChecksum',
);
export type FileChecksum = TypeOf<typeof FileChecksum>;

/** One rename (RENAME-03, SDK-E25): where the file is and where it goes. */
export const RenameItem = struct({ source: wirePath, target: wirePath }, {}, 'RenameItem');
export type RenameItem = TypeOf<typeof RenameItem>;

/** How a browser window shows files (FILES-45, SDK-E07); `aesc` is the stored spelling. Decoded from local storage. */
export const ViewSettings = struct(
  {
    /** Rows, or pictures. */
    view: oneOf(['list', 'icon']),
    /** What entries are sorted by. */
    prop: oneOf(['name', 'size', 'ctime', 'mtime', 'decimal']),
    /** `aesc` the smallest first, `desc` the largest. */
    order: oneOf(['aesc', 'desc']),
  },
  {},
  'ViewSettings',
);
export type ViewSettings = TypeOf<typeof ViewSettings>;

/** A page of anything (FILES-66, SDK-E09): `total` items in `pageSum` pages of `limit`, and those of page `pageNow`. */
export const paged = <A, O>(item: Codec<A, O>) =>
  struct({ datas: list(item), total: bytes, pageSum: bytes, pageNow: bytes, limit: bytes }, {}, `Paged ${item.name}`);
export interface Paged<A> {
  readonly datas: readonly A[];
  readonly total: number;
  readonly pageSum: number;
  readonly pageNow: number;
  readonly limit: number;
}

/** A row of a folder picker (FILES-67, SDK-E42). */
export const DirectoryRow = struct(
  {
    /** Name. */
    name: diskText,
    /** Whole path. */
    path: diskText,
    mtime: epochSeconds,
    /** File type code. */
    type: int,
  },
  {},
  'DirectoryRow',
);
export type DirectoryRow = TypeOf<typeof DirectoryRow>;
