/** The `test` of specs that start their own boxes: as Playwright's, and in a recorded run its pages report what they call. */
import { test as base } from '@playwright/test';
import { hitsSent, recordPages } from './page-hits.ts';

export const test = base.extend<{ readonly hits: undefined }, { readonly recorder: undefined }>({
  recorder: [
    async ({ browser }, use) => {
      recordPages(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  // Ends before the pages of the context close.
  hits: [
    async ({ context: _context }, use) => {
      await use(undefined);
      await hitsSent();
    },
    { auto: true },
  ],
});
