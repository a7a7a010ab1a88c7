import type { Client } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import { WaitChanges } from '../changes/change-commands.ts';
import { createBackoff, delay } from '../connect/retry.ts';
import type { RetryOptions } from '../connect/retry.ts';
import { globalTimers } from '@boxwood/command-bus';
import { each } from '../iterate-pages.ts';
import { ListTasks } from './task-commands.ts';
import type { OpTask } from './task-model.ts';
import { taskStateOf } from './task-rules.ts';

export interface TaskWaitOptions extends RetryOptions {
  readonly signal?: AbortSignal;
  /** Called with the current task after every change. */
  readonly onProgress?: (task: OpTask) => void;
}

/** How a task ended. `gone`: a user removed it, or the box no longer has it. `message` is the error text of the box. */
export type EndedTask =
  | { readonly outcome: 'done'; readonly task: OpTask }
  | { readonly outcome: 'failed'; readonly task: OpTask; readonly code: number; readonly message: string }
  | { readonly outcome: 'gone' };

/** Interval between two polls, in ms. */
const POLL_INTERVAL_MS = 400;

const findTask = async (
  client: Client,
  user: string,
  id: string,
  signal?: AbortSignal,
): Promise<OpTask | undefined> => {
  const options = signal === undefined ? {} : { signal };
  // When the box did not return an id, use its newest task.
  for await (const task of each(client, ListTasks, { user, type: 'ALL' }, options))
    if (id === '' || task.tb_id === id) return task;
  return undefined;
};

/** Waits until a task may have changed: the box reports a change, or the poll interval ends. */
const waitForChange = async (client: Client, cursor: string, { signal, timers }: TaskWaitOptions): Promise<string> => {
  const options = signal === undefined ? {} : { signal };
  const changes = await client.exec(WaitChanges, { cursor, wait: cursor === '' ? 0 : 1, folders: [] }, options)();
  if (changes._tag === 'Right' && cursor !== '') return changes.right.cursor;
  await delay(timers ?? globalTimers, POLL_INTERVAL_MS, signal);
  return changes._tag === 'Right' ? changes.right.cursor : '';
};

/**
 * Waits until a task of the box has succeeded or failed; `id` is the answer of `AddTask`.
 *
 * @example
 * ```ts
 * const { id } = await box.send(AddTask, copyTask('ann', '/mnt/usb1/ann/a.mp4', '/mnt/usb1/ann/Films'));
 * const ended = await waitForTask(box, { user: 'ann', id });
 * if (ended.outcome === 'failed') console.log(ended.message);
 * ```
 * @throws BoxFailure when the box does not respond, `Aborted` when the signal is aborted
 */
export const waitForTask = async (
  client: Client,
  { user, id }: { readonly user: string; readonly id: string },
  options: TaskWaitOptions = {},
): Promise<EndedTask> => {
  const { signal, onProgress } = options;
  const retry = createBackoff(options, signal);
  let taskId = id;
  let cursor = '';
  for (;;) {
    if (signal?.aborted === true) throw new BoxFailure({ _tag: 'Aborted' }, 'ListTasks');
    try {
      const task = await findTask(client, user, taskId, signal);
      retry.reset();
      if (task === undefined) return { outcome: 'gone' };
      taskId = task.tb_id;
      onProgress?.(task);
      const state = taskStateOf(task.tb_state);
      if (state === 1) return { outcome: 'done', task };
      if (state === -1) return { outcome: 'failed', task, code: task.tb_code, message: task.tb_msg };
      cursor = await waitForChange(client, cursor, options);
    } catch (failure) {
      const isTransient = failure instanceof BoxFailure && failure.error._tag === 'Network';
      if (!isTransient || !(await retry.wait())) throw failure;
    }
  }
};
