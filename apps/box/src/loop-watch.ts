import { performance } from 'node:perf_hooks';
import type { WakingClock } from './clock.ts';
import type { Logger } from './log.ts';

/** While one piece of work runs longer than this, everybody else waits; in milliseconds. */
export const LONGEST_MS = 200;
/** What the log says of it. */
export const LOOP_STOOD = 'the event loop stood still';
/** So often it is looked while there is work, and for how long after somebody said that there is. */
const LOOK_MS = 50;
const STIRRED_MS = 1000;
/** So often it is looked otherwise; whoever worked this much of it is watched closely. */
const REST_MS = 2000;
const SOME_MS = 20;

/** Tells the log when the event loop stood still. */
export interface LoopWatch {
  /** Work begins: for a second at least, every piece of it is measured. */
  readonly stir: () => void;
  /** Nothing is told before. */
  readonly start: () => void;
  readonly close: () => void;
}

/** What this thread worked, in milliseconds, and how often it went round its loop. */
const measure = () => {
  const { user, system } = process.threadCpuUsage();
  return {
    at: performance.now(),
    spent: (user + system) / 1000,
    rounds: performance.nodeTiming.uvMetricsInfo.loopCount,
  };
};

/**
 * Tells the log when the event loop stood still for longer than {@link LONGEST_MS}. Only time that this thread itself worked counts: a
 * machine that is busy with other programs makes every timer late. While nobody stirs it wakes every two seconds, together with whatever else
 * does on that clock; of work that began without a word it then knows how long a round of the loop took at least.
 */
export const watchLoop = (log: Pick<Logger, 'warn'>, clock: WakingClock): LoopWatch => {
  let last = measure();
  let until = 0;
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => undefined;
  let on = false;
  const tell = (stood: number): void => {
    if (stood > LONGEST_MS) log.warn({ ms: Math.round(stood) }, LOOP_STOOD);
  };
  /** What was done since the last look; it tells how long the loop stood still at least. */
  const look = (stood: (passed: number, spent: number, rounds: number) => number): number => {
    const now = measure();
    const spent = now.spent - last.spent;
    tell(stood(now.at - last.at, spent, now.rounds - last.rounds));
    last = now;
    return spent;
  };
  /** Nobody watched: what was done may have been done in many pieces, but in no more than there were rounds. */
  const lookBack = (): number => look((_passed, spent, rounds) => spent / Math.max(1, rounds));
  const watch = (): void => {
    if (!on || timer !== undefined || performance.now() >= until) return;
    timer = setTimeout(() => {
      if (look((passed, spent) => Math.min(passed - LOOK_MS, spent)) > SOME_MS) until = last.at + STIRRED_MS;
      timer = undefined;
      watch();
    }, LOOK_MS).unref();
  };
  const stir = (): void => {
    until = performance.now() + STIRRED_MS;
    if (timer === undefined && on) lookBack();
    watch();
  };
  const rest = (): void => {
    cancel = clock.after(REST_MS, rest);
    if (timer === undefined && lookBack() > SOME_MS) stir();
  };
  return {
    stir,
    start: () => {
      on = true;
      last = measure();
      rest();
      stir();
    },
    close: () => {
      on = false;
      clearTimeout(timer);
      cancel();
    },
  };
};
