/** The current time as a dependency, so that tests can control it. */
export interface DomainClock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

/** Epoch seconds, the unit of the wire format. */
export const epochSeconds = (clock: DomainClock): number => Math.floor(clock.now() / 1000);
