import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createLocalFiles } from './local-files.ts';
import { enter, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

const COUNT = 700;
/** As many as go together to the box are looked at by the page, so that the first go up at once. */
const AT_ONCE = 256;
const names = Array.from({ length: COUNT }, (_, at) => `${String(at)}.txt`);

/** Counts the looks at a file's size by the page itself: each is a question to the disk, for which the page stands still. */
const countLooks = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const whole = Object.getOwnPropertyDescriptor(Blob.prototype, 'size');
    let looks = 0;
    Object.defineProperty(File.prototype, 'size', {
      get(this: File): unknown {
        looks += 1;
        return whole?.get?.call(this);
      },
    });
    Object.defineProperty(globalThis, 'looksAtFiles', { get: () => looks });
  });
};
const looks = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(globalThis, 'looksAtFiles')));

/** Chooses a folder of many files and waits until all of them are on the box, as they are on the computer. */
const uploadMany = async (page: Page, root: string): Promise<void> => {
  const computer = createLocalFiles(Object.fromEntries(names.map((name) => [`Notes/${name}`, `this is ${name}`])));
  await page.locator('input[data-choose="folder"]').setInputFiles(join(computer, 'Notes'));
  const there = join(root, 'Notes');
  await expect.poll(() => (existsSync(there) ? readdirSync(there).length : 0), { timeout: 60_000 }).toBe(COUNT);
  for (const name of names) {
    expect(readFileSync(join(there, name), 'utf8')).toBe(`this is ${name}`);
    const [arrived, sent] = [join(there, name), join(computer, 'Notes', name)].map((path) => statSync(path).mtimeMs);
    expect(Math.floor((arrived ?? 0) / 1000)).toBe(Math.floor((sent ?? 1) / 1000));
  }
  rmSync(computer, { recursive: true });
};

test('many files are looked at away from the page, which stays free for the person @full', async ({ page, box }) => {
  await countLooks(page);
  const root = seed(box, 'Looked', {});
  const window = await openFiles(page);
  await enter(window, 'Looked');
  const before = await looks(page);
  await uploadMany(page, root);
  const own = (await looks(page)) - before;
  expect(own).toBeGreaterThan(0);
  expect(own).toBeLessThanOrEqual(AT_ONCE);
});

test('where they cannot be, the page looks at them itself @full', async ({ page, box }) => {
  let refused = 0;
  await page.route(/\/inspect-files-worker-[^/]+\.js$/, async (route) => {
    refused += 1;
    await route.abort();
  });
  await countLooks(page);
  const root = seed(box, 'Looked at here', {});
  const window = await openFiles(page);
  await enter(window, 'Looked at here');
  await uploadMany(page, root);
  expect(refused).toBe(1);
  expect(await looks(page)).toBeGreaterThanOrEqual(COUNT);
});
