/** Tests of the catalogue: a build of it under the content policy, which reports nothing to the console. */
import { expect, test as base, type Locator } from '@playwright/test';
import { serveCatalogue, type Catalogue } from './catalogue-server.ts';

export const test = base.extend<
  { readonly open: (section: string, theme?: string) => Promise<void> },
  { readonly catalogue: Catalogue }
>({
  catalogue: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const catalogue = await serveCatalogue();
      await use(catalogue);
      await catalogue.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  open: async ({ page, catalogue }, use) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await use(async (section, theme = 'light') => {
      await page.goto(`${catalogue.url}?section=${section}&theme=${theme}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    });
    expect(problems).toEqual([]);
  },
});

export async function centre(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
