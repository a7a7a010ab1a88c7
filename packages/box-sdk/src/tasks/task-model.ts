import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  either,
  epochSeconds,
  int,
  known,
  list,
  oneOf,
  str,
  struct,
  text,
  where,
  wirePath,
  diskText,
  essential,
} from '@boxwood/command-bus/codecs';
import { ListedName } from '../request-limits.ts';

/** Operations that run on the box (TASK-02): EMOVE encrypts, DMOVE decrypts. */
export const OP_TYPES = [
  'COPY',
  'MOVE',
  'EMOVE',
  'DMOVE',
  'DOWN',
  'UPLOAD',
  'REMOVE',
  'COMPRESS',
  'DECOMPRESS',
] as const;
export type OpType = (typeof OP_TYPES)[number];
export const OpType = oneOf(OP_TYPES);
/** A filter over operations. */
export const OpFilter = oneOf([...OP_TYPES, 'ALL']);

/**
 * States of tasks (TASK-04 to TASK-08): -1 failed, 0 waiting, 1 success, 2 processing, 3 paused. Replies may carry any negative
 * number for failed.
 */
export const TaskState = oneOf([-1, 0, 1, 2, 3]);
export type TaskState = TypeOf<typeof TaskState>;

/** What to do when a name exists already (UPLOAD-23 to UPLOAD-25, G-20): 1 replace, 2 keep both, 3 skip. */
export const Conflict = oneOf([1, 2, 3]);
export type Conflict = TypeOf<typeof Conflict>;

/**
 * A task of the box (TASK-01, B45). Sizes in bytes, speed in bytes per second, `tb_ctime` in epoch seconds,
 * `tb_progress` in percent, `tb_type` the file type of the item, `tb_cmd` the operation, `tb_state` as {@link
 * TaskState}, `tb_code` the progress code (0 to 5) or the operation's error (6 and above), `tb_msg` its message or
 * empty.
 */
export const OpTask = struct(
  {
    /** Identifies the task. */
    tb_id: essential(str),
    /** File type code of the item. */
    tb_type: int,
    /** Name of the item. */
    tb_name: diskText,
    /** Total bytes. */
    tb_total: bytes,
    /** Bytes processed. */
    tb_completed: bytes,
    /** Percent. */
    tb_progress: int,
    /** Bytes per second. */
    tb_speed: bytes,
    /** Created, epoch seconds. */
    tb_ctime: epochSeconds,
    /** The operation, as `OP_TYPES`. */
    tb_cmd: known(OP_TYPES),
    /** Source path. */
    tb_source: diskText,
    /** Target path. */
    tb_target: diskText,
    /** User id of the task's owner. */
    tb_user: str,
    /** Error message, or empty. */
    tb_msg: str,
    /** -1 (and below) failed, 0 waiting, 1 success, 2 processing, 3 paused. */
    tb_state: int,
    /** 0 to 5 a progress code, 6 and above the error of the operation. */
    tb_code: int,
  },
  {
    /** For a task with a cloud drive: the account of the drive. */
    uid: str,
  },
  'OpTask',
);
export type OpTask = TypeOf<typeof OpTask>;

/** The nine fields of a task record that the product names (TASK-01, SDK-E12). */
export const TaskRecord = struct(
  {
    /** File type code of the item. */
    tb_type: int,
    /** Name of the item. */
    tb_name: diskText,
    /** Total bytes. */
    tb_total: bytes,
    tb_ctime: epochSeconds,
    /** The operation. */
    tb_cmd: OpType,
    /** Source path. */
    tb_source: diskText,
    /** Target path. */
    tb_target: diskText,
    /** User id of the task's owner. */
    tb_user: str,
    /** Error message, or empty. */
    tb_msg: str,
  },
  {},
  'TaskRecord',
);
export type TaskRecord = TypeOf<typeof TaskRecord>;

/** Number of tasks by state; `num` of the reply counts the active ones (0, 2 and 3). */
export const TaskCounts = struct(
  {
    /** State 0. */
    waiting: bytes,
    /** State 2. */
    processing: bytes,
    /** State 3. */
    paused: bytes,
    /** State 1. */
    success: bytes,
    /** State -1, and below. */
    failed: bytes,
  },
  {},
  'TaskCounts',
);
export type TaskCounts = TypeOf<typeof TaskCounts>;

/** User id of the caller, who owns the task. */
const user = text(1, 64);
/** Path of the item to process. */
const source = wirePath;
/** Folder for the result. */
const target = wirePath;

/** B39, B40: copies or moves one item into the folder `target` under its own name. */
export const TransferTask = struct(
  {
    user,
    /** Copies, or moves. */
    type: oneOf(['COPY', 'MOVE']),
    source,
    target,
  },
  { conflict: Conflict },
  'TransferTask',
);
/** B41, B42: encrypts or decrypts the file `source` into the folder `target`; needs an unlocked safe. */
export const CryptTask = struct(
  {
    user,
    /** `EMOVE` encrypts, `DMOVE` decrypts. */
    type: oneOf(['EMOVE', 'DMOVE']),
    source,
    target,
  },
  {},
  'CryptTask',
);
/**
 * B43: compresses entries of the folder `source` into the archive `target`; the suffix decides the format (zip, tar,
 * tar.gz).
 */
export const CompressTask = struct(
  {
    user,
    /** Compresses. */
    type: oneOf(['COMPRESS']),
    /** The folder of the entries. */
    source: wirePath,
    /** Path of the archive, including its name. */
    target: wirePath,
    /** Names of the entries to compress, at most 500. */
    names: list(ListedName, 500),
  },
  { conflict: Conflict },
  'CompressTask',
);
/** B44: extracts the archive `source` into a folder named after it inside `target`. */
export const ExtractTask = struct(
  {
    user,
    /** Extracts. */
    type: oneOf(['DECOMPRESS']),
    source,
    target,
  },
  {
    /** Password of the archive, if it has one. */
    password: text(0, 256),
  },
  'ExtractTask',
);
/** X03: permanently deletes `source`, for trees too large for one call (G-67). */
export const RemoveTask = struct(
  {
    user,
    /** Deletes permanently. */
    type: oneOf(['REMOVE']),
    source,
  },
  {},
  'RemoveTask',
);
/** X03: downloads a remote item, or uploads one to a remote target. */
export const RemoteTask = struct(
  {
    user,
    /** Downloads, or uploads. */
    type: oneOf(['DOWN', 'UPLOAD']),
    /** The item to transfer. */
    source: text(1, 4096),
    /** The folder for the result. */
    target: text(1, 4096),
  },
  { conflict: Conflict },
  'RemoteTask',
);

const taskForms = either(
  either(TransferTask, CryptTask),
  either(either(CompressTask, ExtractTask), either(RemoveTask, RemoteTask)),
);
/** Parameters of ADDTASK, one shape per kind of operation. */
export const NewTask = where('task', taskForms, () => true);
export type NewTask = TypeOf<typeof NewTask>;

/** Finished records of one kind, or records by id (B48). */
export const TaskSelection = either(
  struct({
    user,
    /** Records with these ids. */
    ids: list(text(1, 64), 500),
  }),
  struct({
    user,
    /** All failed records (-1), or all finished ones (1). */
    status: oneOf([-1, 1]),
  }),
);
