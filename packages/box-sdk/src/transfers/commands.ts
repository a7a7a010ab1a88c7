import { defineTransfer } from '@boxwood/command-bus';
import {
  bytes,
  epochSeconds,
  int,
  intText,
  matching,
  oneOf,
  positional,
  str,
  struct,
  wirePath,
  diskText,
} from '@boxwood/command-bus/codecs';
import { transferCommand } from '../define.ts';

/** Bytes of one chunk; the box refuses a longer body (B67, G-17). */
export const CHUNK_BYTES = 8 * 1024 * 1024;

/** 32 random characters: the upload's name and the only credential of its PUT (G-17). */
export const UploadId = matching('upload id', /^[A-Za-z0-9]{32}$/);

/**
 * Prepares an upload: says what is at the target now and how many bytes of this upload the box already holds.
 *
 * `POST /filetrans` `PREPUT [target, size]` (B66). `baseinfo` describes the existing file (0 and 0: none). Refusals: 3 failed,
 * 5 unsafe, 13 no privilege, 16 no space or over quota.
 *
 * @example
 * ```ts
 * const { uuid, start = 0 } = await box.send(PrepareUpload, { target: '/mnt/usb1/ann/film.mkv', size: 7340032 });
 * ```
 */
export const PrepareUpload = transferCommand({
  name: 'PrepareUpload',
  cmd: 'PREPUT',
  params: positional({ target: wirePath, size: intText(bytes) }),
  result: struct({ uuid: UploadId, baseinfo: struct({ size: bytes, mtime_sec: epochSeconds }) }, { start: bytes }),
  refusals: [3, 5, 13, 16],
  access: 'user',
  idempotent: true,
  paths: { target: 'write' },
});

/**
 * Confirms an upload; only now does the file appear under its name, with `ctime` (epoch seconds) as its modified time.
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
    target: wirePath,
    size: intText(bytes),
    reserved: oneOf(['0']),
    uuid: UploadId,
    ctime: intText(int),
  }),
  result: struct({ path: diskText }),
  refusals: [3, 11, 15],
  access: 'user',
  idempotent: false,
  paths: { target: 'write' },
});

/**
 * Sends one chunk, at most {@link CHUNK_BYTES}, at offset `start`; `start=0` truncates. Also the whole-body form for small files.
 *
 * `PUT /filetrans?uuid&start` (B67, B68). The reply says how many bytes the box holds. HTTP 404 unknown upload, 409 wrong start
 * (the body has the right one), 413 too large, 507 no space.
 */
export const PutChunk = defineTransfer({
  name: 'PutChunk',
  method: 'PUT',
  path: '/filetrans',
  query: struct({ uuid: UploadId, start: intText(bytes) }),
  result: struct({}, { error: int, size: bytes }),
  statuses: { 404: 'unknown upload', 409: 'wrong start', 413: 'too large', 507: 'no space' },
  access: 'ticket',
  stallMs: 60_000,
});

/** Query of every file address: the key, and the relay values on the external network (G-10, SDK-003). */
const fileQuery = { host: str, auth: str, dl: oneOf(['1']) } as const;

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
  query: struct({ key: str }, fileQuery),
  result: struct({}),
  statuses: { 401: 'no key', 403: 'not allowed', 404: 'absent', 416: 'bad range' },
  access: 'ticket',
  stallMs: 60_000,
});

/**
 * Reads a thumbnail by the hash of its picture; build the address with {@link thumbUrl}. Good for a year.
 *
 * `GET /port_80/thumb/{md512kb}?key&w` (B103), width 64, 128, 256 or 512. HTTP 401 no or old key, 404 no thumbnail.
 */
export const ReadThumbnail = defineTransfer({
  name: 'ReadThumbnail',
  method: 'GET',
  path: '/port_80/thumb/{md512kb}',
  query: struct({ key: str }, { host: str, auth: str, w: oneOf(['64', '128', '256', '512']) }),
  result: struct({}),
  statuses: { 401: 'no key', 404: 'no thumbnail' },
  access: 'ticket',
  stallMs: 60_000,
});
