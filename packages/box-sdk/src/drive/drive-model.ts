import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  int,
  list,
  oneOf,
  shortList,
  str,
  struct,
  text,
  where,
  wirePath,
  essential,
} from '@boxwood/command-bus/codecs';
import { UserId } from '../request-limits.ts';
import { Conflict } from '../tasks/task-model.ts';

/** Entries per page when listing a folder of the drive (CLOUDDRIVE-07). */
export const DRIVE_PAGE = 500;

/** A signed-in drive (CLOUDDRIVE-06): `vip` is the membership 0, 1 or 2, `expire` when the token ends (epoch seconds). */
export const DriveNode = struct(
  {
    /** Account id of the drive, used in other calls. */
    uid: essential(str),
    /** Access token that the provider requires in every call. */
    access_token: str,
    /** Display name at the provider. */
    name: str,
    /** Membership level, which limits the file size: `driveUploadLimit`. */
    vip: int,
    expire: epochSeconds,
  },
  {},
  'DriveNode',
);
export type DriveNode = TypeOf<typeof DriveNode>;

/** Largest file of an upload in bytes, by membership (CLOUDDRIVE-11): 4, 10 or 20 GB. */
export const driveUploadLimit = (vip: number): number => (vip >= 2 ? 20 : vip === 1 ? 10 : 4) * 1024 ** 3;

/** Directions of cloud-drive tasks; SYNC repeats an upload every hour. */
export const DRIVE_TASKS = ['UPLOAD', 'DOWN', 'SYNC'] as const;
export const DriveTaskType = oneOf(DRIVE_TASKS);
export type DriveTaskType = TypeOf<typeof DriveTaskType>;
export const DriveTaskFilter = oneOf([...DRIVE_TASKS, 'ALL']);

/** Account id of the drive. */
export const DriveUser = text(1, 128);
/** A path inside the drive; its rules are the provider's. */
export const DrivePath = text(1, 4096);

/**
 * A transfer to create: UPLOAD and SYNC copy box paths to a folder of the drive, DOWN copies paths of the drive to a
 * box folder.
 */
export const NewDriveTask = where(
  'NewDriveTask',
  struct(
    {
      user: UserId,
      uid: DriveUser,
      /** `UPLOAD` to the drive, `DOWN` from it, `SYNC` to it every hour. */
      type: DriveTaskType,
      /** Sources, at most 500: box paths, or drive paths for `DOWN`. */
      source: shortList(DrivePath, 1, 500),
      target: DrivePath,
    },
    { conflict: Conflict },
  ),
  (task) => (task.type === 'DOWN' ? wirePath.is(task.target) : task.source.every((path) => wirePath.is(path))),
);
export type NewDriveTask = TypeOf<typeof NewDriveTask>;

/** An entry of the drive; `server_mtime` in epoch seconds, `size` in bytes. */
export const DriveFile = struct(
  {
    /** Path in the drive. */
    path: essential(str),
    /** Its name. */
    server_filename: str,
    /** 1: a folder. */
    isdir: flag,
    /** Bytes. */
    size: bytes,
    server_mtime: epochSeconds,
    /** Id at the provider. */
    fs_id: int,
  },
  {},
  'DriveFile',
);
export type DriveFile = TypeOf<typeof DriveFile>;
/** Entries of the drive. */
export const DriveFiles = struct({
  /** Entries of the drive. */
  list: list(DriveFile),
});
