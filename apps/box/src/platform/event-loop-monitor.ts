import { performance } from 'node:perf_hooks';
import type { TimerClock } from './clock.ts';
import type { Logger } from './log.ts';

/** How long one task may block the event loop before the log reports it, in ms. */
export const MAX_BLOCK_MS = 200;
/** The message of the log. */
export const LOOP_BLOCKED_MESSAGE = 'the event loop was blocked';
/** Sampling interval while the process is active, and how long it counts as active after an activity, in ms. */
const SAMPLE_INTERVAL_MS = 50;
const ACTIVE_WINDOW_MS = 1000;
/** Sampling interval while idle, and the CPU time per sample above which close sampling starts, in ms. */
const IDLE_CHECK_INTERVAL_MS = 2000;
const MIN_ACTIVE_CPU_MS = 20;

/** Reports to the log when the event loop was blocked. */
export interface EventLoopMonitor {
  /** Reports that work begins: for at least a second every task is measured. */
  readonly noteActivity: () => void;
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
export const monitorEventLoop = (log: Pick<Logger, 'warn'>, clock: TimerClock): EventLoopMonitor => {
  let last = measure();
  let activeUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => undefined;
  let isStarted = false;
  const reportBlock = (blockedMs: number): void => {
    if (blockedMs > MAX_BLOCK_MS) log.warn({ ms: Math.round(blockedMs) }, LOOP_BLOCKED_MESSAGE);
  };
  /** Measures since the previous sample and reports the minimum time that the loop was blocked. */
  const sample = (estimateBlockMs: (elapsedMs: number, cpuMs: number, rounds: number) => number): number => {
    const now = measure();
    const cpuMs = now.spent - last.spent;
    reportBlock(estimateBlockMs(now.at - last.at, cpuMs, now.rounds - last.rounds));
    last = now;
    return cpuMs;
  };
  /**
   * For a period without close sampling: the work may consist of many tasks, but of no more than there were loop
   * iterations.
   */
  const sampleIdlePeriod = (): number => sample((_passed, cpuMs, rounds) => cpuMs / Math.max(1, rounds));
  const scheduleSample = (): void => {
    if (!isStarted || timer !== undefined || performance.now() >= activeUntil) return;
    timer = setTimeout(() => {
      if (sample((elapsedMs, cpuMs) => Math.min(elapsedMs - SAMPLE_INTERVAL_MS, cpuMs)) > MIN_ACTIVE_CPU_MS)
        activeUntil = last.at + ACTIVE_WINDOW_MS;
      timer = undefined;
      scheduleSample();
    }, SAMPLE_INTERVAL_MS).unref();
  };
  const noteActivity = (): void => {
    activeUntil = performance.now() + ACTIVE_WINDOW_MS;
    if (timer === undefined && isStarted) sampleIdlePeriod();
    scheduleSample();
  };
  const checkIdle = (): void => {
    cancel = clock.after(IDLE_CHECK_INTERVAL_MS, checkIdle);
    if (timer === undefined && sampleIdlePeriod() > MIN_ACTIVE_CPU_MS) noteActivity();
  };
  return {
    noteActivity,
    start: () => {
      isStarted = true;
      last = measure();
      checkIdle();
      noteActivity();
    },
    close: () => {
      isStarted = false;
      clearTimeout(timer);
      cancel();
    },
  };
};
