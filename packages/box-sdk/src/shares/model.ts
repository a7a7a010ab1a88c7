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
import { ListedName, NewOrId, TypedName, UserId } from '../limits.ts';

/** Most files of one share (SHARE-02). */
export const MAX_SHARED_FILES = 20;
/** Extraction code that asks for nothing (SHARE-04). */
export const NO_SHARE_CODE = '0000';
/** Days a share lasts when nobody says otherwise (SHARE-03). */
export const DEFAULT_SHARE_DAYS = 3;

/** 1 HTTP link, 2 box link, 3 cloud-share to chosen friends (G-33). */
export const ShareType = oneOf([1, 2, 3]);
export type ShareType = TypeOf<typeof ShareType>;
/** Exactly four digits; `0000` is a link without a code. */
export const ShareCode = matching('4 digits', /^[0-9]{4}$/);
/** Days until it ends, 1 to 255. */
export const ShareDays = intBetween(1, 255);

/** Names in that folder, at most 20. */
const SharedNames = shortList(ListedName, 1, MAX_SHARED_FILES);

/**
 * A share to be made (B60): `files` are names inside `path`, `count` is their number, `targets` are the user ids a share of type
 * 3 is for.
 */
export const NewShare = where(
  'NewShare',
  struct(
    {
      type: ShareType,
      user: UserId,
      /** How many `files` are. */
      count: intBetween(1, MAX_SHARED_FILES),
      /** The folder that the files are in. */
      path: wirePath,
      files: SharedNames,
    },
    {
      /** Who it is for, of a share to chosen friends. */
      targets: shortList(UserId, 1, 100),
      days: ShareDays,
      code: ShareCode,
    },
  ),
  (share) => share.count === share.files.length,
);
export type NewShare = TypeOf<typeof NewShare>;

/** What an HTTP link is asked for (B63, SHARE-07). */
export const NewShareLink = struct(
  {
    /** The folder that the files are in. */
    path: wirePath,
    /** Their names in it, at most 20. */
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
 * A share as listed (SHARE-18): `type` as {@link ShareType}, `days` of validity, `ctime` made, `etime` ends (epoch seconds),
 * `visits` so far; `plain` as in the reply of `SHAREURL`.
 */
export const ShareRecord = struct(
  {
    /** Names the share in other calls. */
    id: essential(str),
    /** 1 HTTP link, 2 box link, 3 to chosen friends. */
    type: int,
    /** The folder that the files are in. */
    path: diskText,
    /** Their names. */
    files: list(diskText),
    /** Where it is opened. */
    url: str,
    /** Four digits that a visitor is asked for; `0000` none. */
    code: str,
    /** How long it was made for. */
    days: int,
    /** Made, epoch seconds. */
    ctime: epochSeconds,
    /** Ends, epoch seconds. */
    etime: epochSeconds,
    /** How often it was opened. */
    visits: int,
  },
  {
    /** 1: nothing in front of the box speaks TLS, so the address stays `http:`. */
    plain: flag,
  },
  'ShareRecord',
);
export type ShareRecord = TypeOf<typeof ShareRecord>;

/**
 * One entry of a box link (SHARE-10, G-34): `stime` when it was shared, `shareTime` validity in days, `ctime` and `mtime` of
 * the file (epoch seconds), `size` bytes, `type` a file type code.
 */
export const SharePayload = struct(
  {
    /** Names the entry. */
    fileID: str,
    /** Whose box it is. */
    boxJID: str,
    /** Shared, epoch seconds. */
    stime: epochSeconds,
    /** The file was made, epoch seconds. */
    ctime: epochSeconds,
    /** The file was changed, epoch seconds. */
    mtime: epochSeconds,
    /** Who shared it. */
    owner: str,
    /** Days that it is open. */
    shareTime: int,
    /** Bytes. */
    size: bytes,
    /** Where it lies. */
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
    /** `rw` reads and writes, `none` sees nothing. */
    perm: str,
  },
  {},
  'FamilyMember',
);
export type FamilyMember = TypeOf<typeof FamilyMember>;

/** A folder of the family (SHARE-14). */
export const FamilyShare = struct(
  {
    /** Names the share in other calls. */
    id: essential(str),
    /** As all of them see it. */
    name: str,
    /** The folder, as the caller has it. */
    path: diskText,
    /** Who made it. */
    owner: str,
    ctime: epochSeconds,
    /** Who may use it, its owner among them. */
    users: list(FamilyMember),
  },
  {},
  'FamilyShare',
);
export type FamilyShare = TypeOf<typeof FamilyShare>;

/** A family share to be made (`id` empty) or changed; whoever is not named keeps no access. */
export const FamilyShareChange = struct(
  {
    /** Empty to make one. */
    id: NewOrId,
    /** As the others see it. */
    name: TypedName,
    /** The folder. */
    path: wirePath,
    /** Who may open it; who is not named may not. */
    users: shortList(
      struct({
        user: UserId,
        /** `rw` reads and writes, `none` sees nothing. */
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

/** What a visitor of an HTTP share sees of an entry: name, type code, bytes, modified (epoch seconds). */
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

/** The random name of an HTTP share in its address (G-34). */
export const ShareId = matching('share id', /^[A-Za-z0-9]{16}$/);
