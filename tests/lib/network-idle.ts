import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

const QUIET_MS = 500;
const POLL_INTERVAL_MS = 50;

/** Whether the request is the long poll that every desktop keeps open until something changes. */
const isChangesRequest = (request: Request): boolean => request.postData()?.includes('WAITCHANGES') === true;

/**
 * Resolves when the page has sent no request for half a second, and all requests since the call are answered. The long
 * poll for changes does not count.
 */
export const waitForNetworkIdle = async (page: Page): Promise<void> => {
  const open = new Set<Request>();
  let last = performance.now();
  const begin = (request: Request): void => {
    if (isChangesRequest(request)) return;
    open.add(request);
    last = performance.now();
  };
  const end = (request: Request): void => {
    if (open.delete(request)) last = performance.now();
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  while (open.size > 0 || performance.now() - last < QUIET_MS) await delay(POLL_INTERVAL_MS);
  page.off('request', begin);
  page.off('requestfinished', end);
  page.off('requestfailed', end);
};
