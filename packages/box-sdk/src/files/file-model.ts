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

/** Folders are directories and soft links (FILES-41); mount roots can be opened too. */
export const isFolderType = (type: number): boolean => type === 5 || type === 100 || type === 777;

/** The sort key of an entry, in the format of the box; clients send it back unchanged. */
const SortKey = either(diskText, num);

/** Field of a result: the entry that the call added to the journal. */
export const recordedChange = {
  /** Id of the entry in the journal, for `UndoChange`; absent when nothing changed and on boxes without a journal. */
  change: bytes,
};

/** Position in a listing where the next page starts: name, type and sort key of the last item received (G-13). */
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
    /** Sort key; clients send it back unchanged. */
    k: SortKey,
    /** Last modified, epoch seconds. */
    m: epochSeconds,
    /** Size in bytes, 0 for folders. */
    s: bytes,
  },
  {
    /** Created, epoch seconds. */
    c: epochSeconds,
    /** Hash of the first 512 KB of the file, used as the name of its thumbnail. */
    h: str,
    /** Id. */
    i: diskText,
    /** Parent folder, in search results. */
    p: diskText,
    /** Code of the place that contains it, as `ROOT_TYPES`. */
    r: int,
    /** Deleted, epoch seconds. */
    d: epochSeconds,
  },
  'ShortItem',
);
export type ShortItem = TypeOf<typeof ShortItem>;

/** Maximum number of entries in one reply; enough for a whole folder in a "load everything" view. */
export const MAX_LISTING_ITEMS = 1_000_000;

/**
 * A page of a listing: `sum` counts every match, regardless of the cursor and the count (G-11). A list that cannot be
 * decoded at all fails instead of becoming an empty folder, because its names would then count as free.
 */
export const FilePage = struct({
  /** Number of matching entries on all pages. */
  sum: bytes,
  /** Entries of this page; the last one is the cursor of the next page. */
  file_list: essential(withDefault(list(ShortItem, MAX_LISTING_ITEMS), [])),
});
export type FilePage = TypeOf<typeof FilePage>;

/** A file as clients use it (FILES-39): sizes in bytes, times in epoch seconds, `md512kb` empty when there is none. */
export interface FileEntry {
  /** Name. */
  readonly name: string;
  /** File type code; `isFolderType` recognises folders. */
  readonly type: number;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Created, epoch seconds. */
  readonly ctime: number;
  /** Modified, epoch seconds. */
  readonly mtime: number;
  /** Whole path. */
  readonly path: string;
  /** Hash that identifies its thumbnail; empty when there is none. */
  readonly md512kb: string;
  /** Identifies it in a list. */
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
    /** Created, epoch seconds. */
    ctime: epochSeconds,
    /** Modified, epoch seconds. */
    mtime: epochSeconds,
    /** Whole path. */
    path: diskText,
    /** Hash that identifies its thumbnail; empty when there is none. */
    md512kb: str,
    /** Identifies it in a list. */
    id: diskText,
  },
  {},
  'FileEntry',
);

/** Joins a folder and one or more names; `/` plus a name has a single slash. */
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

/** Failure of one of many paths; `error` is a generic code (G-67). */
export const FailedPath = struct(
  {
    /** As in the request. */
    path: essential(diskText),
    /** Reason, as a generic code (`GEN`). */
    error: int,
  },
  {},
  'FailedPath',
);
export type FailedPath = TypeOf<typeof FailedPath>;

/** Maximum number of paths in one call (G-67). */
export const MAX_PATHS = 500;
/**
 * Maximum number of paths in one archive: enough for a whole folder selected entry by entry, and below the 1 MiB limit
 * of a call.
 */
export const MAX_ZIP_PATHS = 5_000;

/** Size of a folder: bytes, number of files, number of folders. */
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

/** Space used by one entry of a folder, with everything below it: bytes and number of files; `dir` 1 for a folder. */
export const EntrySize = struct(
  {
    /** Name in the measured folder. */
    name: essential(diskText),
    /** Bytes; for a folder those of everything below it. */
    size: bytes,
    /** Number of files: 1 for a file, those below it for a folder. */
    count: bytes,
    /** 1: a folder. */
    dir: flag,
  },
  {},
  'EntrySize',
);
export type EntrySize = TypeOf<typeof EntrySize>;
/** Maximum number of entries in one {@link FolderParts}. */
export const MAX_FOLDER_PARTS = 500;

/**
 * What uses the space in a folder: the sums of everything in it, and its entries, the largest first. `complete` 0: the
 * time limit ended the measurement, and both cover only what was measured. Hidden entries count in the sums and are not
 * listed.
 */
export const FolderParts = struct(
  {
    /** Bytes of everything below it. */
    size: bytes,
    /** Files below it. */
    count: bytes,
    /** Folders below it. */
    dirs: bytes,
    /** 0: the time limit ended the measurement, and the sums cover only what was measured. */
    complete: flag,
    /** Entries, the largest first. */
    list: list(EntrySize, MAX_FOLDER_PARTS),
  },
  {},
  'FolderParts',
);
export type FolderParts = TypeOf<typeof FolderParts>;

/**
 * An archive that can be downloaded at `zipUrl(base, id)` for an hour: suggested file `name`, total `size` in bytes,
 * `count` of files, and `skipped`, the number of entries left out (links, devices, entries the box cannot read).
 */
export const ZipOffer = struct(
  {
    /** Last part of the address of the archive. */
    id: essential(matching('zip id', /^[A-Za-z0-9_-]{16,64}$/)),
    /** Name of the archive. */
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

/**
 * SHA-256 of a file's bytes in lower-case hexadecimal; `size` in bytes and `mtime` in epoch seconds belong to the bytes
 * that were read.
 */
export const FileChecksum = struct(
  {
    /** 64 digits, lower case. */
    sha256: matching('sha256', /^[0-9a-f]{64}$/),
    /** Number of bytes read. */
    size: bytes,
    mtime: epochSeconds,
  },
  {},
  'FileChecksum',
);
export type FileChecksum = TypeOf<typeof FileChecksum>;

/** One rename (RENAME-03, SDK-E25): current and new path of the file. */
export const RenameItem = struct({ source: wirePath, target: wirePath }, {}, 'RenameItem');
export type RenameItem = TypeOf<typeof RenameItem>;

/** How a browser window shows files (FILES-45, SDK-E07); `aesc` is the stored spelling. Decoded from local storage. */
export const ViewSettings = struct(
  {
    /** List of rows, or grid of icons. */
    view: oneOf(['list', 'icon']),
    /** Sort property of the entries. */
    prop: oneOf(['name', 'size', 'ctime', 'mtime', 'decimal']),
    /** `aesc` smallest first, `desc` largest first. */
    order: oneOf(['aesc', 'desc']),
  },
  {},
  'ViewSettings',
);
export type ViewSettings = TypeOf<typeof ViewSettings>;

/**
 * A page of any list (FILES-66, SDK-E09): `total` items in `pageSum` pages of `limit`, and the items of page `pageNow`.
 */
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
