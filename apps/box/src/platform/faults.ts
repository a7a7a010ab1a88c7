import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';

/** Unexpected failures in the background since the box started. */
export interface FaultCount {
  readonly count: number;
  /** When the newest failure happened, in epoch seconds. */
  readonly last: number;
  /** The part of the box in which it happened. */
  readonly where: string;
}

/** Records unexpected failures of background work: writes them to the log and counts them for administrators. */
export class Faults {
  readonly #clock: Clock;
  readonly #log: Pick<Logger, 'error'>;
  #seen: FaultCount | null = null;

  constructor(clock: Clock, log: Pick<Logger, 'error'>) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Null while there was no failure. */
  get seen(): FaultCount | null {
    return this.#seen;
  }

  note(fault: unknown, where: string): void {
    this.#seen = { count: (this.#seen?.count ?? 0) + 1, last: Math.floor(this.#clock.now() / 1000), where };
    this.#log.error({ err: fault, where }, 'an unhandled error');
  }
}

/**
 * Catches uncaught exceptions, which would otherwise end the process and every upload. The failure is recorded and the
 * box continues; the request that caused it gets no response. Returns a function that removes the handler.
 */
export const catchUncaughtFaults = (faults: Pick<Faults, 'note'>): (() => void) => {
  const onUncaught = (fault: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => faults.note(fault, origin);
  // Without a listener for it, Node turns an unhandled rejection into an uncaught exception, so one handler catches
  // both.
  process.on('uncaughtException', onUncaught);
  return () => process.off('uncaughtException', onUncaught);
};
