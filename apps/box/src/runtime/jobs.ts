import { randomBytes } from 'node:crypto';
import type { ChangeArea } from '@boxwood/box-sdk';
import type { Clock } from '../platform/clock.ts';
import { Progress, StoppedError } from './progress.ts';
import type { AnyJobKind, Job, JobFailure, JobKind, JobRow, JobState, OpenJob } from './job.ts';
import type { JobFilter, JobTable } from './job-table.ts';
import { RateEstimator } from './rate-estimator.ts';

/** Interval for saving progress to the database while a job runs, in ms. */
const PROGRESS_SAVE_INTERVAL_MS = 1000;

/** A job with its current state; a running one has live progress. */
export interface JobView<Input> extends Job<Input> {
  /** Units of its kind per second. */
  readonly speed: number;
  /** Seconds, null while unknown. */
  readonly eta: number | null;
}

/** Parameters of a new job. */
export interface NewJob<Input> {
  /** User who owns the job; null for a job of the box itself. */
  readonly owner: string | null;
  readonly input: Input;
  /** Name of its subject as shown to the user. */
  readonly name: string;
  /** Total amount, if known already. */
  readonly total?: number;
  /** Kept in memory only: after a restart the job runs without it. */
  readonly secret?: string | undefined;
}

/** Why a running job is stopped. `lost`: its access was revoked, with the failure it ends with. */
type JobHalt = { readonly why: 'pause' | 'shutdown' } | { readonly why: 'lost'; readonly failure: unknown };

interface ActiveJob {
  readonly row: JobRow;
  readonly kind: AnyJobKind;
  readonly job: OpenJob;
  readonly abort: AbortController;
  readonly progress: Progress;
  readonly rate: RateEstimator;
  readonly finished: Promise<unknown>;
  halt: JobHalt | null;
  code: number;
}

export interface JobsOptions {
  readonly table: JobTable;
  readonly clock: Clock;
  /** Boot id of the machine. */
  readonly boot: string;
  /** Called for unexpected failures, with their location. */
  readonly onFault: (fault: unknown, where: string) => void;
  /** Called when a job is added, removed, renamed or changes state; owner '' is the box. */
  readonly onChange?: (area: ChangeArea, owner: string) => void;
}

/**
 * The box's queue for long-running jobs of users and of the box itself. A job waits for a slot, reports progress, can
 * be paused and cancelled, and is stored in the database, so that it continues after a crash. Kinds are defined in
 * `runtime/job.ts`.
 */
export class Jobs {
  readonly #table: JobTable;
  readonly #clock: Clock;
  readonly #boot: string;
  readonly #onFault: JobsOptions['onFault'];
  readonly #onChange: NonNullable<JobsOptions['onChange']>;
  readonly #kinds = new Map<string, AnyJobKind>();
  readonly #running = new Map<string, ActiveJob>();
  readonly #secrets = new Map<string, string>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #closed = false;

  constructor({ table, clock, boot, onFault, onChange = () => undefined }: JobsOptions) {
    this.#table = table;
    this.#clock = clock;
    this.#boot = boot;
    this.#onFault = onFault;
    this.#onChange = onChange;
  }

  /** Registers kinds. A job added before its kind is registered waits for {@link start}. */
  register(kinds: readonly AnyJobKind[]): void {
    for (const kind of kinds) {
      if (this.#kinds.has(kind.kind)) throw new Error(`two job kinds are named ${kind.kind}`);
      this.#kinds.set(kind.kind, kind);
    }
  }

  /**
   * Adds a job. It is durable when this returns.
   * @returns its id
   * @throws what the database throws, including a full disk
   */
  begin<Input>(kind: JobKind<Input>, { owner, input, name, total = 0, secret }: NewJob<Input>): string {
    const id = randomBytes(12).toString('hex');
    const created = Math.floor(this.#clock.now() / 1000);
    const fresh = { point: null, state: 'waiting', code: 0, message: '', done: 0, boot: '' } as const;
    const row: JobRow = { ...kind.write(owner, input), ...fresh, id, name, created, total };
    this.#table.add(row);
    if (secret !== undefined) this.#secrets.set(id, secret);
    this.#notifyChange(row);
    this.#schedule(row.lane);
    return id;
  }

  /** Undefined if there is no job with this kind and id. */
  get<Input>(kind: JobKind<Input>, id: string): JobView<Input> | undefined {
    const row = this.#table.get(id);
    return row?.kind === kind.kind ? (this.#view(kind, row) ?? undefined) : undefined;
  }

  /** Newest first. */
  list<Input>(kind: JobKind<Input>, filter: Omit<JobFilter, 'kind'>, start: number, count: number): JobView<Input>[] {
    return this.#table.list({ ...filter, kind: kind.kind }, start, count).flatMap((row) => this.#view(kind, row) ?? []);
  }

  count(kind: AnyJobKind, filter: Omit<JobFilter, 'kind'>): number {
    return this.#table.count({ ...filter, kind: kind.kind });
  }

  /** Jobs of a kind that have not ended, oldest first. */
  unfinished<Input>(kind: JobKind<Input>): Job<Input>[] {
    return this.#table.unfinished().flatMap((row) => (row.kind === kind.kind ? (kind.read(row) ?? []) : []));
  }

  /** Pauses a waiting or running job. @returns false if it does neither, or ended before it noticed the signal */
  async pause(id: string): Promise<boolean> {
    const row = this.#table.get(id);
    if (row?.state !== 'waiting' && row?.state !== 'running') return false;
    const running = this.#running.get(id);
    if (running === undefined) this.#set(row, 'paused');
    else {
      this.#halt(running, { why: 'pause' });
      await running.finished;
    }
    return this.#table.get(id)?.state === 'paused';
  }

  /** @returns false if the job is not paused */
  resume(id: string): boolean {
    const row = this.#table.get(id);
    if (row?.state !== 'paused') return false;
    this.#set(row, 'waiting');
    this.#schedule(row.lane);
    return true;
  }

  /**
   * Cancels a waiting or paused job and removes its partial results, or deletes an ended one. @returns false while it
   * runs, or if it does not exist
   */
  async remove(id: string): Promise<boolean> {
    const row = this.#table.get(id);
    if (row === undefined || row.state === 'running') return false;
    if (row.state === 'waiting' || row.state === 'paused' || row.state === 'ending') {
      this.#set(row, 'ending');
      await this.#open(row)?.job.clean();
    }
    this.#secrets.delete(id);
    this.#table.remove(id);
    this.#notifyChange(row);
    return true;
  }

  /**
   * Rights were revoked: stops running jobs that may not continue. They fail with the error they would have failed with
   * at the start.
   */
  recheck(): void {
    for (const running of this.#running.values()) {
      const failure = running.job.findRevocation();
      if (failure !== null) this.#halt(running, { why: 'lost', failure });
    }
  }

  /** The user was deleted: stops their running jobs, deletes waiting ones, and removes partial results. */
  async endAll(owner: string): Promise<void> {
    const end = async ({ id, state }: JobRow): Promise<void> => {
      if (state === 'running' && !(await this.pause(id))) return; // the job ended meanwhile
      await this.remove(id);
    };
    // All at once, waiting jobs first, so that none of them starts in place of a stopped one.
    const own = this.#table.unfinished().filter((row) => row.owner === owner);
    await Promise.all(own.toSorted((a, b) => Number(a.state === 'running') - Number(b.state === 'running')).map(end));
  }

  /**
   * Continues the jobs of a stopped or killed box. Call once, after all kinds are registered and their services are
   * ready.
   */
  async start(): Promise<void> {
    for (const { sweep } of this.#kinds.values()) await sweep((id) => this.#table.has(id));
    const lanes = new Set<string>();
    for (const row of this.#table.unfinished()) {
      lanes.add(row.lane);
      const opened = this.#open(row);
      if (opened === null) {
        this.#onFault(new Error(`a job of the kind ${row.kind} cannot be decoded and is discarded`), 'jobs');
        this.#table.remove(row.id);
      } else if (row.state === 'ending') await this.remove(row.id);
      else if (row.state === 'running') await this.#recover(row, opened.kind, opened.job);
    }
    for (const lane of lanes) this.#schedule(lane);
  }

  /** Stops everything that runs; it continues at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#running.values()) this.#halt(running, { why: 'shutdown' });
    await Promise.all([...this.#running.values()].map((running) => running.finished));
    this.#updateTimer();
  }

  /** Writes changes that failed earlier. Called periodically. */
  flush(): void {
    this.#table.flush();
  }

  /** Resolves when a job neither waits nor runs, or when the box stops. */
  async settled<Input>(kind: JobKind<Input>, id: string): Promise<JobView<Input> | undefined> {
    for (;;) {
      const running = this.#running.get(id);
      if (running !== undefined) await running.finished;
      const job = this.get(kind, id);
      if (job === undefined || (job.state !== 'waiting' && job.state !== 'running') || this.#closed) return job;
      if (!this.#running.has(id)) await Promise.race([...this.#running.values()].map((each) => each.finished));
    }
  }

  /** Handles a job that was running when the box stopped. */
  async #recover(row: JobRow, kind: AnyJobKind, job: OpenJob): Promise<void> {
    if (kind.restart === 'resume' || kind.restart === 'again') this.#set(row, 'waiting');
    else await this.#fail(row, kind, job, kind.restart);
  }

  #open(row: JobRow): { readonly kind: AnyJobKind; readonly job: OpenJob } | null {
    const kind = this.#kinds.get(row.kind);
    const job = kind?.open(row) ?? null;
    return kind === undefined || job === null ? null : { kind, job };
  }

  #halt(running: ActiveJob, halt: JobHalt): void {
    running.halt ??= halt;
    running.abort.abort();
  }

  #schedule(lane: string): void {
    while (!this.#closed) {
      const row = this.#table.nextWaiting(lane);
      const opened = row === undefined ? null : this.#open(row);
      const runningInLane = [...this.#running.values()].filter((running) => running.row.lane === lane).length;
      if (row === undefined || opened === null || runningInLane >= opened.job.atOnce) break;
      this.#launch(row, opened.kind, opened.job);
    }
  }

  #launch(row: JobRow, kind: AnyJobKind, job: OpenJob): void {
    const progress = new Progress();
    progress.setTotal(row.total);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running: ActiveJob = {
      row,
      kind,
      job,
      progress,
      rate: new RateEstimator(this.#clock, progress),
      abort: new AbortController(),
      finished: promise,
      halt: null,
      code: 0,
    };
    this.#running.set(row.id, running);
    this.#set(row, 'running');
    this.#updateTimer();
    this.#run(running)
      .finally(() => {
        this.#running.delete(row.id);
        this.#updateTimer();
        resolve(undefined);
        this.#schedule(row.lane);
      })
      .catch((fault: unknown) => this.#fault(fault, row));
  }

  async #run(running: ActiveJob): Promise<void> {
    const { row, kind, job, progress, abort } = running;
    const { id } = row;
    this.#table.boot(id, this.#boot);
    const end = (state: JobState): void => {
      this.#table.progress(id, progress.total, state === 'done' ? progress.total : progress.done);
      this.#ended(row, kind, state, { code: 0, message: '' });
    };
    try {
      await job.run({
        signal: abort.signal,
        progress: progress,
        secret: this.#secrets.get(id),
        isTrusted: row.boot === '' || row.boot === this.#boot,
        setStage: (code) => {
          running.code = code;
          this.#table.set(id, 'running', code, '', 0);
        },
        setName: (name) => {
          this.#table.rename(id, name);
          this.#notifyChange(row);
        },
        keep: (point) => this.#table.point(id, point),
      });
    } catch (thrown) {
      const { halt } = running;
      const hasStopped = thrown instanceof StoppedError || (halt !== null && isAbort(thrown));
      if (hasStopped && halt?.why !== 'lost') {
        // A shutdown leaves the row unchanged: the next start finds a running job.
        if (halt?.why === 'pause') end('paused');
        return;
      }
      this.#table.progress(id, progress.total, progress.done);
      const failure: unknown = hasStopped && halt?.why === 'lost' ? halt.failure : thrown;
      const { isFault, ...ending } = kind.endingOf(failure);
      if (isFault) this.#fault(failure, row);
      await this.#fail(row, kind, job, ending);
      return;
    }
    end('done');
  }

  /** Fails a job and removes its partial results. */
  async #fail(row: JobRow, kind: AnyJobKind, job: OpenJob, ending: JobFailure): Promise<void> {
    await job.clean().catch((fault: unknown) => {
      if (kind.endingOf(fault).isFault) this.#fault(fault, row);
    });
    this.#ended(row, kind, 'failed', ending);
  }

  #ended(row: JobRow, kind: AnyJobKind, state: JobState, { code, message }: JobFailure): void {
    this.#table.set(row.id, state, code, message, this.#clock.now());
    if (state !== 'paused') this.#secrets.delete(row.id);
    this.#table.prune(row.kind, row.owner, kind.keep);
    this.#notifyChange(row);
  }

  /** Sets the state of a job that has not ended. */
  #set(row: JobRow, state: JobState): void {
    this.#table.set(row.id, state, 0, '', 0);
    this.#notifyChange(row);
  }

  #notifyChange({ kind, owner }: JobRow): void {
    const area = this.#kinds.get(kind)?.area ?? null;
    if (area !== null) this.#onChange(area, owner ?? '');
  }

  #fault(fault: unknown, { kind }: JobRow): void {
    this.#onFault(fault, `job ${kind}`);
  }

  #view<Input>(kind: JobKind<Input>, row: JobRow): JobView<Input> | null {
    const job = kind.read(row);
    const running = this.#running.get(row.id);
    if (job === null || running === undefined) return job === null ? null : { ...job, speed: 0, eta: null };
    const { progress, rate, code } = running;
    return {
      ...job,
      code,
      speed: rate.speed,
      eta: rate.eta,
      total: progress.total,
      // Some jobs do not know their total.
      done: progress.total === 0 ? progress.done : Math.min(progress.done, progress.total),
    };
  }

  /** Runs one timer while any job runs: samples speed and saves progress. */
  #updateTimer(): void {
    if (this.#running.size === 0 || this.#closed) {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
    } else {
      // eslint-disable-next-line no-restricted-syntax -- looks at what runs, while something runs
      this.#timer ??= setInterval(() => {
        for (const { row, progress, rate } of this.#running.values()) {
          rate.sample();
          this.#table.progress(row.id, progress.total, progress.done);
        }
      }, PROGRESS_SAVE_INTERVAL_MS).unref();
    }
  }
}

/** Thrown by Node's functions after their signal was aborted. */
const isAbort = (failure: unknown): boolean => failure instanceof Error && failure.name === 'AbortError';
