import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What arrives on sockets between two collections of the young; V8 marks the heap somewhere above twice as much. */
const YOUNG_BYTES = 16 * 1024 * 1024;

type Collect = (options: { readonly type: 'minor' | 'major'; readonly flavor?: 'regular' | 'last-resort' }) => void;
let made: Collect | undefined;

/** V8's collector as a function. */
export const collector = (): Collect => {
  if (made !== undefined) return made;
  setFlagsFromString('--expose-gc');
  // What the flag adds to every new context.
  made = runInNewContext('gc') as Collect;
  return made;
};

let received = 0;

/**
 * Counts bytes that came over a socket and were copied out or thrown away. Their buffers weigh much and are few objects: V8 takes no look at
 * the young for them. At last it marks the whole heap, over and over, at half of an upload's processor time; and until then the C library's
 * heap grows by a hundred megabytes, of which it never gives back what lies below the last block in use. A look at the young takes a millisecond.
 */
export const countReceived = (bytes: number): void => {
  received += bytes;
  if (received < YOUNG_BYTES) return;
  received = 0;
  collector()({ type: 'minor' });
};
