import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks at how much is done. */
const LOOK_MS = 2000;
/** A share of one processor: above it the process works, below it is quiet. */
const BUSY = 0.1;
/** Collections after a burst: the first frees what was used, the second gives the pages that were left empty back. Each takes some 20 ms. */
const ROUNDS = [
  { type: 'major', flavor: 'regular' },
  { type: 'major', flavor: 'last-resort' },
] as const;

/** What arrives on sockets between two collections of the young; V8 marks the heap somewhere above twice as much. */
const YOUNG_BYTES = 4 * 1024 * 1024;

type Collect = (options: { readonly type: 'minor' | 'major'; readonly flavor?: 'regular' | 'last-resort' }) => void;
let made: Collect | undefined;

/** V8's collector as a function. */
const collector = (): Collect => {
  if (made !== undefined) return made;
  setFlagsFromString('--expose-gc');
  // What the flag adds to every new context.
  made = runInNewContext('gc') as Collect;
  return made;
};

let received = 0;

/**
 * Counts bytes that were received and copied out. Their buffers weigh much and are few objects: V8 takes no look at the young for them and
 * at last marks the whole heap, over and over, at half of an upload's processor time. A look at the young takes a millisecond.
 */
export const countReceived = (bytes: number): void => {
  received += bytes;
  if (received < YOUNG_BYTES) return;
  received = 0;
  collector()({ type: 'minor' });
};

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
