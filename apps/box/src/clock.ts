/** Time as a parameter. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** A clock that also wakes. Tests turn one by hand. */
export interface WakingClock extends Clock {
  /** Calls `wake` once, so many milliseconds from now; the result takes that back. It keeps no process alive. */
  after(ms: number, wake: () => void): () => void;
}

export const systemClock: WakingClock = {
  now: () => Date.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms).unref();
    return () => clearTimeout(timer);
  },
};

const STEP_MS = 2000;
/** A wait ends this much too early rather than a whole step too late, in milliseconds. */
const EARLY_MS = 100;

/**
 * The same clock, on which waits of two seconds and more end together, at every second one of its seconds: up to a tenth of a second early, up to
 * two seconds late. However much looks after something, an idle process wakes for it every two seconds.
 */
export const inStep = (clock: WakingClock): WakingClock => {
  const steps = new Map<number, Set<{ readonly wake: () => void }>>();
  return {
    now: () => clock.now(),
    after: (ms, wake) => {
      if (ms < STEP_MS) return clock.after(ms, wake);
      const now = clock.now();
      const step = Math.ceil((now + ms - EARLY_MS) / STEP_MS);
      const waiting = steps.get(step) ?? new Set();
      if (!steps.has(step)) {
        steps.set(step, waiting);
        clock.after(step * STEP_MS - now, () => {
          steps.delete(step);
          for (const each of waiting) each.wake();
        });
      }
      const mine = { wake };
      waiting.add(mine);
      return () => waiting.delete(mine);
    },
  };
};
