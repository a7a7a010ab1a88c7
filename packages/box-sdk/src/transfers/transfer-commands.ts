import { defineTransfer } from '@boxwood/command-bus';
import {
  bytes,
  epochSeconds,
  int,
  intText,
  jsonText,
  list,
  matching,
  oneOf,
  positional,
  shortList,
  str,
  struct,
  wirePath,
  diskText,
  essential,
  flag,
  withDefault,
} from '@boxwood/command-bus/codecs';
import { transferCommand } from '../define-commands.ts';

export { EndUpload, ListUploads } from './unfinished-upload-commands.ts';

/** Maximum size of one chunk in bytes; the box refuses a longer body (B67, G-17). */
export const CHUNK_BYTES = 8 * 1024 * 1024;

/** From this number of bytes on, the missing part of a file is sent in one body, because chunks would be slower. */
export const MIN_SINGLE_BODY_BYTES = 64 * 1024 * 1024;

/** Limits of small files that are uploaded together: number of files, and total bytes. */
export const MAX_BUNDLE_FILES = 256;
export const MAX_BUNDLE_BYTES = 2 * 1024 * 1024;

/**
 * The id of an upload and the only credential of its PUT (G-17): 32 random letters and digits from our box; from other
 * boxes any text without slashes.
 */
export const UploadId = matching('upload id', /^[!-.0-~]{1,128}$/);

/**
 * Modification time of a file: the second and, after the point, all known digits of the fraction, `1700000000.123`.
 * Without digits a change within the same second is not detected.
 */
export const FileTime = matching('file time', /^-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,9})?$/);

/**
 * Id of one upload that does not replace an existing target. The client generates it and sends the same one when it
 * resumes, so that another upload to the same name, or a lost answer, neither duplicates a file nor merges two.
 */
export const KeepBothId = matching('keep id', /^[A-Za-z0-9-]{1,64}$/);

/**
 * Our extension of `PREPUT`, ignored by boxes that do not know it: the time and the SHA-256 of the file, when known, so
 * that an upload is not resumed with bytes of another version; `keep` uses the first free name when the target exists.
 */
const UploadExtras = struct(
  {},
  {
    mtime: FileTime,
    /** SHA-256 of the file's bytes, in hexadecimal. */
    sha256: matching('sha256', /^[0-9a-f]{64}$/),
    keep: KeepBothId,
  },
);

/**
 * The existing file at a target. A value that cannot be decoded fails and never counts as a missing file, because that
 * would replace a user's file without a question.
 */
const ExistingTarget = struct(
  {
    /** Bytes; 0 with `mtime_sec` 0: the target does not exist. */
    size: essential(bytes),
    /** Modified, epoch seconds; 0: the target does not exist. */
    mtime_sec: essential(epochSeconds),
  },
  { mtime: FileTime },
);
const NO_TARGET = { size: 0, mtime_sec: 0 };

/**
 * Prepares an upload: returns the existing file at the target and how many bytes of this upload the box already has.
 *
 * `POST /filetrans` `PREPUT [target, size]` (B66), with the additional `more` (our extension). `baseinfo` describes the
 * existing file (0 and 0: none), with the exact time in `mtime`. `more` 1 in the reply says that the box supports it;
 * then `start` counts bytes of exactly this version, and with `keep` nothing is in conflict: `baseinfo` and `path`
 * describe what an earlier upload with the same id has stored. Refusals: 2 too many uploads are open (256), 3 failed, 5
 * unsafe, 13 no privilege, 15 more than 64 parent folders are missing, 16 no space or over quota.
 *
 * @example
 * ```ts
 * const target = '/mnt/usb1/ann/film.mkv';
 * const { uuid, start = 0 } = await box.send(PrepareUpload, { target, size: 7340032, more: { mtime: '1760000000.25' } });
 * ```
 */
export const PrepareUpload = transferCommand({
  name: 'PrepareUpload',
  cmd: 'PREPUT',
  params: positional({
    /** Path of the file on the box, including its name. */
    target: wirePath,
    /** Bytes of the file. */
    size: intText(bytes),
  }),
  more: UploadExtras,
  result: struct(
    {
      uuid: UploadId,
      /** The existing file at the target. */
      baseinfo: essential(withDefault(ExistingTarget, NO_TARGET)),
    },
    {
      /** Number of bytes of this upload that the box has, where to resume; absent: none. */
      start: bytes,
      /** 1: the box supports `more`. */
      more: flag,
      /** With `keep`: path of the file from an earlier upload with this id. */
      path: diskText,
    },
  ),
  refusals: [2, 3, 5, 11, 13, 15, 16],
  access: 'user',
  idempotent: true,
  paths: { target: 'write' },
});

/**
 * Confirms an upload; only now does the file appear under its name, with `ctime` (epoch seconds) as its modified time.
 * `path` is where it was stored: the target, or the free name that was used instead; empty from a box that does not
 * report it, which means the target.
 *
 * `POST /filetrans` `PUTDONE [target, size, "0", uuid, ctime]` (B69). Refusals: 3 failed, 11 the received bytes differ
 * from size, 15 unknown upload.
 *
 * @example
 * ```ts
 * await box.send(FinishUpload, {
 *   target: '/mnt/usb1/ann/film.mkv', size: 7340032, reserved: '0', uuid, ctime: 1760000000,
 * });
 * ```
 */
export const FinishUpload = transferCommand({
  name: 'FinishUpload',
  cmd: 'PUTDONE',
  params: positional({
    /** As in `PrepareUpload`. */
    target: wirePath,
    /** Bytes of the file. */
    size: intText(bytes),
    /** Not used. */
    reserved: oneOf(['0']),
    uuid: UploadId,
    /** Its modified time, epoch seconds. */
    ctime: intText(int),
  }),
  result: struct({
    /** Path of the stored file; empty means the target. */
    path: diskText,
  }),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { target: 'write' },
});

/**
 * One small file of a bundle: its path, bytes, modified time in epoch seconds, and the exact time; `keep` as for a
 * single upload.
 */
const BundledFile = struct(
  {
    /** Path of the file on the box, including its name. */
    target: wirePath,
    /** Bytes of the file. */
    size: bytes,
    /** Modified, epoch seconds. */
    mtime: int,
  },
  { time: FileTime, keep: KeepBothId },
  'BundledFile',
);

/**
 * Prepares the upload of several small files at once, at most {@link MAX_BUNDLE_FILES} with {@link MAX_BUNDLE_BYTES} in
 * total: returns for each whether the box already has the same file (`have`, same size and time) and whether it refuses
 * it (`error`, a generic code). The client sends the bytes of all others in one {@link PutChunk} of `uuid` at
 * `start=0`, one file after the other in the order of the request. Without `uuid` there is nothing to send. `more` 1:
 * the box supports `time` and `keep`.
 *
 * `POST /filetrans` `PREPUTS [files]`, `files` as JSON text. Creates missing folders, at most 1024 per call: files
 * beyond that have error 2. Refusals: 2 too many uploads are open (256), 4 too much at once, 16 no space.
 *
 * @example
 * ```ts
 * const { uuid, list } = await box.send(PrepareUploads, {
 *   files: [{ target: '/mnt/usb1/ann/notes/1.txt', size: 12, mtime: 1760000000 }],
 * });
 * ```
 */
export const PrepareUploads = transferCommand({
  name: 'PrepareUploads',
  cmd: 'PREPUTS',
  params: positional({
    /** At most 256 files with 4 MiB in total. */
    files: jsonText(shortList(BundledFile, 1, MAX_BUNDLE_FILES)),
  }),
  result: struct(
    {
      /** One result per entry of `files`, in that order. */
      list: list(
        struct({
          /** 0: the file is accepted; otherwise the reason, as a generic code (`GEN`). */
          error: essential(int),
          /** 1: the box already has the same file. */
          have: flag,
        }),
      ),
    },
    {
      uuid: UploadId,
      /** 1: the box supports `time` and `keep`. */
      more: flag,
    },
  ),
  refusals: [2, 3, 4, 16],
  access: 'user',
  idempotent: true,
  timeoutMs: 60_000,
  paths: { files: 'write' },
});

/**
 * Confirms the upload of several small files. Files with error 0 are on the disk under their names, synced; the others
 * are not.
 *
 * `POST /filetrans` `PUTDONES [uuid]`. `list` has one result per sent file, in their order, with the `path` of files
 * stored under another name than requested. Refusals: 3 failed, 11 the received bytes differ from the sizes, 15 unknown
 * upload.
 *
 * @example
 * ```ts
 * const { list } = await box.send(FinishUploads, { uuid });
 * ```
 */
export const FinishUploads = transferCommand({
  name: 'FinishUploads',
  cmd: 'PUTDONES',
  params: positional({ uuid: UploadId }),
  result: struct({
    /** One result per sent file, in that order. */
    list: list(
      struct(
        {
          /** 0: the file is on the disk; otherwise the reason, as a generic code (`GEN`). */
          error: essential(int),
        },
        {
          /** Path of the stored file; absent means the requested one. */
          path: diskText,
        },
      ),
    ),
  }),
  refusals: [3, 11, 15, 16],
  access: 'user',
  idempotent: false,
  timeoutMs: 60_000,
});

/**
 * Sends one chunk, at most {@link CHUNK_BYTES}, at offset `start`; `start=0` truncates. Also sends a small file as one
 * body, and with `whole=1` all remaining bytes of a file, of any length.
 *
 * `PUT /filetrans?uuid&start` (B67, B68), `whole` is our extension. The box keeps the bytes that arrived before a
 * connection broke. The reply has the number of bytes on the box. HTTP 404 unknown upload, 409 wrong start (the body
 * has the right one), 413 too large, 507 no space.
 */
export const PutChunk = defineTransfer({
  name: 'PutChunk',
  method: 'PUT',
  path: '/filetrans',
  query: struct(
    {
      uuid: UploadId,
      /** Offset of the chunk in bytes; 0 discards the received bytes. */
      start: intText(bytes),
    },
    {
      /** The body has all remaining bytes of the file, of any length. */
      whole: oneOf(['1']),
    },
  ),
  result: struct(
    {},
    {
      /** 0, or a generic code (`GEN`). */
      error: int,
      /** Number of bytes on the box now. */
      size: bytes,
    },
  ),
  statuses: { 404: 'unknown upload', 409: 'wrong start', 413: 'too large', 507: 'no space' },
  access: 'ticket',
  stallMs: 60_000,
});

/** Query of every file URL besides the key: the relay values on the external network (G-10, SDK-003). */
const relayQuery = {
  /** `relayHost` of the relay ticket; only through the relay. */
  host: str,
  /** `relayAuth` of the relay ticket; only through the relay. */
  auth: str,
} as const;
/** The key from {@link GetFileKey}. */
const key = str;

/**
 * Reads a file, whole or in ranges (206). The path is a part of the URL: build it with {@link fileUrl}.
 *
 * `GET /port_80{path}?key` (B102), `host` and `auth` on the external network, `dl=1` to save. HTTP 401 no or old key,
 * 403 not allowed, 404 absent, 416 bad range.
 */
export const ReadFile = defineTransfer({
  name: 'ReadFile',
  method: 'GET',
  path: '/port_80/{path}',
  query: struct(
    { key },
    {
      ...relayQuery,
      /** 1: the browser saves the file instead of showing it. */
      dl: oneOf(['1']),
    },
  ),
  result: struct({}),
  statuses: { 401: 'no key', 403: 'not allowed', 404: 'absent', 416: 'bad range' },
  access: 'ticket',
  stallMs: 60_000,
});

/**
 * Reads a thumbnail by the hash of its picture; build the URL with {@link thumbUrl}. Can be cached for a year.
 *
 * `GET /port_80/thumb/{md512kb}?key&w` (B103), width 64, 128, 256 or 512; 2048 on this box. HTTP 401 no or old key, 404
 * no thumbnail.
 */
export const ReadThumbnail = defineTransfer({
  name: 'ReadThumbnail',
  method: 'GET',
  path: '/port_80/thumb/{md512kb}',
  query: struct(
    { key },
    {
      ...relayQuery,
      /** Width in pixels. */
      w: oneOf(['64', '128', '256', '512']),
    },
  ),
  result: struct({}),
  statuses: { 401: 'no key', 404: 'no thumbnail' },
  access: 'ticket',
  stallMs: 60_000,
});
