import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks at how much is done. */
const LOOK_MS = 2000;
/** A share of one processor: above it the process works, below it is quiet. */
const BUSY = 0.1;

/** V8's collector as a function. */
const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  // What the flag adds to every new context.
  return runInNewContext('gc') as () => void;
};

/**
 * Collects what a burst of work left as soon as it is over. V8 collects while something is allocated; a box that has just served a
 * hundred people and then waits for the next would keep all of it.
 */
export const giveBackWhenQuiet = (): void => {
  const collect = collector();
  let last = process.cpuUsage();
  let worked = false;
  setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    if (user + system > BUSY * LOOK_MS * 1000) worked = true;
    else if (worked) {
      worked = false;
      collect();
    }
  }, LOOK_MS).unref();
};
