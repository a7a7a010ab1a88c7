import { randomBytes } from 'node:crypto';
import { TSK } from '@boxwood/command-bus';
import type { Clock } from '../clock.ts';
import { Gauge, Stopped } from '../copy/gauge.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';
import { typeOfName } from '../files/file-type.ts';
import type { Room } from '../space/room.ts';
import { type Area, type Caller, callerFor, Refusal, saysFull } from '../vault/index.ts';
import { endingOf, inTaskCodes, isForeseen } from './codes.ts';
import type { Run } from './operation.ts';
import type { Operations } from './operations.ts';
import type { Task, TaskRequest, TaskState } from './model.ts';
import { Meter } from './meter.ts';
import { type Lane, laneOf, type TaskFilter, type TaskTable } from './task-table.ts';

/** Operations of one user that run at once in each lane; the others wait (G-22). */
const AT_ONCE = 2;
const MAX_WAITING = 500;
/** Finished records kept for each user (G-63). */
const RECENT = 50;
/** How often progress goes to the database while something runs, in milliseconds. */
const SAVE_MS = 1000;

/** A task as it is now, running ones with live figures. `eta` is in seconds, null while unknown. */
export interface TaskView extends Task {
  readonly speed: number;
  readonly eta: number | null;
}

interface Running {
  readonly task: Task;
  readonly abort: AbortController;
  readonly gauge: Gauge;
  readonly meter: Meter;
  readonly over: Promise<unknown>;
  code: number;
}

export interface TasksOptions {
  readonly table: TaskTable;
  readonly operations: Operations;
  readonly clock: Clock;
  readonly room: Pick<Room, 'left' | 'take' | 'release'>;
  /** Identifies the running boot of the machine. */
  readonly boot: string;
  /** Told about failures nobody foresaw. */
  readonly onFault?: (fault: unknown, task: Task) => void;
}

/**
 * The task queue: every user has two operations running and the rest waiting, all in the database, so that a killed box goes on where it
 * was. A task is paused by stopping it between two slices; what it staged stays hidden on the target's volume until it goes on or is deleted.
 */
export class Tasks {
  readonly #table: TaskTable;
  readonly #operations: Operations;
  readonly #clock: Clock;
  readonly #room: TasksOptions['room'];
  readonly #boot: string;
  readonly #onFault: (fault: unknown, task: Task) => void;
  readonly #running = new Map<string, Running>();
  readonly #passwords = new Map<string, string>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #closed = false;

  constructor({ table, operations, clock, room, boot, onFault = () => undefined }: TasksOptions) {
    this.#table = table;
    this.#room = room;
    this.#operations = operations;
    this.#clock = clock;
    this.#boot = boot;
    this.#onFault = onFault;
  }

  /** Accepts an operation. @throws Refusal with a TSK code, 5 or 13 */
  async add(caller: Caller, request: TaskRequest): Promise<string> {
    if (this.#table.count({ user: caller.user, state: 0 }) >= MAX_WAITING) throw new Refusal(TSK.limit);
    const item = await this.#operations.check(caller, request).catch((failure: unknown) => {
      throw inTaskCodes(failure);
    });
    const areas = (['safe', 'home'] satisfies Area[]).filter((area) => caller.isUnlocked(area));
    const id = randomBytes(12).toString('hex');
    if (request.password !== undefined) this.#passwords.set(id, request.password);
    const { cmd, source, target, params } = request;
    const created = Math.floor(this.#clock.now() / 1000);
    const start = { state: 0, code: OPS.queued, message: '', done: 0, boot: '' } as const;
    try {
      this.#table.add({ ...item, ...start, id, user: caller.user, cmd, source, target, params, areas, created });
    } catch (failure) {
      this.#passwords.delete(id);
      throw saysFull(failure) ? new Refusal(TSK.noSpace) : failure;
    }
    this.#schedule(caller.user);
    return id;
  }

  /** Writes down what the disk did not take before. Call it now and then. */
  settle(): void {
    this.#table.settle();
  }

  /** Newest first. */
  list(filter: TaskFilter, start: number, count: number): { readonly total: number; readonly list: TaskView[] } {
    return {
      total: this.#table.count(filter),
      list: this.#table.list(filter, start, count).map((task) => this.#view(task)),
    };
  }

  get(user: string, id: string): TaskView | undefined {
    const task = this.#table.get(user, id);
    return task === undefined ? undefined : this.#view(task);
  }

  count(filter: TaskFilter): number {
    return this.#table.count(filter);
  }

  /** State 0 or 2 becomes 3 (X01). @throws Refusal TSK 5, 6 */
  async pause(user: string, id: string): Promise<void> {
    const task = this.#find(user, id);
    if (task.state !== 0 && task.state !== 2) throw new Refusal(TSK.state);
    const running = this.#running.get(id);
    if (running === undefined) this.#table.set(id, 3, OPS.queued, '', 0);
    else {
      running.abort.abort('pause');
      await running.over;
      // It may have reached its end before it saw the signal.
      if (this.#find(user, id).state !== 3) throw new Refusal(TSK.state);
    }
  }

  /** State 3 becomes 0 (X02). @throws Refusal TSK 5, 6 */
  resume(user: string, id: string): void {
    const task = this.#find(user, id);
    if (task.state !== 3 || task.code === OPS.cleaning) throw new Refusal(TSK.state);
    this.#table.set(id, 0, OPS.queued, '', 0);
    this.#schedule(user);
  }

  /** Cancels a waiting or paused task, removing its partial output, or deletes a finished record (B47). @throws Refusal TSK 5, 6 */
  async remove(user: string, id: string): Promise<void> {
    const task = this.#find(user, id);
    if (task.state === 2) throw new Refusal(TSK.state);
    if (task.state === 3 || task.state === 0) {
      this.#table.set(id, 3, OPS.cleaning, '', 0);
      await this.#operations.clean(task);
    }
    this.#passwords.delete(id);
    this.#table.remove(id);
  }

  /** Deletes what can be deleted of many; returns how many are gone (B48). */
  async removeMany(user: string, which: readonly string[] | -1 | 1): Promise<number> {
    const ids =
      typeof which === 'number'
        ? this.#table.list({ user, state: which }, 0, RECENT * 2).map((task) => task.id)
        : which;
    let gone = 0;
    for (const id of ids)
      try {
        await this.remove(user, id);
        gone += 1;
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
      }
    return gone;
  }

  /** Rights have ended: what runs by one of them is stopped, and fails as it would have failed at its beginning. */
  recheck(): void {
    for (const { task, abort } of this.#running.values()) {
      const lost = this.#operations.lostRight(task);
      if (lost !== null) abort.abort(lost);
    }
  }

  /** Somebody is no user any more: what runs is stopped, what waits is forgotten, and nothing half done is left. */
  async endAll(user: string): Promise<void> {
    const end = async ({ id, state }: Task): Promise<void> => {
      try {
        if (state === 2) await this.pause(user, id);
        await this.remove(user, id);
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure; // it came to its end meanwhile
      }
    };
    // All at once, and what waits first, so that none of it takes the place of what is stopped.
    const own = this.#table.unfinished().filter((task) => task.user === user);
    await Promise.all(own.toSorted((a, b) => Number(a.state === 2) - Number(b.state === 2)).map(end));
  }

  /** Goes on with what a stopped or killed box left. Call it once, after recovery of vault, bins and journal. */
  async start(): Promise<void> {
    const tasks = this.#table.unfinished();
    await this.#operations.sweep((id) => this.#table.has(id));
    for (const task of tasks) {
      if (task.code === OPS.cleaning) await this.remove(task.user, task.id);
      else if (task.state === 2) this.#table.set(task.id, 0, OPS.queued, '', 0);
    }
    for (const user of new Set(tasks.map((task) => task.user))) this.#schedule(user);
  }

  /** Stops everything that runs; it goes on at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#running.values()) running.abort.abort('shutdown');
    await Promise.all([...this.#running.values()].map((running) => running.over));
    this.#tick();
  }

  /** Operations of the journal that a waiting, running or paused task is undoing or repeating. */
  turning(): ReadonlySet<number> {
    return new Set(this.#table.unfinished().flatMap((task) => task.params.turn?.operation ?? []));
  }

  /** Resolves when a task is neither waiting nor processing any more. For undo, scripts and tests. */
  async settled(user: string, id: string): Promise<TaskView | undefined> {
    for (;;) {
      const running = this.#running.get(id);
      if (running !== undefined) await running.over;
      const task = this.get(user, id);
      if (task === undefined || (task.state !== 0 && task.state !== 2) || this.#closed) return task;
      if (!this.#running.has(id)) await Promise.race([...this.#running.values()].map((each) => each.over));
    }
  }

  #find(user: string, id: string): Task {
    const task = this.#table.get(user, id);
    if (task === undefined) throw new Refusal(TSK.notFound);
    return task;
  }

  #schedule(user: string): void {
    for (const lane of ['files', 'downloads'] satisfies Lane[])
      while (!this.#closed) {
        const mine = [...this.#running.values()].filter(
          ({ task }) => task.user === user && laneOf(task.cmd) === lane,
        ).length;
        const next = mine < AT_ONCE ? this.#table.nextWaiting(user, lane) : undefined;
        if (next === undefined) break;
        this.#launch(next);
      }
  }

  #launch(task: Task): void {
    const gauge = new Gauge();
    gauge.expect(task.total);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = {
      task,
      abort: new AbortController(),
      gauge,
      meter: new Meter(this.#clock, gauge),
      over: promise,
      code: OPS.preparing,
    };
    this.#running.set(task.id, running);
    this.#table.set(task.id, 2, OPS.preparing, '', 0);
    this.#tick();
    this.#run(running)
      .finally(() => {
        this.#running.delete(task.id);
        this.#room.release(roomOf(task));
        this.#tick();
        resolve(undefined);
        this.#schedule(task.user);
      })
      .catch((fault: unknown) => this.#onFault(fault, task));
  }

  async #run(running: Running): Promise<void> {
    const { task, gauge, abort } = running;
    const trusted = task.boot === '' || task.boot === this.#boot;
    this.#table.boot(task.id, this.#boot);
    const run: Run = {
      ...{ task, gauge, trusted, signal: abort.signal, password: this.#passwords.get(task.id) },
      caller: callerFor(task.user, task.areas),
      claim: async (folder, need) => {
        if (!(await this.#room.take(roomOf(task), folder, need))) throw new OperationFailed(OPS.noSpace, 'no space');
      },
      room: (folder) => this.#room.left(folder, roomOf(task)),
      working: () => {
        running.code = OPS.working;
        this.#table.set(task.id, 2, OPS.working, '', 0);
      },
      named: (name) => {
        this.#table.rename(task.id, name, typeOfName(name));
      },
    };
    const end = (state: TaskState, code: number, message: string): void => {
      this.#table.progress(task.id, gauge.total, state === 1 ? gauge.total : gauge.done);
      this.#table.set(task.id, state, code, message, this.#clock.now());
      if (state !== 3) this.#passwords.delete(task.id);
      this.#table.prune(task.user, RECENT);
    };
    try {
      await this.#operations.run(run);
    } catch (thrown) {
      const reason: unknown = abort.signal.reason;
      const failure = thrown instanceof Stopped && reason instanceof Refusal ? reason : thrown;
      if (failure instanceof Stopped) {
        // A shutdown leaves the row as it is: the next start sees a task in the middle of its work.
        if (reason === 'pause') end(3, OPS.queued, '');
        return;
      }
      if (!isForeseen(failure)) this.#onFault(failure, task);
      await this.#operations.clean(task).catch((fault: unknown) => {
        if (!isForeseen(fault)) this.#onFault(fault, task);
      });
      const { code, message } = endingOf(failure);
      end(-1, code, message);
      return;
    }
    end(1, OPS.done, '');
  }

  #view(task: Task): TaskView {
    const running = this.#running.get(task.id);
    if (running === undefined) return { ...task, speed: 0, eta: null };
    const { gauge, meter } = running;
    return {
      ...task,
      code: running.code,
      total: gauge.total,
      // Nobody knows the length of some downloads.
      done: gauge.total === 0 ? gauge.done : Math.min(gauge.done, gauge.total),
      speed: meter.speed,
      eta: meter.eta,
    };
  }

  /** One timer while anything runs: samples speed and saves progress. */
  #tick(): void {
    if (this.#running.size === 0 || this.#closed) {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
    } else {
      // eslint-disable-next-line no-restricted-syntax -- looks at what runs, while something runs
      this.#timer ??= setInterval(() => {
        for (const { task, gauge, meter } of this.#running.values()) {
          meter.sample();
          this.#table.progress(task.id, gauge.total, gauge.done);
        }
      }, SAVE_MS).unref();
    }
  }
}

/** What a task's room is promised under. */
const roomOf = ({ id }: Task): string => `task ${id}`;
