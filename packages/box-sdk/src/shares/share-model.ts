import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  diskText,
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
  where,
  wirePath,
  essential,
} from '@boxwood/command-bus/codecs';
import { ListedName, NewOrId, TypedName, UserId } from '../request-limits.ts';

/** Maximum number of files in one share (SHARE-02). */
export const MAX_SHARED_FILES = 20;
/** Extraction code of a share that needs no code (SHARE-04). */
export const NO_SHARE_CODE = '0000';
/** Default number of days until a share ends (SHARE-03). */
export const DEFAULT_SHARE_DAYS = 3;

/** 1 HTTP link, 2 box link, 3 cloud-share to chosen friends (G-33). */
export const ShareType = oneOf([1, 2, 3]);
export type ShareType = TypeOf<typeof ShareType>;
/** Exactly four digits; `0000` is a link without a code. */
export const ShareCode = matching('4 digits', /^[0-9]{4}$/);
/** Days until the share ends, 1 to 255. */
export const ShareDays = intBetween(1, 255);

/** Names in the folder of the share, at most 20. */
const SharedNames = shortList(ListedName, 1, MAX_SHARED_FILES);

/**
 * A share to create (B60): `files` are names inside `path`, `count` is their number, `targets` are the user ids that a
 * share of type 3 is for.
 */
export const NewShare = where(
  'NewShare',
  struct(
    {
      type: ShareType,
      user: UserId,
      /** Number of `files`. */
      count: intBetween(1, MAX_SHARED_FILES),
      /** The folder of the files. */
      path: wirePath,
      files: SharedNames,
    },
    {
      /** User ids of the chosen friends, for a share of type 3. */
      targets: shortList(UserId, 1, 100),
      days: ShareDays,
      code: ShareCode,
    },
  ),
  (share) => share.count === share.files.length,
);
export type NewShare = TypeOf<typeof NewShare>;

/** Parameters of an HTTP link (B63, SHARE-07). */
export const NewShareLink = struct(
  {
    /** The folder of the files. */
    path: wirePath,
    /** Names of the files, at most 20. */
    names: SharedNames,
    /** Days until it ends, 1 to 255. */
    days: ShareDays,
    /** Four digits; `0000` is a link without a code. */
    code: ShareCode,
  },
  {},
  'NewShareLink',
);
export type NewShareLink = TypeOf<typeof NewShareLink>;

/**
 * A share in a list (SHARE-18): `type` as {@link ShareType}, `days` of validity, `ctime` created, `etime` ends (epoch
 * seconds), `visits` so far; `plain` as in the reply of `SHAREURL`.
 */
export const ShareRecord = struct(
  {
    /** Identifies the share in other calls. */
    id: essential(str),
    /** 1 HTTP link, 2 box link, 3 to chosen friends. */
    type: int,
    /** The folder of the files. */
    path: diskText,
    /** Names of the files. */
    files: list(diskText),
    /** URL of the share. */
    url: str,
    /** Four digits that a visitor must enter; `0000` for none. */
    code: str,
    /** Validity in days. */
    days: int,
    /** Created, epoch seconds. */
    ctime: epochSeconds,
    /** Ends, epoch seconds. */
    etime: epochSeconds,
    /** Number of times it was opened. */
    visits: int,
  },
  {
    /** 1: nothing in front of the box speaks TLS, so the URL stays `http:`. */
    plain: flag,
  },
  'ShareRecord',
);
export type ShareRecord = TypeOf<typeof ShareRecord>;

/**
 * One entry of a box link (SHARE-10, G-34): `stime` when it was shared, `shareTime` validity in days, `ctime` and
 * `mtime` of the file (epoch seconds), `size` bytes, `type` a file type code.
 */
export const SharePayload = struct(
  {
    /** Identifies the entry. */
    fileID: str,
    /** Id of the sharing box. */
    boxJID: str,
    /** Shared, epoch seconds. */
    stime: epochSeconds,
    /** Creation time of the file, epoch seconds. */
    ctime: epochSeconds,
    /** Modification time of the file, epoch seconds. */
    mtime: epochSeconds,
    /** User id of the sharing user. */
    owner: str,
    /** Validity in days. */
    shareTime: int,
    /** Bytes. */
    size: bytes,
    /** Path on the sharing box. */
    path: str,
    /** File type code. */
    type: int,
    /** Name. */
    name: str,
  },
  {},
  'SharePayload',
);
export type SharePayload = TypeOf<typeof SharePayload>;

/** A user of a family share; `perm` is `rw` or `none`. */
export const FamilyMember = struct(
  {
    /** User id. */
    user: essential(str),
    /** `rw` can read and write, `none` has no access. */
    perm: str,
  },
  {},
  'FamilyMember',
);
export type FamilyMember = TypeOf<typeof FamilyMember>;

/** A shared folder of the family (SHARE-14). */
export const FamilyShare = struct(
  {
    /** Identifies the share in other calls. */
    id: essential(str),
    /** Name shown to all its users. */
    name: str,
    /** Path of the folder, as the caller sees it. */
    path: diskText,
    /** User id of its creator. */
    owner: str,
    ctime: epochSeconds,
    /** Users with access, including its owner. */
    users: list(FamilyMember),
  },
  {},
  'FamilyShare',
);
export type FamilyShare = TypeOf<typeof FamilyShare>;

/** A family share to create (`id` empty) or change; users not listed lose their access. */
export const FamilyShareChange = struct(
  {
    /** Empty to create one. */
    id: NewOrId,
    /** Name shown to the other users. */
    name: TypedName,
    /** The folder. */
    path: wirePath,
    /** Users with access; users not listed have none. */
    users: shortList(
      struct({
        user: UserId,
        /** `rw` can read and write, `none` has no access. */
        perm: oneOf(['none', 'rw']),
      }),
      0,
      100,
    ),
  },
  {},
  'FamilyShareChange',
);
export type FamilyShareChange = TypeOf<typeof FamilyShareChange>;

/** An entry of an HTTP share, as a visitor sees it: name, type code, bytes, modified (epoch seconds). */
export const VisitorItem = struct(
  {
    /** Name; empty when it is hidden. */
    n: essential(diskText),
    /** File type code. */
    t: int,
    /** Size in bytes, 0 for folders. */
    s: bytes,
    m: epochSeconds,
  },
  {},
  'VisitorItem',
);
export type VisitorItem = TypeOf<typeof VisitorItem>;

/** The random id of an HTTP share in its URL (G-34). */
export const ShareId = matching('share id', /^[A-Za-z0-9]{16}$/);
