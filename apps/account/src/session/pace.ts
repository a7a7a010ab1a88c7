import { setImmediate } from 'node:timers/promises';
import type { Turn } from '@boxwood/account-sdk/server';
import { FairQueue } from '@boxwood/account-sdk/server';

/**
 * Lets one caller proceed per turn of the event loop, known users first, then round robin by address. Counting an
 * attempt waits for the disk, and a burst of sign-ins would otherwise delay all others until every one is counted. The
 * number of connections limits how many wait.
 */
export const createPace = (): ((turn: Turn) => Promise<void>) => {
  const row = new FairQueue({ atOnce: 1, perHolder: Infinity, waiting: Infinity });
  return async (turn) => {
    const leave = await row.enter(turn);
    await setImmediate();
    leave?.();
  };
};
