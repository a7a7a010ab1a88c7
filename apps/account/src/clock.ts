/** Time of day, injectable for tests. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}
export const systemClock: Clock = { now: () => Date.now() };

/** Epoch seconds, the unit of the wire and of the tables. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000);
