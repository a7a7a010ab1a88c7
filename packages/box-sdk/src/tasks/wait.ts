import type { Client } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import { WaitChanges } from '../changes/commands.ts';
import { backOff, pause } from '../connect/patience.ts';
import type { Patience } from '../connect/patience.ts';
import { globalTimers } from '@boxwood/command-bus';
import { each } from '../paging/each.ts';
import { ListTasks } from './commands.ts';
import type { OpTask } from './model.ts';
import { taskStateOf } from './rules.ts';

export interface WaitOptions extends Patience {
  readonly signal?: AbortSignal;
  /** Called with the current task after every change. */
  readonly onProgress?: (task: OpTask) => void;
}

/** How a task ended. `gone`: a user removed it, or the box no longer has it. `message` is the error text of the box. */
export type EndedTask =
  | { readonly outcome: 'done'; readonly task: OpTask }
  | { readonly outcome: 'failed'; readonly task: OpTask; readonly code: number; readonly words: string }
  | { readonly outcome: 'gone' };

/** Interval between two polls, in ms. */
const LOOK_MS = 400;

const find = async (client: Client, user: string, id: string, signal?: AbortSignal): Promise<OpTask | undefined> => {
  const options = signal === undefined ? {} : { signal };
  // When the box did not return an id, use its newest task.
  for await (const task of each(client, ListTasks, { user, type: 'ALL' }, options))
    if (id === '' || task.tb_id === id) return task;
  return undefined;
};

/** Waits until a task may have changed: the box reports a change, or the poll interval ends. */
const untilChange = async (client: Client, cursor: string, { signal, timers }: WaitOptions): Promise<string> => {
  const options = signal === undefined ? {} : { signal };
  const told = await client.exec(WaitChanges, { cursor, wait: cursor === '' ? 0 : 1, folders: [] }, options)();
  if (told._tag === 'Right' && cursor !== '') return told.right.cursor;
  await pause(timers ?? globalTimers, LOOK_MS, signal);
  return told._tag === 'Right' ? told.right.cursor : '';
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
  options: WaitOptions = {},
): Promise<EndedTask> => {
  const { signal, onProgress } = options;
  const patience = backOff(options, signal);
  let known = id;
  let cursor = '';
  for (;;) {
    if (signal?.aborted === true) throw new BoxFailure({ _tag: 'Aborted' }, 'ListTasks');
    try {
      const task = await find(client, user, known, signal);
      patience.again();
      if (task === undefined) return { outcome: 'gone' };
      known = task.tb_id;
      onProgress?.(task);
      const state = taskStateOf(task.tb_state);
      if (state === 1) return { outcome: 'done', task };
      if (state === -1) return { outcome: 'failed', task, code: task.tb_code, words: task.tb_msg };
      cursor = await untilChange(client, cursor, options);
    } catch (failure) {
      const isPassing = failure instanceof BoxFailure && failure.error._tag === 'Network';
      if (!isPassing || !(await patience.wait())) throw failure;
    }
  }
};
