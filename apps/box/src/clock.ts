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
