import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  diskText,
  epochSeconds,
  essential,
  flag,
  int,
  num,
  str,
  struct,
  withDefault,
} from '@boxwood/command-bus/codecs';
import { TaskState } from '../tasks/task-model.ts';

/** Maximum number of unfinished uploads that the box lists. */
export const MAX_LISTED_UPLOADS = 256;

/** An unfinished upload as the box lists it: one file, or several small ones that are sent together. */
export const UnfinishedUpload = struct(
  {
    /** Names the upload in `EndUpload`; it is not the id that its `PUT` needs. */
    id: essential(str),
    /** Path of the file, of several the first; empty while the caller may not open it. */
    path: diskText,
    /** Number of files. */
    files: withDefault(int, 1),
    /** Bytes of all files. */
    size: bytes,
    /** Last used, epoch seconds with minute precision. */
    used: epochSeconds,
    /** 1: this session requested it. */
    own: flag,
    /** 1: a script token requested it. */
    script: flag,
    /** 1: the box receives bytes of it, or it was used in the last ten minutes. */
    active: flag,
  },
  {},
  'UnfinishedUpload',
);
export type UnfinishedUpload = TypeOf<typeof UnfinishedUpload>;

/**
 * An upload as the client stores it (UPLOAD-01, SDK-E10): sizes in bytes, `tb_ctime` in epoch seconds, progress in
 * percent, speed in bytes per second, state as {@link TaskState}. The file object and the abort function are held
 * separately and never stored (G-19); `tb_mtime` is the file's modified second, which identifies a file selected again
 * after a reload; `tb_keep` 1 keeps an existing file at the target.
 */
export const UploadTask = struct(
  {
    /** Identifies the upload. */
    tb_id: str,
    /** Name of the file. */
    tb_name: str,
    /** Source of the file, as named by the sender. */
    tb_source: str,
    /** Target path. */
    tb_target: diskText,
    /** Total bytes. */
    tb_total: bytes,
    /** Started, epoch seconds. */
    tb_ctime: epochSeconds,
    /** As `TaskState`. */
    tb_state: TaskState,
    /** Percent. */
    tb_progress: int,
    /** Bytes uploaded. */
    tb_completed: bytes,
    /** Bytes per second. */
    tb_speed: num,
    /** Id of the upload session, to which chunks are sent. */
    tb_uuid: str,
  },
  {
    tb_mtime: epochSeconds,
    /** 1: an existing file at the target is kept. */
    tb_keep: flag,
  },
  'UploadTask',
);
export type UploadTask = TypeOf<typeof UploadTask>;

/** An upload session on the box (UPLOAD-04, SDK-E11): its id and the offset to resume at. */
export const UploadSession = struct(
  {
    /** Id of the upload session, to which chunks are sent. */
    uuid: str,
    /** Number of bytes on the box, where to resume. */
    start: bytes,
  },
  {},
  'UploadSession',
);
export type UploadSession = TypeOf<typeof UploadSession>;
