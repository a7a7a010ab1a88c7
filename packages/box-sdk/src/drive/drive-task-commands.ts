import { bytes, list, nothing, str, struct } from '@boxwood/command-bus/codecs';
import { driveTaskCommand } from '../define-commands.ts';
import { UserId, EntryId, Offset, PageSize } from '../request-limits.ts';
import { TaskState, OpTask } from '../tasks/task-model.ts';
import { DriveTaskFilter, NewDriveTask } from './drive-model.ts';

/**
 * Starts transfers between box and drive, one task per entry; the ids are in the order of `source`.
 *
 * `POST /` `CREATETASK` (B51, B114). Refusals (task): 2 too many, 7 queue full, 8 source missing, 9 target not
 * writable, 11 no space, 16 a file above the membership limit.
 *
 * @example
 * ```ts
 * const { ids } = await box.drive.add({
 *   user: 'ann',
 *   uid: '42',
 *   type: 'UPLOAD',
 *   source: ['/mnt/usb1/ann/Trip'],
 *   target: '/apps/box',
 * });
 * ```
 */
export const CreateDriveTask = driveTaskCommand({
  name: 'CreateDriveTask',
  cmd: 'CREATETASK',
  params: NewDriveTask,
  result: struct({
    /** Task ids, one for each entry of `source`, in that order. */
    ids: list(str),
  }),
  refusals: [2, 7, 8, 9, 11, 16],
  access: 'user',
  idempotent: false,
});

/**
 * Lists cloud-drive tasks, newest first.
 *
 * `POST /` `LISTTASK` (B59). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.drive.tasks({ user: 'ann', type: 'ALL', start: 0, count: 100 });
 * ```
 */
export const ListDriveTasks = driveTaskCommand({
  name: 'ListDriveTasks',
  cmd: 'LISTTASK',
  params: struct(
    {
      user: UserId,
      /** Direction of the tasks; `ALL`: every task. */
      type: DriveTaskFilter,
      start: Offset,
      count: PageSize,
    },
    { state: TaskState },
  ),
  result: struct({
    /** Number of entries on all pages. */
    total: bytes,
    /** Newest first. */
    list: list(OpTask),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Removes a cloud-drive task.
 *
 * `POST /` `DELETETASK` (B56). Refusals (task): 5 unknown task, 6 its state does not allow this.
 *
 * @example
 * ```ts
 * await box.drive.removeTask({ user: 'ann', id: 't1' });
 * ```
 */
export const DeleteDriveTask = driveTaskCommand({
  name: 'DeleteDriveTask',
  cmd: 'DELETETASK',
  params: struct({ user: UserId, id: EntryId }),
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Removes the cloud-drive tasks of one state; `num` is their number.
 *
 * `POST /` `DELTASK_BYSTATE` (B57). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { num } = await box.drive.removeTasks({ user: 'ann', state: 1 });
 * ```
 */
export const DeleteDriveTasks = driveTaskCommand({
  name: 'DeleteDriveTasks',
  cmd: 'DELTASK_BYSTATE',
  params: struct({ user: UserId, state: TaskState }),
  result: struct({
    /** Number of removed tasks. */
    num: bytes,
  }),
  refusals: [4],
  access: 'user',
  idempotent: false,
});

/**
 * Retries a failed task, or resumes a paused one.
 *
 * `POST /` `DOWNRESTART` (B58). Refusals (task): 5 unknown task, 6 neither failed nor paused.
 *
 * @example
 * ```ts
 * await box.drive.restartTask({ user: 'ann', id: 't1' });
 * ```
 */
export const RestartDriveTask = driveTaskCommand({
  name: 'RestartDriveTask',
  cmd: 'DOWNRESTART',
  params: struct({ user: UserId, id: EntryId }),
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});
