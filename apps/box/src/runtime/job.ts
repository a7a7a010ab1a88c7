import type { ChangeArea } from '@boxwood/box-sdk';
import { type Codec, decode, parseJson } from '@boxwood/command-bus/codecs';
import type { Gauge } from './gauge.ts';

/** `ending`: somebody took it back, and what it left half done is being removed. */
export type JobState = 'waiting' | 'running' | 'paused' | 'ending' | 'done' | 'failed';

/** How a job is kept. */
export interface JobRow {
  readonly id: string;
  readonly kind: string;
  /** Whose it is; null when the box does it for itself. */
  readonly owner: string | null;
  /** The line in which it waits for its turn. */
  readonly lane: string;
  /** What it was asked to do, as its kind writes it. Kept in the database, so nothing secret belongs here. */
  readonly input: string;
  /** What its kind noted last on its way, null before that. */
  readonly point: string | null;
  /** What it works on, as a person knows it. */
  readonly name: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly state: JobState;
  /** Of its kind: how far a running one is, or why one failed; else 0. */
  readonly code: number;
  /** Words for a failure, '' where the code says enough. */
  readonly message: string;
  /** How much there is to do, in what its kind counts (bytes, files); 0 while unknown. */
  readonly total: number;
  readonly done: number;
  /** The machine's boot in which it last ran, '' before that: what was written and not synced in another boot may be lost. */
  readonly boot: string;
}

/** A job as its kind knows it. */
export interface Job<Input> extends Omit<JobRow, 'kind' | 'lane' | 'input' | 'point'> {
  readonly input: Input;
}

/** A job that runs, as the code of its kind sees it. */
export interface RunningJob<Input, Point> {
  readonly job: Job<Input>;
  /** Aborted when it is paused or taken back, when its right has ended, and when the box stops. */
  readonly signal: AbortSignal;
  readonly progress: Gauge;
  /** What an earlier run noted; null when there was none. */
  readonly point: Point | null;
  /** Notes how far it is. It survives a killed process, not always a power cut. */
  readonly checkpoint: (point: Point) => void;
  /** Whether what an earlier run wrote can be relied on: the machine was not restarted since. */
  readonly trusted: boolean;
  /** What must not be kept; gone after a restart. */
  readonly secret: string | undefined;
  /** A number of its kind for how far it is. */
  readonly at: (code: number) => void;
  /** What it works on turned out on the way. */
  readonly named: (name: string) => void;
}

/** How a job fails. */
export interface JobFailure {
  readonly code: number;
  readonly message: string;
}

/** A job cannot do what it was asked to, for a reason that its kind foresaw. */
export class JobFailed extends Error implements JobFailure {
  readonly code: number;

  constructor(message: string, code = 0) {
    super(message);
    this.code = code;
  }
}

/** What a job occupies while it runs: so many of one `resource` run at once in the whole box, or for each owner; the others wait. */
export interface Turn {
  readonly resource: string;
  readonly atOnce: number;
  readonly each: 'owner' | 'box';
}

/** All that a kind of job says of itself. */
export interface JobSpec<Input, Point> {
  /** Stands with each job in the database and never changes. */
  readonly kind: string;
  readonly input: Codec<Input>;
  /** Of what it notes on its way, to go on from there. */
  readonly point?: Codec<Point>;
  readonly turn: (input: Input) => Turn;
  /** What becomes of one that was running when the box stopped or was killed: it goes on from its point, begins anew, or fails with words. */
  readonly restart: 'resume' | 'again' | JobFailure;
  /** Does the work. What it throws after its signal was aborted, and `Stopped`, mean that it stopped in the middle. */
  readonly run: (running: RunningJob<Input, Point>) => Promise<void>;
  /** How a failure is put; `isFault` when nobody foresaw it. Left out: {@link JobFailed} is foreseen and nothing else. */
  readonly endingOf?: (failure: unknown) => JobFailure & { readonly isFault: boolean };
  /** Removes what one that failed or was taken back left half done. */
  readonly clean?: (job: Job<Input>) => Promise<void>;
  /** At each start, before any runs: removes what was left by jobs that nobody knows any more. */
  readonly sweep?: (isKnown: (id: string) => boolean) => Promise<void>;
  /** Why one may not go on, null while it may; it fails with that. Asked when rights have ended. */
  readonly lost?: (job: Job<Input>) => unknown;
  /** Who waits for changes of this area is told when one comes, goes, or gets another state or name. */
  readonly area?: ChangeArea;
  /** Ended ones that are kept for each owner. */
  readonly keep: number;
}

/** What a queue is asked with; the rest is known by what {@link JobKind.open} closes over. */
export interface Course {
  readonly signal: AbortSignal;
  readonly progress: Gauge;
  readonly trusted: boolean;
  readonly secret: string | undefined;
  readonly at: (code: number) => void;
  readonly named: (name: string) => void;
  /** Keeps the point as its kind writes it. */
  readonly keep: (point: string) => void;
}

/** One job, with its input read: what the queue does with it without knowing what it is. */
export interface OpenJob {
  readonly atOnce: number;
  readonly run: (course: Course) => Promise<void>;
  readonly clean: () => Promise<void>;
  readonly lost: () => unknown;
}

/** A kind of job as the queue knows it, whatever its input is. */
export interface AnyJobKind {
  readonly kind: string;
  readonly area: ChangeArea | null;
  readonly keep: number;
  readonly restart: 'resume' | 'again' | JobFailure;
  /** Null for one that cannot be read. */
  readonly open: (row: JobRow) => OpenJob | null;
  readonly endingOf: (failure: unknown) => JobFailure & { readonly isFault: boolean };
  readonly sweep: (isKnown: (id: string) => boolean) => Promise<void>;
}

/** A kind of job for those who begin and see such jobs. */
export interface JobKind<Input> extends AnyJobKind {
  readonly read: (row: JobRow) => Job<Input> | null;
  readonly write: (owner: string | null, input: Input) => Pick<JobRow, 'kind' | 'owner' | 'lane' | 'input'>;
}

const read = <T>(codec: Codec<T>, stored: string): T | null => {
  const parsed = parseJson(stored);
  const decoded = parsed._tag === 'Left' ? parsed : decode(codec, parsed.right, stored);
  return decoded._tag === 'Left' ? null : decoded.right;
};

const laneOf = ({ resource, each }: Turn, owner: string | null): string =>
  each === 'box' ? resource : `${resource}/${owner ?? ''}`;

/** Only what was meant to fail with words has any. */
const plainEnding = (failure: unknown): JobFailure & { readonly isFault: boolean } =>
  failure instanceof JobFailed
    ? { code: failure.code, message: failure.message, isFault: false }
    : { code: 0, message: '', isFault: true };

/** Says a kind of job. A feature gives it in its `jobs`, and begins one with `jobs.begin` (`runtime/jobs.ts`). */
export const defineJob = <Input, Point = never>(spec: JobSpec<Input, Point>): JobKind<Input> => {
  const { kind, input, point, area = null, keep, restart, turn } = spec;
  const jobOf = ({ input: stored, kind: _kind, lane: _lane, point: _point, ...row }: JobRow): Job<Input> | null => {
    const known = read(input, stored);
    return known === null ? null : { ...row, input: known };
  };
  return {
    ...{ kind, area, keep, restart, read: jobOf },
    write: (owner, asked) => ({
      ...{ kind, owner, lane: laneOf(turn(asked), owner), input: JSON.stringify(input.encode(asked)) },
    }),
    open: (row) => {
      const job = jobOf(row);
      return job === null
        ? null
        : {
            atOnce: turn(job.input).atOnce,
            run: ({ keep: note, ...course }) =>
              spec.run({
                ...{ ...course, job },
                point:
                  point === undefined || restart !== 'resume' || row.point === null ? null : read(point, row.point),
                checkpoint: (at) => {
                  if (point !== undefined) note(JSON.stringify(point.encode(at)));
                },
              }),
            clean: async () => spec.clean?.(job),
            lost: () => spec.lost?.(job) ?? null,
          };
    },
    endingOf: spec.endingOf ?? plainEnding,
    sweep: async (isKnown) => spec.sweep?.(isKnown),
  };
};
