import type { UploadRun, UploadSummary } from './uploads.ts';

/** How far back the rate looks, milliseconds: long enough to be calm, short enough to follow the line. */
const WINDOW_MS = 8_000;
/** Looks that are closer to each other count as one. */
const STEP_MS = 250;
/** Less than this says nothing about what comes. */
const LEAST_MS = 1_500;

/** How far a run was at a moment. */
interface Sample {
  readonly at: number;
  readonly bytes: number;
  readonly files: number;
}

/** The totals of all uploads at the last look: what is counted on from there. */
type Totals = Pick<UploadSummary, 'finished' | 'failed' | 'bytesFinished'>;

/** A run, and what is needed to follow it. */
export interface FollowedRun {
  readonly totals: Totals;
  readonly samples: readonly Sample[];
  readonly run: UploadRun | null;
}

export const NO_RUN: FollowedRun = {
  totals: { finished: 0, failed: 0, bytesFinished: 0 },
  samples: [],
  run: null,
};

const totalsOf = ({ finished, failed, bytesFinished }: UploadSummary): Totals => ({ finished, failed, bytesFinished });

/** What is left at the rate of the window, by bytes and by files: of many tiny files the bytes say nothing. */
const pace = (samples: readonly Sample[], bytesLeft: number, filesLeft: number) => {
  const [first, last] = [samples[0], samples.at(-1)];
  const span = first === undefined || last === undefined ? 0 : last.at - first.at;
  if (first === undefined || last === undefined || span < LEAST_MS) return { rate: 0, secondsLeft: null };
  const bytes = Math.max(0, last.bytes - first.bytes);
  const files = Math.max(0, last.files - first.files);
  const byBytes = bytes === 0 ? null : (bytesLeft * span) / bytes / 1000;
  const byFiles = files === 0 ? null : (filesLeft * span) / files / 1000;
  const known = [byBytes, byFiles].filter((one) => one !== null);
  // A large file ends none of its window's files, tiny ones move hardly a byte: what is known speaks, and the slower of both.
  return { rate: (bytes * 1000) / span, secondsLeft: known.length === 0 ? null : Math.max(...known) };
};

/**
 * Follows a run: it begins when something is to be sent and nothing was, and ends when nothing is left. Files that come meanwhile belong to it.
 * What a person clears away meanwhile is no longer counted.
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
  const grown = (what: keyof Totals): number => (current === null ? 0 : totals[what] - before.totals[what]);
  const was = current ?? { done: 0, failed: 0, bytesBefore: 0 };
  const done = Math.max(0, was.done + Math.max(0, grown('finished')));
  const failed = Math.max(0, was.failed + grown('failed'));
  const bytesBefore = was.bytesBefore + Math.max(0, grown('bytesFinished'));
  const left = summary.waiting + summary.processing + summary.paused;
  const [bytes, bytesDone] = [bytesBefore + summary.bytesTotal, bytesBefore + summary.bytesDone];
  const isPaused = summary.active && summary.waiting + summary.processing === 0;
  const sample: Sample = { at: now, bytes: bytesDone, files: done + failed };
  const kept = current === null || isPaused ? [] : before.samples.filter(({ at }) => at > now - WINDOW_MS);
  const isClose = now - (kept.at(-2)?.at ?? Number.NEGATIVE_INFINITY) < STEP_MS;
  const samples = [...(isClose ? kept.slice(0, -1) : kept), sample];
  const run: UploadRun = {
    at: !summary.active ? 'ended' : isPaused ? 'paused' : 'running',
    files: done + failed + left,
    ...{ done, failed, bytes, bytesDone, bytesBefore, into },
    ...pace(samples, bytes - bytesDone, left),
  };
  // Everything was taken back before it was there.
  const isNothing = run.at === 'ended' && done + failed === 0;
  return { totals, samples, run: isNothing ? null : run };
};
