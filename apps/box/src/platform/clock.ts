/** Time as a parameter, in milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** A clock that also wakes callers. Tests advance a fake clock by hand. */
export interface TimerClock extends Clock {
  /**
   * Calls `wake` once after `ms` milliseconds. Returns a function that cancels it. The timer does not keep the process
   * alive.
   */
  after(ms: number, wake: () => void): () => void;
}

export const systemClock: TimerClock = {
  now: () => Date.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms).unref();
    return () => clearTimeout(timer);
  },
};

const STEP_MS = 2000;
/** How early an aligned wait may end, in ms. Without it a wait that just misses a step would end a whole step late. */
const MAX_EARLY_MS = 100;

/**
 * Aligns waits of two seconds and more to common steps of two seconds: a wait ends up to 0.1 s early or 2 s late. An
 * idle process therefore wakes every two seconds, however many timers it has.
 */
export const alignWakeups = (clock: TimerClock): TimerClock => {
  const steps = new Map<number, Set<{ readonly wake: () => void }>>();
  return {
    now: () => clock.now(),
    after: (ms, wake) => {
      if (ms < STEP_MS) return clock.after(ms, wake);
      const now = clock.now();
      const step = Math.ceil((now + ms - MAX_EARLY_MS) / STEP_MS);
      const waiting = steps.get(step) ?? new Set();
      if (!steps.has(step)) {
        steps.set(step, waiting);
        clock.after(step * STEP_MS - now, () => {
          steps.delete(step);
          for (const each of waiting) each.wake();
        });
      }
      const entry = { wake };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
  };
};
