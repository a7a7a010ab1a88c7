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
import { ListedName } from '../limits.ts';

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

/** What to do with a name that is taken (UPLOAD-23 to UPLOAD-25, G-20): 1 replace, 2 keep both, 3 skip. */
export const Conflict = oneOf([1, 2, 3]);
export type Conflict = TypeOf<typeof Conflict>;

/**
 * A task of the box (TASK-01, B45). Sizes in bytes, speed in bytes per second, `tb_ctime` in epoch seconds, `tb_progress` in
 * percent, `tb_type` the file type of the item, `tb_cmd` the operation, `tb_state` as {@link TaskState}, `tb_code` the progress code
 * (0 to 5) or the operation's error (6 and above), `tb_msg` words for it or empty.
 */
export const OpTask = struct(
  {
    /** Names the task in other calls. */
    tb_id: essential(str),
    /** File type code of the item. */
    tb_type: int,
    /** Name of the item. */
    tb_name: diskText,
    /** Bytes of all. */
    tb_total: bytes,
    /** Bytes that are done. */
    tb_completed: bytes,
    /** Percent. */
    tb_progress: int,
    /** Bytes per second. */
    tb_speed: bytes,
    /** Made, epoch seconds. */
    tb_ctime: epochSeconds,
    /** The operation, as `OP_TYPES`. */
    tb_cmd: known(OP_TYPES),
    /** Where it is taken from. */
    tb_source: diskText,
    /** Where it goes. */
    tb_target: diskText,
    /** Whose task it is. */
    tb_user: str,
    /** What went wrong, in words; or empty. */
    tb_msg: str,
    /** -1 (and below) failed, 0 waiting, 1 done, 2 working, 3 paused. */
    tb_state: int,
    /** 0 to 5 a progress code, 6 and above the error of the operation. */
    tb_code: int,
  },
  {
    /** Of a task with a cloud drive: the account of the drive. */
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
    /** Bytes of all. */
    tb_total: bytes,
    tb_ctime: epochSeconds,
    /** The operation. */
    tb_cmd: OpType,
    /** Where it is taken from. */
    tb_source: diskText,
    /** Where it goes. */
    tb_target: diskText,
    /** Whose task it is. */
    tb_user: str,
    /** What went wrong, in words; or empty. */
    tb_msg: str,
  },
  {},
  'TaskRecord',
);
export type TaskRecord = TypeOf<typeof TaskRecord>;

/** How many tasks are in which state; `num` of the reply counts the active ones (0, 2 and 3). */
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

/** Whose tasks: the caller. */
const user = text(1, 64);
/** What it is done to. */
const source = wirePath;
/** The folder that the result goes into. */
const target = wirePath;

/** B39, B40: one item goes into the folder `target` and keeps its name. */
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
/** B43: packs entries of the folder `source` into the archive `target`; the format follows its suffix (zip, tar, tar.gz). */
export const CompressTask = struct(
  {
    user,
    /** Packs. */
    type: oneOf(['COMPRESS']),
    /** The folder that they are in. */
    source: wirePath,
    /** The archive, with its name. */
    target: wirePath,
    /** Its entries that are packed, at most 500. */
    names: list(ListedName, 500),
  },
  { conflict: Conflict },
  'CompressTask',
);
/** B44: unpacks the archive `source` into a folder named after it inside `target`. */
export const ExtractTask = struct(
  {
    user,
    /** Unpacks. */
    type: oneOf(['DECOMPRESS']),
    source,
    target,
  },
  {
    /** Of the archive, where it has one. */
    password: text(0, 256),
  },
  'ExtractTask',
);
/** X03: deletes `source` for good, for trees too large for one call (G-67). */
export const RemoveTask = struct(
  {
    user,
    /** Deletes for good. */
    type: oneOf(['REMOVE']),
    source,
  },
  {},
  'RemoveTask',
);
/** X03: brings a remote item in, or sends one out. */
export const RemoteTask = struct(
  {
    user,
    /** Brings in, or sends out. */
    type: oneOf(['DOWN', 'UPLOAD']),
    /** What it is done to. */
    source: text(1, 4096),
    /** The folder that the result goes into. */
    target: text(1, 4096),
  },
  { conflict: Conflict },
  'RemoteTask',
);

const forms = either(
  either(TransferTask, CryptTask),
  either(either(CompressTask, ExtractTask), either(RemoveTask, RemoteTask)),
);
/** What ADDTASK takes, one shape per kind of operation. */
export const NewTask = where('task', forms, () => true);
export type NewTask = TypeOf<typeof NewTask>;

/** Finished records of one kind, or records by id (B48). */
export const TaskSelection = either(
  struct({
    user,
    /** Those with these ids. */
    ids: list(text(1, 64), 500),
  }),
  struct({
    user,
    /** All that failed (-1), or all that are done (1). */
    status: oneOf([-1, 1]),
  }),
);
