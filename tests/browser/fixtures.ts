import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { CHILD, MEMBER, OWNER } from '../lib/box/box-process.ts';
import { SpecBox } from './spec-box.ts';
import { ReusablePage } from './reusable-page.ts';
import type { CodeUsageRecorder } from './code-usage.ts';
import { recordCodeUsage } from './code-usage.ts';
import { hitsSent, recordPages } from './page-hits.ts';

interface WorkerFixtures {
  readonly specBox: SpecBox;
  /** In a complete run: records the code that each spec loads. */
  readonly codeUsage: CodeUsageRecorder | undefined;
  readonly reusablePage: ReusablePage;
}
interface TestFixtures {
  /** A real box with the test users of tests/lib/box/box-process.ts, one for the tests of a file. */
  readonly box: BoxProcess;
  /** The address of the box as this project reaches it: a secure origin (127.0.0.1) or a host name on plain http (box.test). */
  readonly origin: string;
  /** Removes what a test left in the users' folders, so that the next one finds its own entries in view. */
  readonly tidy: undefined;
}

/** For a test in a file that runs on both origins, but does not depend on the origin. */
export const ANY_ORIGIN = { tag: '@any-origin' };

/** For a test of what Chromium supports and its headless shell does not, and for the main story. */
export const WHOLE_BROWSER = { tag: '@whole-browser' };

const PLACES = [OWNER, MEMBER, CHILD, 'shared-files'];
const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

export const test = base.extend<TestFixtures, WorkerFixtures>({
  specBox: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const specBox = new SpecBox();
      await use(specBox);
      await specBox.close();
    },
    { scope: 'worker' },
  ],
  box: async ({ specBox }, use, { file }) => {
    await use(await specBox.acquire(file));
  },
  codeUsage: [
    async ({ browser }, use) => {
      recordPages(browser);
      const codeUsage = process.env['BOXWOOD_VISITED'] === undefined ? undefined : recordCodeUsage(browser);
      await use(codeUsage);
      codeUsage?.write();
    },
    { scope: 'worker', auto: true },
  ],
  reusablePage: [
    async ({ browser }, use) => {
      const reusablePage = new ReusablePage(browser);
      await use(reusablePage);
      await reusablePage.close();
    },
    { scope: 'worker' },
  ],
  // The options of a test: an option that is not listed here would be that of the test before.
  context: async (
    { reusablePage, codeUsage, origin, viewport, locale, hasTouch, isMobile, colorScheme, serviceWorkers },
    use,
    testInfo,
  ) => {
    const page = await reusablePage.acquire(origin, {
      viewport,
      locale,
      hasTouch,
      isMobile,
      colorScheme,
      serviceWorkers,
    });
    if (viewport !== null) await page.setViewportSize(viewport);
    codeUsage?.listen(page.context());
    await use(page.context());
    await hitsSent();
    await reusablePage.release(origin, testInfo.status === testInfo.expectedStatus);
  },
  page: async ({ context }, use) => {
    const [page = await context.newPage()] = context.pages();
    await use(page);
  },
  tidy: [
    async ({ box }, use) => {
      const places = PLACES.map((name) => join(box.usb1, name));
      const before = new Map(places.map((place) => [place, new Set(namesIn(place))]));
      await use(undefined);
      for (const place of places)
        for (const name of namesIn(place))
          if (!name.startsWith('.') && before.get(place)?.has(name) !== true)
            rmSync(join(place, name), { recursive: true, force: true, maxRetries: 3 });
    },
    { auto: true },
  ],
  origin: async ({ box }, use, testInfo) => {
    const host = String(testInfo.project.metadata['host'] ?? '127.0.0.1');
    await use(`http://${host}:${box.port}`);
  },
  baseURL: async ({ origin }, use) => {
    await use(origin);
  },
});
export { expect } from '@playwright/test';
