import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe, before its first look at a page or the next one. Its text, half a megabyte, goes to a page once, and of what it finds only the
 * violations come back, which takes half the time. Frames of other origins, for which it would open a second page each time, are nowhere here.
 */
export const axeOn = async (page: Page): Promise<AxeBuilder> => {
  const [, ...frames] = page.frames();
  const isThere = frames.length === 0 && (await page.evaluate(() => 'axe' in window));
  return new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
};
