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
  /** Told the task as it is, again and again. */
  readonly onProgress?: (task: OpTask) => void;
}

/** How a task ended. `gone`: somebody removed it, or the box forgot it. `words` say what went wrong, in the box's own way. */
export type EndedTask =
  | { readonly outcome: 'done'; readonly task: OpTask }
  | { readonly outcome: 'failed'; readonly task: OpTask; readonly code: number; readonly words: string }
  | { readonly outcome: 'gone' };

/** Milliseconds between two looks. */
const LOOK_MS = 400;

const find = async (client: Client, user: string, id: string, signal?: AbortSignal): Promise<OpTask | undefined> => {
  const options = signal === undefined ? {} : { signal };
  // A box that did not say which task it made is asked for its newest.
  for await (const task of each(client, ListTasks, { user, type: 'ALL' }, options))
    if (id === '' || task.tb_id === id) return task;
  return undefined;
};

/** Until a task may have moved on: the box tells, or the time is over. */
const untilChange = async (client: Client, cursor: string, { signal, timers }: WaitOptions): Promise<string> => {
  const options = signal === undefined ? {} : { signal };
  const told = await client.exec(WaitChanges, { cursor, wait: cursor === '' ? 0 : 1, folders: [] }, options)();
  if (told._tag === 'Right' && cursor !== '') return told.right.cursor;
  await pause(timers ?? globalTimers, LOOK_MS, signal);
  return told._tag === 'Right' ? told.right.cursor : '';
};

/**
 * Waits until a task of the box has ended, well or not; `id` is what `AddTask` answered.
 *
 * @example
 * ```ts
 * const { id } = await box.send(AddTask, copyTask('ann', '/mnt/usb1/ann/a.mp4', '/mnt/usb1/ann/Films'));
 * const ended = await waitForTask(box, { user: 'ann', id });
 * if (ended.outcome === 'failed') console.log(ended.words);
 * ```
 * @throws BoxFailure when the box cannot be asked, `Aborted` when the signal was
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
