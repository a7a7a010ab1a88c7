import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import type { BoxProcess } from '../lib/box-process.ts';
import { CHILD, MEMBER, OWNER, startBoxProcess } from '../lib/box-process.ts';
import { noteVisits } from './visited.ts';

interface WorkerFixtures {
  /** A real box with the family of tests/lib/box-process.ts, one for each worker. */
  readonly box: BoxProcess;
  /** In a whole run: which code each spec asks for. */
  readonly visits: undefined;
}
interface TestFixtures {
  /** The address of the box as this project reaches it: a secure origin (127.0.0.1) or a host name on plain http (box.test). */
  readonly origin: string;
  /** Takes away what a test left in the family's folders, so that the next one finds its own in view. */
  readonly tidy: undefined;
}

/** For a test in a file that is run on both origins, of something that does not depend on the origin. */
export const ANY_ORIGIN = { tag: '@any-origin' };

/** For a test of what Chromium has and its headless shell has not, and for the main story. */
export const WHOLE_BROWSER = { tag: '@whole-browser' };

const PLACES = [OWNER, MEMBER, CHILD, 'shared-files'];
const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

export const test = base.extend<TestFixtures, WorkerFixtures>({
  box: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const box = await startBoxProcess({ args: ['--allow-lan-downloads'] });
      await use(box);
      await box.remove();
    },
    { scope: 'worker' },
  ],
  visits: [
    async ({ browser }, use) => {
      const write = process.env['BOXWOOD_VISITED'] === undefined ? undefined : noteVisits(browser);
      await use(undefined);
      write?.();
    },
    { scope: 'worker', auto: true },
  ],
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
