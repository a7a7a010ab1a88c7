import type { UploadRun, UploadSummary } from './uploads.ts';

/** Time window of the transfer rate, in ms: long enough to be stable, short enough to follow the connection. */
const RATE_WINDOW_MS = 8_000;
/** Samples closer together than this replace each other, in ms. */
const MIN_SAMPLE_INTERVAL_MS = 250;
/** Shortest time span from which a rate is computed, in ms. */
const MIN_RATE_SPAN_MS = 1_500;

/** Progress of a run at one moment. */
interface RunSample {
  readonly at: number;
  readonly bytes: number;
  readonly files: number;
}

/** Totals of all uploads at the last sample, from which progress is counted. */
type RunTotals = Pick<UploadSummary, 'finished' | 'failed' | 'bytesFinished'>;

/** A run with the data needed to follow it. */
export interface FollowedRun {
  readonly totals: RunTotals;
  readonly samples: readonly RunSample[];
  readonly run: UploadRun | null;
}

export const NO_RUN: FollowedRun = {
  totals: { finished: 0, failed: 0, bytesFinished: 0 },
  samples: [],
  run: null,
};

const totalsOf = ({ finished, failed, bytesFinished }: UploadSummary): RunTotals => ({
  finished,
  failed,
  bytesFinished,
});

/**
 * Rate and remaining time over the window, by bytes and by files, because bytes are a poor measure for many tiny files.
 */
const estimateRemaining = (samples: readonly RunSample[], bytesLeft: number, filesLeft: number) => {
  const [first, last] = [samples[0], samples.at(-1)];
  const span = first === undefined || last === undefined ? 0 : last.at - first.at;
  if (first === undefined || last === undefined || span < MIN_RATE_SPAN_MS) return { rate: 0, secondsLeft: null };
  const bytes = Math.max(0, last.bytes - first.bytes);
  const files = Math.max(0, last.files - first.files);
  const byBytes = bytes === 0 ? null : (bytesLeft * span) / bytes / 1000;
  const byFiles = files === 0 ? null : (filesLeft * span) / files / 1000;
  const known = [byBytes, byFiles].filter((one) => one !== null);
  // A large file completes no file in the window, and tiny files move few bytes: use the slower of the known estimates.
  return { rate: (bytes * 1000) / span, secondsLeft: known.length === 0 ? null : Math.max(...known) };
};

/**
 * Follows a run: it starts when something is queued and nothing was, and ends when nothing is left. Files queued in
 * between belong to it; uploads that the user removes are no longer counted.
 */
export const followRun = (
  before: FollowedRun,
  summary: UploadSummary,
  now: number,
  into: string | null,
): FollowedRun => {
  const totals = totalsOf(summary);
  const current = before.run !== null && before.run.at !== 'ended' ? before.run : null;
  if (!summary.active && current === null) return { ...before, totals };
  const grown = (what: keyof RunTotals): number => (current === null ? 0 : totals[what] - before.totals[what]);
  const previous = current ?? { done: 0, failed: 0, bytesBefore: 0 };
  const done = Math.max(0, previous.done + Math.max(0, grown('finished')));
  const failed = Math.max(0, previous.failed + grown('failed'));
  const bytesBefore = previous.bytesBefore + Math.max(0, grown('bytesFinished'));
  const left = summary.waiting + summary.processing + summary.paused;
  const [bytes, bytesDone] = [bytesBefore + summary.bytesTotal, bytesBefore + summary.bytesDone];
  const isPaused = summary.active && summary.waiting + summary.processing === 0;
  const sample: RunSample = { at: now, bytes: bytesDone, files: done + failed };
  const recent = current === null || isPaused ? [] : before.samples.filter(({ at }) => at > now - RATE_WINDOW_MS);
  const isClose = now - (recent.at(-2)?.at ?? Number.NEGATIVE_INFINITY) < MIN_SAMPLE_INTERVAL_MS;
  const samples = [...(isClose ? recent.slice(0, -1) : recent), sample];
  const run: UploadRun = {
    at: !summary.active ? 'ended' : isPaused ? 'paused' : 'running',
    files: done + failed + left,
    done,
    failed,
    bytes,
    bytesDone,
    bytesBefore,
    into,
    ...estimateRemaining(samples, bytes - bytesDone, left),
  };
  // Everything was removed before it was uploaded.
  const isNothing = run.at === 'ended' && done + failed === 0;
  return { totals, samples, run: isNothing ? null : run };
};
