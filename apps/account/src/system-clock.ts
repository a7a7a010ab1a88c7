/** Time of day, injectable for tests. */
export interface ServiceClock {
  /** Epoch milliseconds. */
  now(): number;
}
export const systemClock: ServiceClock = { now: () => Date.now() };

/** Epoch seconds, the unit of the wire and of the tables. */
export const nowSeconds = (clock: ServiceClock): number => Math.floor(clock.now() / 1000);
