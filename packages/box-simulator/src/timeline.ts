import type { Clock } from './clock.ts';

/**
 * Future events of the box, in the order of their time. No timers: every request, and every access to the tree, first
 * runs the due events.
 */
export interface Timeline {
  /** Schedules an event this many milliseconds from now. */
  after(milliseconds: number, happen: () => void): void;
  /** Runs all due events. */
  catchUp(): void;
}

export const timelineOf = (clock: Clock): Timeline => {
  let coming: { readonly at: number; readonly happen: () => void }[] = [];
  return {
    after: (milliseconds, happen) => {
      coming.push({ at: clock.now() + milliseconds, happen });
    },
    catchUp: () => {
      for (;;) {
        const now = clock.now();
        const due = coming.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at)[0];
        if (due === undefined) return;
        coming = coming.filter((one) => one !== due);
        due.happen();
      }
    },
  };
};
