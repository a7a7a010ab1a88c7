import { TSK } from '@boxwood/command-bus';
import type { OpType } from '@boxwood/box-sdk';
import type { JobKind } from '../../runtime/job.ts';
import type { Jobs, JobView } from '../../runtime/jobs.ts';
import { type ProtectedArea, type Caller, Refusal, isDiskFullError } from '../../storage/vault/index.ts';
import { toTaskError } from './task-codes.ts';
import type { Task, TaskRequest, TaskState } from './task-model.ts';
import type { Operations } from './operations.ts';
import { statesOf, type TaskInput, taskOf } from './task-job.ts';

const MAX_WAITING_TASKS = 500;
/** More than the number of ended tasks that the box stores. */
const MAX_LISTED = 100;

/** A task with its current state; a running one has live progress. `eta` is in seconds, null while unknown. */
export interface TaskView extends Task {
  readonly speed: number;
  readonly eta: number | null;
}

/** Tasks of one user, filtered by operation and state. */
export interface TaskFilter {
  readonly user: string;
  readonly cmd?: OpType;
  readonly state?: TaskState;
}

const filterOf = ({ user, cmd, state }: TaskFilter) => ({
  owner: user,
  states: state === undefined ? undefined : statesOf(state),
  field: cmd === undefined ? undefined : { name: 'cmd', is: cmd },
});

const viewOf = (job: JobView<TaskInput>): TaskView => ({ ...taskOf(job), speed: job.speed, eta: job.eta });

export interface TasksOptions {
  readonly jobs: Jobs;
  readonly kind: JobKind<TaskInput>;
  readonly operations: Operations;
}

/** The file tasks of the job queue as the API shows them: users see and change only their own. */
export class Tasks {
  readonly #jobs: Jobs;
  readonly #kind: JobKind<TaskInput>;
  readonly #operations: Operations;

  constructor({ jobs, kind, operations }: TasksOptions) {
    this.#jobs = jobs;
    this.#kind = kind;
    this.#operations = operations;
  }

  /** Accepts an operation. @throws Refusal TSK.limit, TSK.noSpace, or the refusal of the operation's check */
  async add(caller: Caller, { cmd, source, target, params, password }: TaskRequest): Promise<string> {
    if (this.count({ user: caller.user, state: 0 }) >= MAX_WAITING_TASKS) throw new Refusal(TSK.limit);
    const { name, type, total } = await this.#operations
      .check(caller, { cmd, source, target, params })
      .catch((failure: unknown) => {
        throw toTaskError(failure);
      });
    const unlockedAreas = (['safe', 'home'] satisfies ProtectedArea[]).filter((area) => caller.isUnlocked(area));
    const input = { cmd, source, target, params, areas: unlockedAreas, name, type };
    try {
      return this.#jobs.begin(this.#kind, { owner: caller.user, input, name, total, secret: password });
    } catch (failure) {
      throw isDiskFullError(failure) ? new Refusal(TSK.noSpace) : failure;
    }
  }

  /** Newest first. */
  list(filter: TaskFilter, start: number, count: number): { readonly total: number; readonly list: TaskView[] } {
    return {
      total: this.count(filter),
      list: this.#jobs.list(this.#kind, filterOf(filter), start, count).map(viewOf),
    };
  }

  get(user: string, id: string): TaskView | undefined {
    const job = this.#jobs.get(this.#kind, id);
    return job?.owner === user ? viewOf(job) : undefined;
  }

  count(filter: TaskFilter): number {
    return this.#jobs.count(this.#kind, filterOf(filter));
  }

  /** Pauses a waiting (0) or running (2) task; it becomes paused (3) (X01). @throws Refusal TSK.notFound, TSK.state */
  async pause(user: string, id: string): Promise<void> {
    this.#requireTask(user, id);
    if (!(await this.#jobs.pause(id))) throw new Refusal(TSK.state);
  }

  /** Resumes a paused task (3); it becomes waiting (0) (X02). @throws Refusal TSK.notFound, TSK.state */
  resume(user: string, id: string): void {
    this.#requireTask(user, id);
    if (!this.#jobs.resume(id)) throw new Refusal(TSK.state);
  }

  /**
   * Cancels a waiting or paused task and removes its partial output, or deletes the record of an ended task (B47).
   * @throws Refusal TSK.notFound, TSK.state
   */
  async remove(user: string, id: string): Promise<void> {
    this.#requireTask(user, id);
    if (!(await this.#jobs.remove(id))) throw new Refusal(TSK.state);
  }

  /**
   * Deletes the given tasks, or all failed (-1) or finished (1) ones, as far as possible. Returns the number of deleted
   * tasks (B48).
   */
  async removeMany(user: string, idsOrState: readonly string[] | -1 | 1): Promise<number> {
    const ids =
      typeof idsOrState === 'number'
        ? this.list({ user, state: idsOrState }, 0, MAX_LISTED).list.map((task) => task.id)
        : idsOrState;
    let removed = 0;
    for (const id of ids)
      try {
        await this.remove(user, id);
        removed += 1;
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
      }
    return removed;
  }

  /** Journal operations that an unfinished task undoes or redoes. */
  operationsBeingUndone(): ReadonlySet<number> {
    return new Set(this.#jobs.unfinished(this.#kind).flatMap(({ input }) => input.params.turn?.operation ?? []));
  }

  /** Resolves when a task is neither waiting nor processing. For scripts and tests. */
  async whenSettled(user: string, id: string): Promise<TaskView | undefined> {
    await this.#jobs.settled(this.#kind, id);
    return this.get(user, id);
  }

  #requireTask(user: string, id: string): void {
    if (this.get(user, id) === undefined) throw new Refusal(TSK.notFound);
  }
}
