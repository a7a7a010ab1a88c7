import type { ChangeArea } from '@boxwood/box-sdk';
import { type Codec, decode, parseJson } from '@boxwood/command-bus/codecs';
import type { Progress } from './progress.ts';

/** `ending`: the job was cancelled, and its partial results are being removed. */
export type JobState = 'waiting' | 'running' | 'paused' | 'ending' | 'done' | 'failed';

/** A job as stored in the database. */
export interface JobRow {
  readonly id: string;
  readonly kind: string;
  /** User who owns the job; null for a job of the box itself. */
  readonly owner: string | null;
  /** Queue in which the job waits. */
  readonly lane: string;
  /** Input as encoded by its kind. Stored in the database, so it must contain no secrets. */
  readonly input: string;
  /** Last checkpoint of its kind; null before the first. */
  readonly point: string | null;
  /** Name of its subject as shown to the user. */
  readonly name: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly state: JobState;
  /** Defined by its kind: stage of a running job, or reason of a failed one; otherwise 0. */
  readonly code: number;
  /** Text of a failure, '' if the code is enough. */
  readonly message: string;
  /** Total amount in the unit of its kind (bytes, files); 0 while unknown. */
  readonly total: number;
  readonly done: number;
  /** Boot id of the machine when the job last ran, '' before that. Unsynced writes of another boot may be lost. */
  readonly boot: string;
}

/** A job with its decoded input. */
export interface Job<Input> extends Omit<JobRow, 'kind' | 'lane' | 'input' | 'point'> {
  readonly input: Input;
}

/** A running job as passed to the code of its kind. */
export interface RunningJob<Input, Point> {
  readonly job: Job<Input>;
  /** Aborted when the job is paused or cancelled, when its access is revoked, and when the box stops. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Checkpoint of an earlier run; null if there is none. */
  readonly point: Point | null;
  /** Saves a checkpoint. It survives a killed process, but not always a power cut. */
  readonly checkpoint: (point: Point) => void;
  /** Whether writes of an earlier run are reliable: the machine was not restarted since. */
  readonly isTrusted: boolean;
  /** A secret that is kept in memory only; undefined after a restart. */
  readonly secret: string | undefined;
  /** Sets the stage of the job, a code defined by its kind. */
  readonly setStage: (code: number) => void;
  /** Sets the name once the job knows it. */
  readonly setName: (name: string) => void;
}

/** Reason of a failed job. */
export interface JobFailure {
  readonly code: number;
  readonly message: string;
}

/** An expected failure of a job. */
export class JobFailed extends Error implements JobFailure {
  readonly code: number;

  constructor(message: string, code = 0) {
    super(message);
    this.code = code;
  }
}

/**
 * A resource that a job occupies while it runs. At most `atOnce` jobs of one `resource` run in the whole box, or per
 * owner; the others wait.
 */
export interface JobSlot {
  readonly resource: string;
  readonly atOnce: number;
  readonly each: 'owner' | 'box';
}

/** Definition of a kind of job. */
export interface JobSpec<Input, Point> {
  /** Stored with each job; never changes. */
  readonly kind: string;
  readonly input: Codec<Input>;
  /** Codec of its checkpoints, to resume from. */
  readonly point?: Codec<Point>;
  readonly slot: (input: Input) => JobSlot;
  /**
   * What happens to a job that was running when the box stopped: it resumes from its checkpoint, starts again, or fails
   * with this reason.
   */
  readonly restart: 'resume' | 'again' | JobFailure;
  /** Does the work. `StoppedError`, or any error after the signal was aborted, means that the job stopped midway. */
  readonly run: (running: RunningJob<Input, Point>) => Promise<void>;
  /** Maps an error to a failure; `isFault` marks unexpected errors. Default: only {@link JobFailed} is expected. */
  readonly endingOf?: (failure: unknown) => JobFailure & { readonly isFault: boolean };
  /** Removes partial results of a failed or cancelled job. */
  readonly clean?: (job: Job<Input>) => Promise<void>;
  /** Runs at each start, before any job: removes leftovers of jobs that are not in the table. */
  readonly sweep?: (isKnown: (id: string) => boolean) => Promise<void>;
  /**
   * Returns the error with which the job fails if its owner may not continue, otherwise null. Called after rights were
   * revoked.
   */
  readonly findRevocation?: (job: Job<Input>) => unknown;
  /** Clients watching this area are notified when a job is added, removed, renamed or changes state. */
  readonly area?: ChangeArea;
  /** Number of ended jobs stored per owner. */
  readonly keep: number;
}

/** What the queue passes to {@link OpenJob.run}; {@link JobKind.open} supplies the rest. */
export interface JobRunContext {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly isTrusted: boolean;
  readonly secret: string | undefined;
  readonly setStage: (code: number) => void;
  readonly setName: (name: string) => void;
  /** Saves an encoded checkpoint. */
  readonly keep: (point: string) => void;
}

/** One job with decoded input, as the queue handles it independent of its kind. */
export interface OpenJob {
  readonly atOnce: number;
  readonly run: (course: JobRunContext) => Promise<void>;
  readonly clean: () => Promise<void>;
  readonly findRevocation: () => unknown;
}

/** A kind of job independent of its input type, as the queue handles it. */
export interface AnyJobKind {
  readonly kind: string;
  readonly area: ChangeArea | null;
  readonly keep: number;
  readonly restart: 'resume' | 'again' | JobFailure;
  /** Null if the row cannot be decoded. */
  readonly open: (row: JobRow) => OpenJob | null;
  readonly endingOf: (failure: unknown) => JobFailure & { readonly isFault: boolean };
  readonly sweep: (isKnown: (id: string) => boolean) => Promise<void>;
}

/** A kind of job for code that starts and lists such jobs. */
export interface JobKind<Input> extends AnyJobKind {
  readonly read: (row: JobRow) => Job<Input> | null;
  readonly write: (owner: string | null, input: Input) => Pick<JobRow, 'kind' | 'owner' | 'lane' | 'input'>;
}

const read = <T>(codec: Codec<T>, stored: string): T | null => {
  const parsed = parseJson(stored);
  const decoded = parsed._tag === 'Left' ? parsed : decode(codec, parsed.right, stored);
  return decoded._tag === 'Left' ? null : decoded.right;
};

const laneOf = ({ resource, each }: JobSlot, owner: string | null): string =>
  each === 'box' ? resource : `${resource}/${owner ?? ''}`;

/** Only a {@link JobFailed} has a message. */
const plainEnding = (failure: unknown): JobFailure & { readonly isFault: boolean } =>
  failure instanceof JobFailed
    ? { code: failure.code, message: failure.message, isFault: false }
    : { code: 0, message: '', isFault: true };

/** Defines a kind of job. A feature lists it in `jobs` and starts one with `jobs.begin` (`runtime/jobs.ts`). */
export const defineJob = <Input, Point = never>(spec: JobSpec<Input, Point>): JobKind<Input> => {
  const { kind, input, point, area = null, keep, restart, slot } = spec;
  const jobOf = ({ input: stored, kind: _kind, lane: _lane, point: _point, ...row }: JobRow): Job<Input> | null => {
    const known = read(input, stored);
    return known === null ? null : { ...row, input: known };
  };
  return {
    kind,
    area,
    keep,
    restart,
    read: jobOf,
    write: (owner, decodedInput) => ({
      kind,
      owner,
      lane: laneOf(slot(decodedInput), owner),
      input: JSON.stringify(input.encode(decodedInput)),
    }),
    open: (row) => {
      const job = jobOf(row);
      return job === null
        ? null
        : {
            atOnce: slot(job.input).atOnce,
            run: ({ keep: note, ...course }) =>
              spec.run({
                ...course,
                job,
                point:
                  point === undefined || restart !== 'resume' || row.point === null ? null : read(point, row.point),
                checkpoint: (setStage) => {
                  if (point !== undefined) note(JSON.stringify(point.encode(setStage)));
                },
              }),
            clean: async () => spec.clean?.(job),
            findRevocation: () => spec.findRevocation?.(job) ?? null,
          };
    },
    endingOf: spec.endingOf ?? plainEnding,
    sweep: async (isKnown) => spec.sweep?.(isKnown),
  };
};
