/** Finds visible texts and accessible names on the page that a user at home should not see. */
import type { Page } from '@playwright/test';
import { hasJargon } from '../../apps/desktop/src/platform/i18n/testing/jargon.ts';

/**
 * The visible lines of the page, values and placeholders of fields, and names of controls; except elements marked as
 * another language.
 */
const visibleTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) => one.checkVisibility() && one.closest('body [lang]') === null,
    );
    const texts = shown.flatMap((one) =>
      [...one.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
    );
    const names = shown.flatMap((one) =>
      ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    );
    const held = shown.map((one) =>
      (one instanceof HTMLInputElement && one.type !== 'hidden') || one instanceof HTMLTextAreaElement ? one.value : '',
    );
    return [...texts, ...names, ...held].map((text) => text.trim()).filter(Boolean);
  });

/** A placeholder that was not filled, or the key of a missing message. */
const BROKEN = /\{[a-zA-Z]+\}|^[a-z]+[A-Z][a-zA-Z]+$/;
/** An English sentence among Chinese. */
const ENGLISH = /\b[a-z]+(?: [a-z']+){4}/;

/** Technical terms, broken texts and texts in the wrong language on the page; each line once. */
export const findUnclearTexts = async (page: Page): Promise<readonly string[]> => {
  const chinese = (await page.locator('html').getAttribute('lang')) === 'zh-CN';
  const lines = new Set(await visibleTexts(page));
  return [...lines].filter((line) => hasJargon(line) || BROKEN.test(line) || (chinese && ENGLISH.test(line)));
};
