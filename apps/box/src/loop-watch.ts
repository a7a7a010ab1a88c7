import { performance } from 'node:perf_hooks';
import type { WakingClock } from './clock.ts';
import type { Logger } from './log.ts';

/** How long one task may block the event loop before the log reports it, in ms. */
export const LONGEST_MS = 200;
/** The message of the log. */
export const LOOP_STOOD = 'the event loop stood still';
/** Sampling interval while the process is active, and how long it counts as active after an activity, in ms. */
const LOOK_MS = 50;
const STIRRED_MS = 1000;
/** Sampling interval while idle, and the CPU time per sample above which close sampling starts, in ms. */
const REST_MS = 2000;
const SOME_MS = 20;

/** Reports to the log when the event loop was blocked. */
export interface LoopWatch {
  /** Reports that work begins: for at least a second every task is measured. */
  readonly stir: () => void;
  /** Starts monitoring; nothing is reported before. */
  readonly start: () => void;
  readonly close: () => void;
}

/** CPU time of this thread in ms, and the number of event-loop iterations. */
const measure = () => {
  const { user, system } = process.threadCpuUsage();
  return {
    at: performance.now(),
    spent: (user + system) / 1000,
    rounds: performance.nodeTiming.uvMetricsInfo.loopCount,
  };
};

/**
 * Logs when the event loop was blocked for longer than {@link MAX_BLOCK_MS}. Only CPU time of this thread counts,
 * because a machine that is busy with other programs delays every timer. While idle it samples every two seconds on the
 * shared clock; work that began without `noteActivity` is then estimated as CPU time per loop iteration.
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
  /** Measures since the previous sample and reports the minimum time that the loop was blocked. */
  const look = (stood: (passed: number, spent: number, rounds: number) => number): number => {
    const now = measure();
    const spent = now.spent - last.spent;
    tell(stood(now.at - last.at, spent, now.rounds - last.rounds));
    last = now;
    return spent;
  };
  /**
   * For a period without close sampling: the work may consist of many tasks, but of no more than there were loop
   * iterations.
   */
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
