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
import { transferCommand } from '../define.ts';

/** Bytes of one chunk; the box refuses a longer body (B67, G-17). */
export const CHUNK_BYTES = 8 * 1024 * 1024;

/** From this size on what the box does not have of a file goes out in one body: to cut it costs more than to send it. */
export const WHOLE_BYTES = 64 * 1024 * 1024;

/** Small files that go up together: at most so many, with so many bytes altogether. */
export const BUNDLE_FILES = 256;
export const BUNDLE_BYTES = 2 * 1024 * 1024;

/** The upload's name and the only credential of its PUT (G-17): from our box 32 random letters and digits, from others what they give, but for slashes. */
export const UploadId = matching('upload id', /^[!-.0-~]{1,128}$/);

/**
 * When a file was changed last: the second and, behind the point, as many digits of its part as are known, `1700000000.123`. Without
 * digits a change within the same second goes unnoticed.
 */
export const FileTime = matching('file time', /^-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,9})?$/);

/**
 * The name of one upload that keeps what stands at its target: the client makes it up and says it again when it goes on, so that neither
 * another upload to the same name nor an answer that was lost makes two files of one, or one of two.
 */
export const KeepId = matching('keep id', /^[A-Za-z0-9-]{1,64}$/);

/**
 * What we say beside `PREPUT`, and which a box that does not know it passes over: the time and the SHA-256 of the file, where they are known,
 * so that what is held of another version is not gone on with; `keep` takes the first free name beside what stands at the target.
 */
const UploadMore = struct(
  {},
  {
    mtime: FileTime,
    /** Of the file's bytes, in hexadecimal. */
    sha256: matching('sha256', /^[0-9a-f]{64}$/),
    keep: KeepId,
  },
);

/** What stands at a target. What cannot be read is never taken for nothing: somebody's file would be replaced unasked. */
const Standing = struct(
  {
    /** Bytes; 0 with `mtime_sec` 0: nothing is there. */
    size: essential(bytes),
    /** Modified, epoch seconds; 0: nothing is there. */
    mtime_sec: essential(epochSeconds),
  },
  { mtime: FileTime },
);
const NOTHING = { size: 0, mtime_sec: 0 };

/**
 * Prepares an upload: says what is at the target now and how many bytes of this upload the box already holds.
 *
 * `POST /filetrans` `PREPUT [target, size]` (B66), with `more` beside it (ours). `baseinfo` describes the existing file (0 and 0: none), its
 * `mtime` exactly. `more` 1 in the reply says that the box has understood; then `start` counts bytes of this very version only, and with
 * `keep` nothing is in the way: `baseinfo` and `path` tell what an earlier upload of the same name has put there. Refusals: 2 too many
 * uploads are open (256), 3 failed, 5 unsafe, 13 no privilege, 15 more than 64 folders are missing above it, 16 no space or over quota.
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
    /** Where the file shall be, with its name. */
    target: wirePath,
    /** Bytes of the file. */
    size: intText(bytes),
  }),
  more: UploadMore,
  result: struct(
    {
      uuid: UploadId,
      /** What stands at the target now. */
      baseinfo: essential(withDefault(Standing, NOTHING)),
    },
    {
      /** Bytes that the box holds of it: where to go on; absent: none. */
      start: bytes,
      /** 1: the box has understood `more`. */
      more: flag,
      /** With `keep`: what an earlier upload of that name became. */
      path: diskText,
    },
  ),
  refusals: [2, 3, 5, 11, 13, 15, 16],
  access: 'user',
  idempotent: true,
  paths: { target: 'write' },
});

/**
 * Confirms an upload; only now does the file appear under its name, with `ctime` (epoch seconds) as its modified time. `path` is where
 * it stands: the target, or the free name beside it that was taken; empty from a box that does not say it, which is the target.
 *
 * `POST /filetrans` `PUTDONE [target, size, "0", uuid, ctime]` (B69). Refusals: 3 failed, 11 held bytes differ from size,
 * 15 unknown upload.
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
    /** As it was prepared. */
    target: wirePath,
    /** Bytes of the file. */
    size: intText(bytes),
    /** Of no use. */
    reserved: oneOf(['0']),
    uuid: UploadId,
    /** Its modified time, epoch seconds. */
    ctime: intText(int),
  }),
  result: struct({
    /** Where it stands; empty: at the target. */
    path: diskText,
  }),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { target: 'write' },
});

/** One small file of several: where it shall be, its bytes, its modified time in epoch seconds, and the same exactly; `keep` as with one. */
const BundledFile = struct(
  {
    /** Where the file shall be, with its name. */
    target: wirePath,
    /** Bytes of the file. */
    size: bytes,
    /** Modified, epoch seconds. */
    mtime: int,
  },
  { time: FileTime, keep: KeepId },
  'BundledFile',
);

/**
 * Prepares the upload of several small files at once, at most {@link BUNDLE_FILES} with {@link BUNDLE_BYTES} altogether: says of each
 * whether the box has that very file already (`have`, same size and time) and whether it refuses it (`error`, a generic code). The
 * bytes of all others go out in one {@link PutChunk} of `uuid` at `start=0`, one file after the other in the order of the question.
 * Without `uuid` there is nothing to send. `more` 1: the box knows `time` and `keep`.
 *
 * `POST /filetrans` `PREPUTS [files]`, `files` as JSON text. Missing folders are made, at most 1024 at a time: files beyond have error 2.
 * Refusals: 2 too many uploads are open (256), 4 too much at once, 16 no space.
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
    /** At most 256 with 4 MiB altogether. */
    files: jsonText(shortList(BundledFile, 1, BUNDLE_FILES)),
  }),
  result: struct(
    {
      /** An answer for each of `files`, in that order. */
      list: list(
        struct({
          /** 0 it may come, else why not, as a generic code (`GEN`). */
          error: essential(int),
          /** 1: the box has that very file already. */
          have: flag,
        }),
      ),
    },
    {
      uuid: UploadId,
      /** 1: the box knows `time` and `keep`. */
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
 * Confirms the upload of several small files. Those with error 0 are on the disk under their names, synced; the others are not.
 *
 * `POST /filetrans` `PUTDONES [uuid]`. `list` answers the files that were sent, in their order, with the `path` of those that took another
 * name than they asked for. Refusals: 3 failed, 11 held bytes differ
 * from the sizes, 15 unknown upload.
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
    /** An answer for each file that was sent, in that order. */
    list: list(
      struct(
        {
          /** 0 it is on the disk, else why not, as a generic code (`GEN`). */
          error: essential(int),
        },
        {
          /** Where it stands; absent: where it was asked to. */
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
 * Sends one chunk, at most {@link CHUNK_BYTES}, at offset `start`; `start=0` truncates. Also the whole-body form for small files, and
 * with `whole=1` for all that is left of a file, however long.
 *
 * `PUT /filetrans?uuid&start` (B67, B68), `whole` is our own. Whatever arrived of a body that was cut is held. The reply says how many
 * bytes the box holds. HTTP 404 unknown upload, 409 wrong start (the body has the right one), 413 too large, 507 no space.
 */
export const PutChunk = defineTransfer({
  name: 'PutChunk',
  method: 'PUT',
  path: '/filetrans',
  query: struct(
    {
      uuid: UploadId,
      /** Where the piece belongs, in bytes; 0 drops what is held. */
      start: intText(bytes),
    },
    {
      /** All that is left of the file, however long. */
      whole: oneOf(['1']),
    },
  ),
  result: struct(
    {},
    {
      /** 0, or a generic code (`GEN`). */
      error: int,
      /** Bytes that the box holds now. */
      size: bytes,
    },
  ),
  statuses: { 404: 'unknown upload', 409: 'wrong start', 413: 'too large', 507: 'no space' },
  access: 'ticket',
  stallMs: 60_000,
});

/** Query of every file address beside the key: the relay values on the external network (G-10, SDK-003). */
const relayQuery = {
  /** Of the relay ticket (`relayHost`); on the way through the relay alone. */
  host: str,
  /** Of the relay ticket (`relayAuth`); on the way through the relay alone. */
  auth: str,
} as const;
/** What {@link GetFileKey} gave. */
const key = str;

/**
 * Reads a file, whole or in ranges (206). The path stands in the address itself: build it with {@link fileUrl}.
 *
 * `GET /port_80{path}?key` (B102), `host` and `auth` on the external network, `dl=1` to save. HTTP 401 no or old key, 403 not
 * allowed, 404 absent, 416 bad range.
 */
export const ReadFile = defineTransfer({
  name: 'ReadFile',
  method: 'GET',
  path: '/port_80/{path}',
  query: struct(
    { key },
    {
      ...relayQuery,
      /** To be saved and not shown. */
      dl: oneOf(['1']),
    },
  ),
  result: struct({}),
  statuses: { 401: 'no key', 403: 'not allowed', 404: 'absent', 416: 'bad range' },
  access: 'ticket',
  stallMs: 60_000,
});

/**
 * Reads a thumbnail by the hash of its picture; build the address with {@link thumbUrl}. Good for a year.
 *
 * `GET /port_80/thumb/{md512kb}?key&w` (B103), width 64, 128, 256 or 512; 2048 on this box. HTTP 401 no or old key, 404 no thumbnail.
 */
export const ReadThumbnail = defineTransfer({
  name: 'ReadThumbnail',
  method: 'GET',
  path: '/port_80/thumb/{md512kb}',
  query: struct(
    { key },
    {
      ...relayQuery,
      /** Pixels that it is wide. */
      w: oneOf(['64', '128', '256', '512']),
    },
  ),
  result: struct({}),
  statuses: { 401: 'no key', 404: 'no thumbnail' },
  access: 'ticket',
  stallMs: 60_000,
});
