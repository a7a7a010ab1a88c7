import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

const QUIET_MS = 500;
const LOOK_MS = 50;

/** The one question that a desktop always has open: it is answered when something changes. */
const isWaiting = (request: Request): boolean => request.postData()?.includes('WAITCHANGES') === true;

/** Resolves when the page has asked for nothing for half a second, and what it asked for since the call has come. What it waits for does not count. */
export const quiet = async (page: Page): Promise<void> => {
  const open = new Set<Request>();
  let last = performance.now();
  const begin = (request: Request): void => {
    if (isWaiting(request)) return;
    open.add(request);
    last = performance.now();
  };
  const end = (request: Request): void => {
    if (open.delete(request)) last = performance.now();
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  while (open.size > 0 || performance.now() - last < QUIET_MS) await delay(LOOK_MS);
  page.off('request', begin);
  page.off('requestfinished', end);
  page.off('requestfailed', end);
};
