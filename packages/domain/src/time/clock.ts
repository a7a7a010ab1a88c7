/** The time, as a parameter. Everything in the domain that knows what time it is was given a clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

/** Epoch seconds, the unit of the wire. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000);
