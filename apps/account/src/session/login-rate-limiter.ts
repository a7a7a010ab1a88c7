import { setImmediate } from 'node:timers/promises';
import type { QueueTicket } from '@boxwood/account-sdk/server';
import { FairQueue } from '@boxwood/account-sdk/server';

/**
 * Lets one caller proceed per turn of the event loop, known users first, then round robin by address. Counting an
 * attempt waits for the disk, and a burst of sign-ins would otherwise delay all others until every one is counted. The
 * number of connections limits how many wait.
 */
export const createLoginRateLimiter = (): ((ticket: QueueTicket) => Promise<void>) => {
  const queue = new FairQueue({ maxRunning: 1, maxPerHolder: Infinity, maxWaiting: Infinity });
  return async (ticket) => {
    const release = await queue.acquire(ticket);
    await setImmediate();
    release?.();
  };
};
