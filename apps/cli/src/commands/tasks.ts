import { setTimeout as delay } from 'node:timers/promises';
import type { BoxClient, OpTask } from '@boxwood/box-sdk';
import { completedOf } from '@boxwood/box-sdk/rules';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { Complaint, EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable, size, table } from '../output.ts';
import { createProgress } from '../progress.ts';
import { say } from '../words/say.ts';
import { taskShape } from '../shapes.ts';
import type { Act, DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';

interface TaskOptions extends DryRun {
  readonly pause?: string;
  readonly resume?: string;
  readonly remove?: string;
}

const POLL_MS = 300;

/** The task with this id; the newest for a box that returned no id. */
const findTask = async (box: BoxClient, user: string, id: string): Promise<OpTask | undefined> => {
  const { list } = await box.tasks.list({ user, count: 500, start: 0, type: 'ALL' });
  return id === '' ? list.toSorted((a, b) => b.tb_ctime - a.tb_ctime)[0] : list.find((task) => task.tb_id === id);
};

/** Polls a task until it ends; throws the message of a failed one, with its source path. */
export const waitForTask = async (box: BoxClient, user: string, id: string, output: Output): Promise<OpTask> => {
  const progress = createProgress(say('Working'), output.json);
  let known = id;
  try {
    for (;;) {
      const task = await findTask(box, user, known);
      if (task === undefined) throw new Complaint(say('The task is gone.'), EXIT.failed);
      known = task.tb_id;
      progress.update(completedOf(task), task.tb_total);
      if (task.tb_state === 1) return task;
      if (task.tb_state < 0) {
        const words = task.tb_msg === '' ? say('The task failed (code {code}).', { code: task.tb_code }) : task.tb_msg;
        throw new Complaint(`${printable(task.tb_source)}: ${words}`, EXIT.refused);
      }
      await delay(POLL_MS);
    }
  } finally {
    progress.end();
  }
};

const STATES: Readonly<Record<number, string>> = {
  0: say('waiting'),
  1: say('done'),
  2: say('working'),
  3: say('paused'),
};

export const addTaskCommands = (program: Command, output: () => Output): void => {
  dryRunnable(program.command('tasks'))
    .description('list what the box works on')
    .option('--pause <id>', 'pause a task')
    .option('--resume <id>', 'resume a task')
    .option('--remove <id>', 'remove a task that does not run')
    .action(async (options: TaskOptions) => {
      const { box, session } = openContext();
      const { user } = session;
      if (options.dryRun === true) {
        const acts: Act[] = [];
        for (const act of ['pause', 'resume', 'remove'] as const) {
          const id = options[act];
          if (id === undefined) continue;
          const task = await findTask(box, user, id);
          if (task === undefined)
            throw new Complaint(say('There is no task "{id}": boxwood tasks lists them', { id }), EXIT.refused);
          acts.push({ act, path: `${task.tb_cmd} ${task.tb_name}` });
        }
        tellPlan(output(), acts);
        return;
      }
      if (options.pause !== undefined) await box.tasks.pause({ user, id: options.pause });
      if (options.resume !== undefined) await box.tasks.resume({ user, id: options.resume });
      if (options.remove !== undefined) await box.tasks.remove({ user, id: options.remove });
      const { list } = await box.tasks.list({ user, count: 100, start: 0, type: 'ALL' });
      output().result(
        list.map(taskShape),
        table(
          list.map((task) => [
            task.tb_id,
            task.tb_cmd,
            STATES[task.tb_state] ?? say('failed'),
            `${task.tb_progress}%`,
            `${size(task.tb_speed)}/s`,
            printable(task.tb_name),
            printable(task.tb_msg),
          ]),
        ),
      );
    });
};
