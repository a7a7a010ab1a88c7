import type { Logger } from './log.ts';

/** While one piece of work runs longer than this, everybody else waits; in milliseconds. */
export const LONGEST_MS = 200;
/** What the log says of it. */
export const LOOP_STOOD = 'the event loop stood still';
const LOOK_MS = 50;

const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Tells the log when the event loop stood still for longer than {@link LONGEST_MS}. Only time that this thread itself worked counts: a
 * machine that is busy with other programs makes every timer late.
 */
export const watchLoop = (log: Pick<Logger, 'warn'>): (() => void) => {
  let looked = performance.now();
  let spent = spentMs();
  // eslint-disable-next-line no-restricted-syntax -- the lateness of this timer is what is measured
  const timer = setInterval(() => {
    const stood = Math.min(performance.now() - looked - LOOK_MS, spentMs() - spent);
    if (stood > LONGEST_MS) log.warn({ ms: Math.round(stood) }, LOOP_STOOD);
    looked = performance.now();
    spent = spentMs();
  }, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
  };
};
