/** The time of a box, in milliseconds since 1970. All timed behaviour of a box uses it. */
export interface SimulatorClock {
  now(): number;
}

/** The system clock. */
export const realClock: SimulatorClock = { now: () => Date.now() };

/** A clock that moves only when a test advances it. */
export interface ManualClock extends SimulatorClock {
  /** Advances the clock by this many milliseconds. */
  advance(milliseconds: number): void;
}

/** 2025-10-09 08:53:20 UTC, a fixed start so that expected times can be written down. */
const DEFAULT_START_MS = 1_760_000_000_000;

/**
 * Creates a clock for tests that control the time.
 *
 * @example
 * ```ts
 * const clock = manualClock();
 * const box = await createSimulatedBox({ clock });
 * clock.advance(60_000); // a task of less than a minute is done now
 * ```
 */
export const manualClock = (start: number = DEFAULT_START_MS): ManualClock => {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
};
