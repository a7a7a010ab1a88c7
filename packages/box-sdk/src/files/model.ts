import type { Codec, TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  int,
  intBetween,
  list,
  matching,
  oneOf,
  shortList,
  str,
  struct,
  text,
  wirePath,
  diskText,
  either,
  essential,
  num,
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
export const Cursor = struct({ n: diskText, t: int, k: SortKey });
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
export const FilePage = struct({ sum: bytes, file_list: essential(withDefault(list(ShortItem, MAX_ITEMS), [])) });
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
    /** 1 when `baseinfo` says where the page begins. */
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
    /** RE2, at most 128 characters: everything below whose name matches. */
    regex: str,
    /** 1 name, 2 created, 3 modified, 4 size, 5 deleted, 6 decimal. */
    order: SortCode,
    /** 1: the largest first. */
    desc: flag,
    /** 1: folders before files. */
    dirfirst: flag,
    /** Name, type and key of the last item that was received. */
    baseinfo: Cursor,
  },
  'FileListQuery',
);
export type FileListQuery = TypeOf<typeof FileListQuery>;

/** What went wrong with one of many paths; `error` is a generic code (G-67). */
export const FailedPath = struct({ path: essential(diskText), error: int }, {}, 'FailedPath');
export type FailedPath = TypeOf<typeof FailedPath>;

/** Most paths of one call (G-67). */
export const MAX_PATHS = 500;
/** Most paths of one archive: a whole folder that was selected entry by entry, in less than the 1 MiB a call may have. */
export const MAX_ZIP_PATHS = 5_000;

/** A folder's use: bytes, number of files, number of folders. */
export const FolderSize = struct({ size: bytes, count: bytes, dirs: bytes }, {}, 'FolderSize');
export type FolderSize = TypeOf<typeof FolderSize>;

/** What one entry of a folder takes with all that is below it: bytes and number of files; `dir` 1 for a folder. */
export const EntrySize = struct({ name: essential(diskText), size: bytes, count: bytes, dir: flag }, {}, 'EntrySize');
export type EntrySize = TypeOf<typeof EntrySize>;
/** Most entries of one {@link FolderParts}. */
export const MAX_PARTS = 500;

/**
 * What takes the room in a folder: the sums of everything in it, and its entries, the largest first. `complete` 0: the time was
 * over before everything was measured, and both hold what was reached. Hidden entries count and are not named.
 */
export const FolderParts = struct(
  { size: bytes, count: bytes, dirs: bytes, complete: flag, list: list(EntrySize, MAX_PARTS) },
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
  { sha256: matching('sha256', /^[0-9a-f]{64}$/), size: bytes, mtime: epochSeconds },
  {},
  'FileChecksum',
);
export type FileChecksum = TypeOf<typeof FileChecksum>;

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
    /** 1 when `baseinfo` says where the page begins. */
    hasbaseinfo: flag,
  },
  {
    /** Name, type and key of the last item that was received. */
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
 * Where files live (FILES-02, CONST-74): 1 personal, 2 public, 3 safe box, 4 friends' shares, 5 external device, 8 private
 * files, 9 network storage.
 */
export const ROOT_TYPES = [1, 2, 3, 4, 5, 8, 9] as const;
export type RootType = (typeof ROOT_TYPES)[number];

/** Places that a global search may cover: never the safe box or the private files (P-14). */
export const SearchRoot = oneOf([1, 2, 4, 5, 8, 9]);

/**
 * A global search (X101): names that match `regex` in the given places, narrowed by type, modified time (epoch seconds) and
 * size (bytes). Items of the answer carry their folder `p` and place `r`.
 */
export const SearchQuery = struct(
  {
    /** Kinds of places, as `ROOT_TYPES`: 1 is the caller's own, 2 the family's. */
    roots: shortList(SearchRoot, 1, 6),
    /** RE2, at most 128 characters: what the name has to match. */
    regex: text(0, 128),
    /** How many items a page may hold. */
    count: intBetween(1, 1000),
    /** 1 when `baseinfo` says where the page begins. */
    hasbaseinfo: flag,
  },
  {
    /** Only items of this type. */
    type: FileType,
    /** Changed then or later, epoch seconds. */
    mtimefrom: epochSeconds,
    /** Changed then or earlier, epoch seconds. */
    mtimeto: epochSeconds,
    /** Bytes at least. */
    sizemin: bytes,
    /** Bytes at most. */
    sizemax: bytes,
    /** Name, type and key of the last item that was received. */
    baseinfo: Cursor,
  },
  'SearchQuery',
);
export type SearchQuery = TypeOf<typeof SearchQuery>;

/** One rename (RENAME-03, SDK-E25): where the file is and where it goes. */
export const RenameItem = struct({ source: wirePath, target: wirePath }, {}, 'RenameItem');
export type RenameItem = TypeOf<typeof RenameItem>;

/** How a browser window shows files (FILES-45, SDK-E07); `aesc` is the stored spelling. Decoded from local storage. */
export const ViewSettings = struct(
  {
    view: oneOf(['list', 'icon']),
    prop: oneOf(['name', 'size', 'ctime', 'mtime', 'decimal']),
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
  { name: diskText, path: diskText, mtime: epochSeconds, type: int },
  {},
  'DirectoryRow',
);
export type DirectoryRow = TypeOf<typeof DirectoryRow>;
