import { setImmediate } from 'node:timers/promises';
import type { Turn } from '@boxwood/account-sdk/server';
import { FairQueue } from '@boxwood/account-sdk/server';

/**
 * Lets one caller go on at each turn of the event loop, the family before strangers and one address after the other: counting a try waits for
 * the disk, and a crowd that comes at once would else keep everybody waiting until all of it is counted. How many wait is bounded by the
 * connections.
 */
export const createPace = (): ((turn: Turn) => Promise<void>) => {
  const row = new FairQueue({ atOnce: 1, perHolder: Infinity, waiting: Infinity });
  return async (turn) => {
    const leave = await row.enter(turn);
    await setImmediate();
    leave?.();
  };
};
