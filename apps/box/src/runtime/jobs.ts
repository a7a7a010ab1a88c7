import { randomBytes } from 'node:crypto';
import type { ChangeArea } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';
import { Gauge, Stopped } from './gauge.ts';
import type { AnyJobKind, Job, JobFailure, JobKind, JobRow, JobState, OpenJob } from './job.ts';
import type { JobFilter, JobTable } from './job-table.ts';
import { Meter } from './meter.ts';

/** How often progress goes to the database while something runs, in milliseconds. */
const SAVE_MS = 1000;

/** A job as it is now, a running one with live figures. */
export interface JobView<Input> extends Job<Input> {
  /** Of what its kind counts, in a second. */
  readonly speed: number;
  /** Seconds, null while unknown. */
  readonly eta: number | null;
}

/** What is asked for when a job begins. */
export interface NewJob<Input> {
  /** Whose it is; null when the box does it for itself. */
  readonly owner: string | null;
  readonly input: Input;
  /** What it works on, as a person knows it. */
  readonly name: string;
  /** How much there is to do, when that is known already. */
  readonly total?: number;
  /** Kept in memory alone: after a restart the job runs without it. */
  readonly secret?: string | undefined;
}

/** Why a running job is stopped: `lost` holds why it may not go on. */
type Halt = { readonly why: 'pause' | 'shutdown' } | { readonly why: 'lost'; readonly failure: unknown };

interface Running {
  readonly row: JobRow;
  readonly kind: AnyJobKind;
  readonly job: OpenJob;
  readonly abort: AbortController;
  readonly gauge: Gauge;
  readonly meter: Meter;
  readonly over: Promise<unknown>;
  halt: Halt | null;
  code: number;
}

export interface JobsOptions {
  readonly table: JobTable;
  readonly clock: Clock;
  /** Identifies the running boot of the machine. */
  readonly boot: string;
  /** Told about failures nobody foresaw, and where. */
  readonly onFault: (fault: unknown, where: string) => void;
  /** Told when a job of somebody came, went, or got another state or name; '' is the box. */
  readonly onChange?: (area: ChangeArea, owner: string) => void;
}

/**
 * The box's one queue for work that takes long, of people and of its own, whatever it does: it waits for its turn, shows how far it is, can be
 * paused and taken back, and is in the database, so that a killed box goes on with it. What there is to do is said by its kind (`runtime/job.ts`).
 */
export class Jobs {
  readonly #table: JobTable;
  readonly #clock: Clock;
  readonly #boot: string;
  readonly #onFault: JobsOptions['onFault'];
  readonly #onChange: NonNullable<JobsOptions['onChange']>;
  readonly #kinds = new Map<string, AnyJobKind>();
  readonly #running = new Map<string, Running>();
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

  /** Makes kinds known. A job that is begun before its kind is known waits for the start. */
  declare(kinds: readonly AnyJobKind[]): void {
    for (const kind of kinds) {
      if (this.#kinds.has(kind.kind)) throw new Error(`two kinds of job are called ${kind.kind}`);
      this.#kinds.set(kind.kind, kind);
    }
  }

  /**
   * Accepts a job; it is kept, also over a power cut, when this returns.
   * @returns its id
   * @throws what the database throws, also that the disk is full
   */
  begin<Input>(kind: JobKind<Input>, { owner, input, name, total = 0, secret }: NewJob<Input>): string {
    const id = randomBytes(12).toString('hex');
    const created = Math.floor(this.#clock.now() / 1000);
    const fresh = { point: null, state: 'waiting', code: 0, message: '', done: 0, boot: '' } as const;
    const row: JobRow = { ...kind.write(owner, input), ...fresh, id, name, created, total };
    this.#table.add(row);
    if (secret !== undefined) this.#secrets.set(id, secret);
    this.#tell(row);
    this.#schedule(row.lane);
    return id;
  }

  /** Undefined when there is none of this kind and id. */
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

  /** Those of a kind that have not ended, oldest first. */
  unfinished<Input>(kind: JobKind<Input>): Job<Input>[] {
    return this.#table.unfinished().flatMap((row) => (row.kind === kind.kind ? (kind.read(row) ?? []) : []));
  }

  /** One that waits or runs is paused. @returns false when it does neither, or came to its end before it saw the signal */
  async pause(id: string): Promise<boolean> {
    const row = this.#table.get(id);
    if (row?.state !== 'waiting' && row?.state !== 'running') return false;
    const running = this.#running.get(id);
    if (running === undefined) this.#set(row, 'paused');
    else {
      this.#halt(running, { why: 'pause' });
      await running.over;
    }
    return this.#table.get(id)?.state === 'paused';
  }

  /** @returns false when it is not paused */
  resume(id: string): boolean {
    const row = this.#table.get(id);
    if (row?.state !== 'paused') return false;
    this.#set(row, 'waiting');
    this.#schedule(row.lane);
    return true;
  }

  /** Takes one back that waits or is paused, with what it left half done, or forgets one that has ended. @returns false while it runs, or when it is not there */
  async remove(id: string): Promise<boolean> {
    const row = this.#table.get(id);
    if (row === undefined || row.state === 'running') return false;
    if (row.state === 'waiting' || row.state === 'paused' || row.state === 'ending') {
      this.#set(row, 'ending');
      await this.#open(row)?.job.clean();
    }
    this.#secrets.delete(id);
    this.#table.remove(id);
    this.#tell(row);
    return true;
  }

  /** Rights have ended: what runs by one of them is stopped, and fails as it would have failed at its beginning. */
  recheck(): void {
    for (const running of this.#running.values()) {
      const failure = running.job.lost();
      if (failure !== null) this.#halt(running, { why: 'lost', failure });
    }
  }

  /** Somebody is no user any more: what runs is stopped, what waits is forgotten, and nothing half done is left. */
  async endAll(owner: string): Promise<void> {
    const end = async ({ id, state }: JobRow): Promise<void> => {
      if (state === 'running' && !(await this.pause(id))) return; // it came to its end meanwhile
      await this.remove(id);
    };
    // All at once, and what waits first, so that none of it takes the place of what is stopped.
    const own = this.#table.unfinished().filter((row) => row.owner === owner);
    await Promise.all(own.toSorted((a, b) => Number(a.state === 'running') - Number(b.state === 'running')).map(end));
  }

  /** Goes on with what a stopped or killed box left. Call it once, when all kinds are known and whatever they stand on is in order. */
  async start(): Promise<void> {
    for (const { sweep } of this.#kinds.values()) await sweep((id) => this.#table.has(id));
    const lanes = new Set<string>();
    for (const row of this.#table.unfinished()) {
      lanes.add(row.lane);
      const opened = this.#open(row);
      if (opened === null) {
        this.#onFault(new Error(`a job of the kind ${row.kind} cannot be read and is forgotten`), 'jobs');
        this.#table.remove(row.id);
      } else if (row.state === 'ending') await this.remove(row.id);
      else if (row.state === 'running') await this.#goOn(row, opened.kind, opened.job);
    }
    for (const lane of lanes) this.#schedule(lane);
  }

  /** Stops everything that runs; it goes on at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#running.values()) this.#halt(running, { why: 'shutdown' });
    await Promise.all([...this.#running.values()].map((running) => running.over));
    this.#tick();
  }

  /** Writes down what the disk did not take before. Call it now and then. */
  settle(): void {
    this.#table.settle();
  }

  /** Resolves when a job neither waits nor runs any more, or the box stops. */
  async settled<Input>(kind: JobKind<Input>, id: string): Promise<JobView<Input> | undefined> {
    for (;;) {
      const running = this.#running.get(id);
      if (running !== undefined) await running.over;
      const job = this.get(kind, id);
      if (job === undefined || (job.state !== 'waiting' && job.state !== 'running') || this.#closed) return job;
      if (!this.#running.has(id)) await Promise.race([...this.#running.values()].map((each) => each.over));
    }
  }

  /** One that was in the middle of its work when the box went. */
  async #goOn(row: JobRow, kind: AnyJobKind, job: OpenJob): Promise<void> {
    if (kind.restart === 'resume' || kind.restart === 'again') this.#set(row, 'waiting');
    else await this.#fail(row, kind, job, kind.restart);
  }

  #open(row: JobRow): { readonly kind: AnyJobKind; readonly job: OpenJob } | null {
    const kind = this.#kinds.get(row.kind);
    const job = kind?.open(row) ?? null;
    return kind === undefined || job === null ? null : { kind, job };
  }

  #halt(running: Running, halt: Halt): void {
    running.halt ??= halt;
    running.abort.abort();
  }

  #schedule(lane: string): void {
    while (!this.#closed) {
      const row = this.#table.nextWaiting(lane);
      const opened = row === undefined ? null : this.#open(row);
      const inTurn = [...this.#running.values()].filter((running) => running.row.lane === lane).length;
      if (row === undefined || opened === null || inTurn >= opened.job.atOnce) break;
      this.#launch(row, opened.kind, opened.job);
    }
  }

  #launch(row: JobRow, kind: AnyJobKind, job: OpenJob): void {
    const gauge = new Gauge();
    gauge.expect(row.total);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running: Running = {
      ...{ row, kind, job, gauge, meter: new Meter(this.#clock, gauge), abort: new AbortController() },
      ...{ over: promise, halt: null, code: 0 },
    };
    this.#running.set(row.id, running);
    this.#set(row, 'running');
    this.#tick();
    this.#run(running)
      .finally(() => {
        this.#running.delete(row.id);
        this.#tick();
        resolve(undefined);
        this.#schedule(row.lane);
      })
      .catch((fault: unknown) => this.#fault(fault, row));
  }

  async #run(running: Running): Promise<void> {
    const { row, kind, job, gauge, abort } = running;
    const { id } = row;
    this.#table.boot(id, this.#boot);
    const end = (state: JobState): void => {
      this.#table.progress(id, gauge.total, state === 'done' ? gauge.total : gauge.done);
      this.#ended(row, kind, state, { code: 0, message: '' });
    };
    try {
      await job.run({
        ...{ signal: abort.signal, progress: gauge, secret: this.#secrets.get(id) },
        trusted: row.boot === '' || row.boot === this.#boot,
        at: (code) => {
          running.code = code;
          this.#table.set(id, 'running', code, '', 0);
        },
        named: (name) => {
          this.#table.rename(id, name);
          this.#tell(row);
        },
        keep: (point) => this.#table.point(id, point),
      });
    } catch (thrown) {
      const { halt } = running;
      const hasStopped = thrown instanceof Stopped || (halt !== null && isAbort(thrown));
      if (hasStopped && halt?.why !== 'lost') {
        // A shutdown leaves the row as it is: the next start sees a job in the middle of its work.
        if (halt?.why === 'pause') end('paused');
        return;
      }
      this.#table.progress(id, gauge.total, gauge.done);
      const failure: unknown = hasStopped && halt?.why === 'lost' ? halt.failure : thrown;
      const { isFault, ...ending } = kind.endingOf(failure);
      if (isFault) this.#fault(failure, row);
      await this.#fail(row, kind, job, ending);
      return;
    }
    end('done');
  }

  /** Nothing half done is left of one that failed. */
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
    this.#tell(row);
  }

  /** Moves one on that has not ended. */
  #set(row: JobRow, state: JobState): void {
    this.#table.set(row.id, state, 0, '', 0);
    this.#tell(row);
  }

  #tell({ kind, owner }: JobRow): void {
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
    const { gauge, meter, code } = running;
    return {
      ...{ ...job, code, speed: meter.speed, eta: meter.eta, total: gauge.total },
      // Nobody knows how much some have to do.
      done: gauge.total === 0 ? gauge.done : Math.min(gauge.done, gauge.total),
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
        for (const { row, gauge, meter } of this.#running.values()) {
          meter.sample();
          this.#table.progress(row.id, gauge.total, gauge.done);
        }
      }, SAVE_MS).unref();
    }
  }
}

/** What Node's own functions throw after their signal was aborted. */
const isAbort = (failure: unknown): boolean => failure instanceof Error && failure.name === 'AbortError';
