import { setImmediate } from 'node:timers/promises';

/**
 * Lets one caller go on at each turn of the event loop, in the order in which they came: counting a try waits for the disk, and a crowd that
 * comes at once would else keep everybody who wants something else waiting until all of it is counted.
 */
export const createPace = (): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
};
