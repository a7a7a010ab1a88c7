import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';

/** What went wrong in the background since the box was started. */
export interface FaultCount {
  readonly count: number;
  /** When the newest one was; epoch seconds. */
  readonly last: number;
  /** Which part of the box it was in. */
  readonly where: string;
}

/** Keeps account of failures that nobody foresaw and nobody waited for: into the log, and counted for the administrators. */
export class Faults {
  readonly #clock: Clock;
  readonly #log: Pick<Logger, 'error'>;
  #seen: FaultCount | null = null;

  constructor(clock: Clock, log: Pick<Logger, 'error'>) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Null while there was none. */
  get seen(): FaultCount | null {
    return this.#seen;
  }

  note(fault: unknown, where: string): void {
    this.#seen = { count: (this.#seen?.count ?? 0) + 1, last: Math.floor(this.#clock.now() / 1000), where };
    this.#log.error({ err: fault, where }, 'a fault nobody waited for');
  }
}

/**
 * The last net: what is thrown where nobody catches it would end the process, and with it everybody's uploads. It is noted, and the box goes on;
 * whoever was in the middle of that one piece of work gets no answer, as from a box that was killed. Returns what takes the net away.
 */
export const surviveFaults = (faults: Pick<Faults, 'note'>): (() => void) => {
  const caught = (fault: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => faults.note(fault, origin);
  // Without a listener of its own a rejected promise becomes an uncaught exception, so one net catches both.
  process.on('uncaughtException', caught);
  return () => process.off('uncaughtException', caught);
};
