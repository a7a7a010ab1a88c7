import { OpType } from '@boxwood/box-sdk';
import { diskText, int, list, oneOf, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { typeOfName } from '../files/file-type.ts';
import { defineJob, type Job, type JobKind, type JobState } from '../../runtime/job.ts';
import type { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import { defineMigration } from '../../store/migrations.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { endingOf, isExpected } from './task-codes.ts';
import type { Task, TaskState } from './task-model.ts';
import type { Operations } from './operations.ts';

/** Before jobs existed, tasks had their own table. Unfinished ones continue as jobs. */
export const taskMigrations = [
  defineMigration(
    'tasks',
    1,
    `create table tasks (
       seq integer primary key autoincrement,
       id text not null unique,
       user text not null,
       cmd text not null,
       source text not null,
       target text not null,
       params text not null,
       areas text not null,
       name text not null,
       type integer not null,
       created integer not null,
       state integer not null,
       code integer not null,
       message text not null,
       total integer not null,
       done integer not null,
       boot text not null,
       ended integer not null default 0
     ) strict;
     create index tasks_user on tasks(user, state, seq);`,
  ),
  defineMigration(
    'tasks',
    2,
    `insert into jobs (id, kind, owner, lane, input, name, created, state, code, message, total, done, boot, ended)
       select id, 'files', user, case cmd when 'DOWN' then 'downloads/' else 'files/' end || user,
         json_object('cmd', cmd, 'source', source, 'target', target, 'params', json(params), 'areas', json(areas),
           'name', name, 'type', type),
         name, created,
         case when state = 3 and code = 4 then 'ending' else
           case state when 0 then 'waiting' when 1 then 'done' when 2 then 'running' when 3 then 'paused' else 'failed' end end,
         case when state in (2, -1) then code else 0 end, message, total, done, boot, ended
       from tasks order by seq;
     drop table tasks;`,
  ),
];

const TaskInput = struct({
  cmd: OpType,
  source: diskText,
  target: diskText,
  params: struct(
    {},
    {
      conflict: oneOf([1, 2, 3]),
      names: list(diskText),
      turn: struct({
        operation: int,
        direction: oneOf(['undo', 'redo']),
        moves: list(struct({ from: diskText, to: diskText })),
      }),
    },
  ),
  areas: list(oneOf(['safe', 'home'])),
  /** Name and file type of the item, as far as known when the task is accepted. */
  name: diskText,
  type: int,
});
export type TaskInput = TypeOf<typeof TaskInput>;

/** Maps job states to wire states (TASK-04 to TASK-08). */
const STATES: Readonly<Record<JobState, TaskState>> = {
  waiting: 0,
  running: 2,
  paused: 3,
  ending: 3,
  done: 1,
  failed: -1,
};

function codeOf({ state, code }: Job<TaskInput>): number {
  switch (state) {
    case 'waiting':
    case 'paused':
      return OPS.queued;
    case 'running':
      return code === 0 ? OPS.preparing : code;
    case 'ending':
      return OPS.cleaning;
    case 'done':
      return OPS.done;
    case 'failed':
      return code;
  }
}

/** Job states that map to a task state. */
export const statesOf = (state: TaskState): readonly JobState[] =>
  (Object.keys(STATES) as JobState[]).filter((each) => STATES[each] === state);

export const taskOf = (job: Job<TaskInput>): Task => {
  const { cmd, source, target, params, areas, name, type } = job.input;
  return {
    id: job.id,
    user: job.owner ?? '',
    cmd,
    source,
    target,
    params,
    areas,
    // A download learns its name and type while it runs.
    name: job.name,
    type: job.name === name ? type : typeOfName(job.name),
    created: job.created,
    state: STATES[job.state],
    code: codeOf(job),
    message: job.message,
    total: job.total,
    done: job.done,
    boot: job.boot,
  };
};

/**
 * Maximum number of file operations per user at once, and the same number of downloads, which wait for remote servers
 * (G-22).
 */
const MAX_PARALLEL_PER_USER = 2;
/** Number of ended tasks stored per user (G-63). */
const MAX_STORED_TASKS = 50;

export interface TaskJobOptions {
  readonly operations: Operations;
  readonly room: Pick<FreeSpaceTracker, 'availableBytes' | 'reserve' | 'release'>;
}

/**
 * The kind of job for background file changes. A stopped task keeps its staged files, hidden on the target's volume,
 * until it resumes or is deleted; its progress is derived from them.
 */
export const taskJob = ({ operations, room }: TaskJobOptions): JobKind<TaskInput> =>
  defineJob({
    kind: 'files',
    input: TaskInput,
    area: 'tasks',
    restart: 'resume',
    keep: MAX_STORED_TASKS,
    slot: ({ cmd }) => ({
      resource: cmd === 'DOWN' ? 'downloads' : 'files',
      atOnce: MAX_PARALLEL_PER_USER,
      each: 'owner',
    }),
    endingOf: (failure) => ({ ...endingOf(failure), isFault: !isExpected(failure) }),
    clean: (job) => operations.clean(taskOf(job)),
    sweep: (isKnown) => operations.sweep(isKnown),
    findRevocation: (job) => operations.findRevocation(taskOf(job)),
    run: async ({ job, progress, signal, isTrusted, secret, setStage, setName }) => {
      const task = taskOf(job);
      /** Key of its space reservation. */
      const reservationKey = `task ${task.id}`;
      try {
        await operations.run({
          task,
          progress: progress,
          signal,
          isTrusted,
          password: secret,
          setName,
          caller: callerFor(task.user, task.areas),
          reserveSpace: async (folder, need) => {
            if (!(await room.reserve(reservationKey, folder, need))) throw new OperationFailed(OPS.noSpace, 'no space');
          },
          availableBytes: (folder) => room.availableBytes(folder, reservationKey),
          reportWorking: () => setStage(OPS.working),
        });
      } finally {
        room.release(reservationKey);
      }
    },
  });
