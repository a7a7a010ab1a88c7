import { collector } from '@boxwood/account/memory';

/** Milliseconds between two looks at how much is done. */
const LOOK_MS = 2000;
/** A share of one processor: above it the process works, below it is quiet. */
const BUSY = 0.1;
/** Collections after a burst: the first frees what was used, the second gives the pages that were left empty back. Each takes some 20 ms. */
const ROUNDS = [
  { type: 'major', flavor: 'regular' },
  { type: 'major', flavor: 'last-resort' },
] as const;

/**
 * Collects what a burst of work left as soon as it is over. V8 collects while something is allocated; a box that has just served a
 * hundred people and then waits for the next would keep all of it.
 */
export const giveBackWhenQuiet = (): void => {
  const collect = collector();
  let last = process.cpuUsage();
  let due: (typeof ROUNDS)[number][] = [];
  setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    if (user + system > BUSY * LOOK_MS * 1000) due = [...ROUNDS];
    else {
      const round = due.shift();
      if (round !== undefined) collect(round);
    }
  }, LOOK_MS).unref();
};
