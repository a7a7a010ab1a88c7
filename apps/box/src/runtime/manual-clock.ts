import type { TimerClock } from '../platform/clock.ts';

/** A clock that tests advance manually. */
export class ManualClock implements TimerClock {
  #now: number;
  readonly #alarms = new Set<{ at: number; readonly wake: () => void }>();

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, wake: () => void): () => void {
    const alarm = { at: this.#now + ms, wake };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  /** Advances time and fires every alarm that is due. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const due = [...this.#alarms].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#now = Math.max(this.#now, due.at);
      this.#alarms.delete(due);
      due.wake();
      await settled();
    }
    this.#now = until;
  }

  /** The machine slept, or the clock was set: alarms do not count this time. */
  jump(ms: number): void {
    this.#now += ms;
    for (const alarm of this.#alarms) alarm.at += ms;
  }
}

/** Resolves when everything that is ready now has run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
