import type { Clock } from './clock.ts';

/** What will happen on the box, in the order of its time. Nothing runs by itself: every request, and every look at the tree, catches up first. */
export interface Timeline {
  /** Does it so many milliseconds from now. */
  after(milliseconds: number, happen: () => void): void;
  /** Does everything whose time has come. */
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
