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
import { completedOf } from '@boxwood/box-sdk/rules';
import type { Client } from '@boxwood/command-bus';
import type { BoxTask } from './tasks.ts';
import type { TasksPort } from './port.ts';
import { answer, mapRight } from '../outcome.ts';

type Exec = Pick<Client, 'exec'>;

const STATES = [-1, 0, 1, 2, 3] as const;

const taskOf = (task: OpTask): BoxTask => ({
  id: task.tb_id,
  operation: OP_TYPES.find((one) => one === task.tb_cmd) ?? 'unknown',
  fileType: task.tb_type,
  name: task.tb_name,
  total: task.tb_total,
  completed: completedOf(task),
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
const TASK_PAGE = 100;

export const tasksPort = (box: Exec, user: string): TasksPort => ({
  list: (state) =>
    answer(box, ListTasks, {
      user,
      count: TASK_PAGE,
      start: 0,
      type: 'ALL',
      ...(state === null ? {} : { status: state }),
    }).pipe(mapRight(({ total, list }) => ({ total, tasks: list.map(taskOf) }))),
  countActive: () => answer(box, CountTasks, { user, type: 'ALL' }).pipe(mapRight(({ num }) => num)),
  pause: (id) => answer(box, PauseTask, { user, id }),
  resume: (id) => answer(box, ResumeTask, { user, id }),
  remove: (id) => answer(box, DeleteTask, { user, id }),
  clear: (state) => answer(box, DeleteTasks, { user, status: state }),
});
