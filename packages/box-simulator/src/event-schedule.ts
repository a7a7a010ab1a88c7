import type { SimulatorClock } from './simulator-clock.ts';

/**
 * Future events of the box, in the order of their time. No timers: every request, and every access to the tree, first
 * runs the due events.
 */
export interface EventSchedule {
  /** Schedules an event this many milliseconds from now. */
  after(milliseconds: number, run: () => void): void;
  /** Runs all due events. */
  runDue(): void;
}

export const createEventSchedule = (clock: SimulatorClock): EventSchedule => {
  let events: { readonly at: number; readonly run: () => void }[] = [];
  return {
    after: (milliseconds, run) => {
      events.push({ at: clock.now() + milliseconds, run });
    },
    runDue: () => {
      for (;;) {
        const now = clock.now();
        const due = events.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at)[0];
        if (due === undefined) return;
        events = events.filter((one) => one !== due);
        due.run();
      }
    },
  };
};
