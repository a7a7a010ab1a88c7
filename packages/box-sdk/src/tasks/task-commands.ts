import { bytes, int, intBetween, list, str, struct, text } from '@boxwood/command-bus/codecs';
import { taskCommand } from '../define-commands.ts';
import { NewTask, OpFilter, OpTask, TaskCounts, TaskSelection, TaskState } from './task-model.ts';

/** User id of the caller, who owns the tasks. */
const user = text(1, 64);
const TaskRef = struct({
  user,
  /** Id from the answer of `tasks.add`. */
  id: text(1, 64),
});

/**
 * Starts an operation on the box: copy, move, encrypt, decrypt, compress, extract, delete, or a remote transfer. One
 * call per item (G-22). Builders for the parameters: {@link copyTask} and the others in its file.
 *
 * `POST /offlinetask` `ADDTASK` (B39 to B44, X03). `id` identifies the task. Refusals (task codes): 2 too many at once,
 * 4 service, 7 more than 500 waiting, 8 source missing, 9 target not writable, 10 target inside source, 11 not enough
 * space.
 *
 * @example
 * ```ts
 * const { id } = await box.send(AddTask, {
 *   user: 'ann', type: 'COPY', source: '/mnt/usb1/ann/a.mp4', target: '/mnt/usb1/ann/Films', conflict: 2,
 * });
 * ```
 */
export const AddTask = taskCommand({
  name: 'AddTask',
  cmd: 'ADDTASK',
  params: NewTask,
  result: struct({
    /** Identifies the task in other calls. */
    id: str,
  }),
  refusals: [2, 4, 7, 8, 9, 10, 11],
  access: 'user',
  idempotent: false,
  paths: { source: 'read', target: 'write' },
  secrets: ['password'],
});

/**
 * Lists tasks, newest first.
 *
 * `POST /offlinetask` `LISTTASK` (B45). `count` 100 is a page; `status` is 2 (processing) for the top bar, one state
 * per tab of the task centre, absent for all. Refusals (task codes): 4 service.
 *
 * @example
 * ```ts
 * const { total, list } = await box.send(ListTasks, { user: 'ann', count: 100, start: 0, type: 'ALL', status: 2 });
 * ```
 */
export const ListTasks = taskCommand({
  name: 'ListTasks',
  cmd: 'LISTTASK',
  params: struct(
    {
      user,
      /** Maximum number of tasks on a page. */
      count: intBetween(1, 500),
      /** The number of tasks to skip. */
      start: bytes,
      type: OpFilter,
    },
    { status: TaskState },
  ),
  result: struct({
    /** Number of matching tasks on all pages. */
    total: bytes,
    /** Tasks, newest first. */
    list: list(OpTask, 500),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Counts tasks by state; `num` counts the active ones (0, 2 and 3) and controls the dot of the task menu.
 *
 * `POST /offlinetask` `QRYTASKNUM` (B46). Refusals (task codes): 4 service.
 *
 * @example
 * ```ts
 * const { num, nums } = await box.send(CountTasks, { user: 'ann', type: 'ALL' });
 * ```
 */
export const CountTasks = taskCommand({
  name: 'CountTasks',
  cmd: 'QRYTASKNUM',
  params: struct({ user, type: OpFilter }),
  result: struct({
    /** Number of unfinished tasks: waiting, processing or paused. */
    num: bytes,
    nums: TaskCounts,
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Deletes a record, or cancels a paused or waiting task and removes its partial output.
 *
 * `POST /offlinetask` `DELTASK` (B47). Refusals (task codes): 5 not found, 6 it is running: pause it first (TASK-09).
 *
 * @example
 * ```ts
 * await box.send(DeleteTask, { user: 'ann', id: '1042' });
 * ```
 */
export const DeleteTask = taskCommand({
  name: 'DeleteTask',
  cmd: 'DELTASK',
  params: TaskRef,
  result: struct({}),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Deletes several records: by id, or all finished (`status` 1) or failed (-1) ones.
 *
 * `POST /offlinetask` `DELTASKS` (B48). `num` counts the deleted. Refusals (task codes): 4 service.
 *
 * @example
 * ```ts
 * const { num } = await box.send(DeleteTasks, { user: 'ann', status: -1 });
 * ```
 */
export const DeleteTasks = taskCommand({
  name: 'DeleteTasks',
  cmd: 'DELTASKS',
  params: TaskSelection,
  result: struct({
    /** Number of deleted records. */
    num: int,
  }),
  refusals: [4],
  access: 'user',
  idempotent: false,
});

/**
 * Pauses a waiting or running task: state 3.
 *
 * `POST /offlinetask` `PAUSETASK` (X01). Refusals (task codes): 5 not found, 6 not in state 0 or 2.
 *
 * @example
 * ```ts
 * await box.send(PauseTask, { user: 'ann', id: '1042' });
 * ```
 */
export const PauseTask = taskCommand({
  name: 'PauseTask',
  cmd: 'PAUSETASK',
  params: TaskRef,
  result: struct({}),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Puts a paused task back into the queue: state 0.
 *
 * `POST /offlinetask` `RESUMETASK` (X02). Refusals (task codes): 5 not found, 6 not paused.
 *
 * @example
 * ```ts
 * await box.send(ResumeTask, { user: 'ann', id: '1042' });
 * ```
 */
export const ResumeTask = taskCommand({
  name: 'ResumeTask',
  cmd: 'RESUMETASK',
  params: TaskRef,
  result: struct({}),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});
