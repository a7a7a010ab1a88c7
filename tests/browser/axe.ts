import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Prepares axe before an analysis of a page. Its script of half a megabyte is sent to a page once, and only violations
 * are returned, which takes half the time. Frames of other origins, for which it would open a second page each time, do
 * not occur here.
 */
export const axeOn = async (page: Page): Promise<AxeBuilder> => {
  const [, ...frames] = page.frames();
  const isThere = frames.length === 0 && (await page.evaluate(() => 'axe' in window));
  return new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
};
