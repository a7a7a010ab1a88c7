import { setTimeout as delay } from 'node:timers/promises';
import type { BoxClient, OpTask } from '@boxwood/box-sdk';
import { completedBytesOf } from '@boxwood/box-sdk/rules';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatSize, formatTable } from '../cli-output.ts';
import { createProgressBar } from '../progress-bar.ts';
import { translate } from '../messages/translate.ts';
import { taskShape } from '../json-shapes.ts';
import type { PlannedAction, DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';

interface TaskOptions extends DryRun {
  readonly pause?: string;
  readonly resume?: string;
  readonly remove?: string;
}

const POLL_INTERVAL_MS = 300;

/** The task with this id; the newest for a box that returned no id. */
const findTask = async (box: BoxClient, user: string, id: string): Promise<OpTask | undefined> => {
  const { list } = await box.tasks.list({ user, count: 500, start: 0, type: 'ALL' });
  return id === '' ? list.toSorted((a, b) => b.tb_ctime - a.tb_ctime)[0] : list.find((task) => task.tb_id === id);
};

/** Polls a task until it ends; throws the message of a failed one, with its source path. */
export const waitForTask = async (box: BoxClient, user: string, id: string, output: Output): Promise<OpTask> => {
  const progress = createProgressBar(translate('Working'), output.json);
  let known = id;
  try {
    for (;;) {
      const task = await findTask(box, user, known);
      if (task === undefined) throw new CliError(translate('The task no longer exists.'), EXIT.failed);
      known = task.tb_id;
      progress.update(completedBytesOf(task), task.tb_total);
      if (task.tb_state === 1) return task;
      if (task.tb_state < 0) {
        const message =
          task.tb_msg === '' ? translate('The task failed (code {code}).', { code: task.tb_code }) : task.tb_msg;
        throw new CliError(`${printable(task.tb_source)}: ${message}`, EXIT.refused);
      }
      await delay(POLL_INTERVAL_MS);
    }
  } finally {
    progress.end();
  }
};

const STATE_LABELS: Readonly<Record<number, string>> = {
  0: translate('waiting'),
  1: translate('done'),
  2: translate('working'),
  3: translate('paused'),
};

export const addTaskCommands = (program: Command, output: () => Output): void => {
  withDryRun(program.command('tasks'))
    .description('list the tasks of the box')
    .option('--pause <id>', 'pause a task')
    .option('--resume <id>', 'resume a task')
    .option('--remove <id>', 'remove a task that is not running')
    .action(async (options: TaskOptions) => {
      const { box, session } = openContext();
      const { user } = session;
      if (options.dryRun === true) {
        const actions: PlannedAction[] = [];
        for (const act of ['pause', 'resume', 'remove'] as const) {
          const id = options[act];
          if (id === undefined) continue;
          const task = await findTask(box, user, id);
          if (task === undefined)
            throw new CliError(translate('There is no task "{id}"; "boxwood tasks" lists them', { id }), EXIT.refused);
          actions.push({ act, path: `${task.tb_cmd} ${task.tb_name}` });
        }
        reportPlan(output(), actions);
        return;
      }
      if (options.pause !== undefined) await box.tasks.pause({ user, id: options.pause });
      if (options.resume !== undefined) await box.tasks.resume({ user, id: options.resume });
      if (options.remove !== undefined) await box.tasks.remove({ user, id: options.remove });
      const { list } = await box.tasks.list({ user, count: 100, start: 0, type: 'ALL' });
      output().result(
        list.map(taskShape),
        formatTable(
          list.map((task) => [
            task.tb_id,
            task.tb_cmd,
            STATE_LABELS[task.tb_state] ?? translate('failed'),
            `${task.tb_progress}%`,
            `${formatSize(task.tb_speed)}/s`,
            printable(task.tb_name),
            printable(task.tb_msg),
          ]),
        ),
      );
    });
};
