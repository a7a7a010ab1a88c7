import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, diskText, epochSeconds, flag, int, num, str, struct } from '@boxwood/command-bus/codecs';
import { TaskState } from '../tasks/model.ts';

/**
 * An upload as the client keeps it (UPLOAD-01, SDK-E10): sizes in bytes, `tb_ctime` in epoch seconds, progress in percent, speed in
 * bytes per second, state as {@link TaskState}. The file object and the abort function live beside it and are never stored
 * (G-19); `tb_mtime` is the file's modified second, by which a file chosen again after a reload is recognised;
 * `tb_keep` 1 keeps what stands at the target.
 */
export const UploadTask = struct(
  {
    /** Names the upload. */
    tb_id: str,
    /** Name of the file. */
    tb_name: str,
    /** Where it comes from, as its sender calls it. */
    tb_source: str,
    /** Where it goes. */
    tb_target: diskText,
    /** Bytes of all. */
    tb_total: bytes,
    /** Begun, epoch seconds. */
    tb_ctime: epochSeconds,
    /** As `TaskState`. */
    tb_state: TaskState,
    /** Percent. */
    tb_progress: int,
    /** Bytes that are here. */
    tb_completed: bytes,
    /** Bytes per second. */
    tb_speed: num,
    /** What its pieces are sent to. */
    tb_uuid: str,
  },
  {
    tb_mtime: epochSeconds,
    /** 1: it keeps what stands at the target. */
    tb_keep: flag,
  },
  'UploadTask',
);
export type UploadTask = TypeOf<typeof UploadTask>;

/** An upload session on the box (UPLOAD-04, SDK-E11): its id and the offset to go on from. */
export const UploadSession = struct(
  {
    /** What its pieces are sent to. */
    uuid: str,
    /** Bytes that the box holds of it: where to go on. */
    start: bytes,
  },
  {},
  'UploadSession',
);
export type UploadSession = TypeOf<typeof UploadSession>;
