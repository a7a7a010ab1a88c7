import {
  CountTasks,
  DeleteTask,
  DeleteTasks,
  ListTasks,
  OP_TYPES,
  type OpTask,
  PauseTask,
  ResumeTask,
} from '@boxwood/box-sdk';
import { completedBytesOf } from '@boxwood/box-sdk/rules';
import type { Client } from '@boxwood/command-bus';
import type { BoxTask } from './tasks.ts';
import type { TasksPort } from './port.ts';
import { execute, mapRight } from '../outcome.ts';

type TasksClient = Pick<Client, 'exec'>;

const STATES = [-1, 0, 1, 2, 3] as const;

const taskOf = (task: OpTask): BoxTask => ({
  id: task.tb_id,
  operation: OP_TYPES.find((one) => one === task.tb_cmd) ?? 'unknown',
  fileType: task.tb_type,
  name: task.tb_name,
  total: task.tb_total,
  completed: completedBytesOf(task),
  progress: task.tb_progress,
  speed: task.tb_speed,
  ctime: task.tb_ctime,
  source: task.tb_source,
  target: task.tb_target,
  user: task.tb_user,
  message: task.tb_msg,
  // Any negative number means failed (TASK-04).
  state: STATES.find((state) => state === task.tb_state) ?? -1,
  code: task.tb_code,
});

/** Tasks per request (TASK-13). */
const TASK_PAGE_SIZE = 100;

export const tasksPort = (box: TasksClient, user: string): TasksPort => ({
  list: (state) =>
    execute(box, ListTasks, {
      user,
      count: TASK_PAGE_SIZE,
      start: 0,
      type: 'ALL',
      ...(state === null ? {} : { status: state }),
    }).pipe(mapRight(({ total, list }) => ({ total, tasks: list.map(taskOf) }))),
  countActive: () => execute(box, CountTasks, { user, type: 'ALL' }).pipe(mapRight(({ num }) => num)),
  pause: (id) => execute(box, PauseTask, { user, id }),
  resume: (id) => execute(box, ResumeTask, { user, id }),
  remove: (id) => execute(box, DeleteTask, { user, id }),
  clear: (state) => execute(box, DeleteTasks, { user, status: state }),
});
