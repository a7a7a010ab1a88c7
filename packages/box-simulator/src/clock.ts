/** Time of a box, in milliseconds since 1970. What moves on a box moves by it. */
export interface Clock {
  now(): number;
}

/** The time of the machine. */
export const realClock: Clock = { now: () => Date.now() };

/** A clock that stands still until somebody moves it. */
export interface HeldClock extends Clock {
  /** Moves it by so many milliseconds. */
  advance(milliseconds: number): void;
}

/** 2025-10-09 08:53:20 UTC, in a second of its own, so that expected times can be written down. */
const START = 1_760_000_000_000;

/**
 * Makes a clock for tests that hold the time themselves.
 *
 * @example
 * ```ts
 * const clock = heldClock();
 * const box = await createSimulatedBox({ clock });
 * clock.advance(60_000); // a task of less than a minute is done now
 * ```
 */
export const heldClock = (start: number = START): HeldClock => {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
};
