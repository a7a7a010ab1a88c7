/** What stands on the page, by sight or by name, and should not be read at home. */
import type { Page } from '@playwright/test';
import { isForeign } from '../../apps/desktop/src/i18n/testing/plain-words.ts';

/** The lines of the page that are seen, what fields hold and ask for, and what controls are called by; but what says that it is of another language. */
const said = (page: Page): Promise<readonly string[]> =>
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

/** A hole of a text that nobody filled, or the key of a text that is not there. */
const BROKEN = /\{[a-zA-Z]+\}|^[a-z]+[A-Z][a-zA-Z]+$/;
/** A sentence of English among Chinese. */
const ENGLISH = /\b[a-z]+(?: [a-z']+){4}/;

/** What on the page is a word of the machine, broken, or in the wrong language; each line once. */
export const notAtHome = async (page: Page): Promise<readonly string[]> => {
  const chinese = (await page.locator('html').getAttribute('lang')) === 'zh-CN';
  const lines = new Set(await said(page));
  return [...lines].filter((line) => isForeign(line) || BROKEN.test(line) || (chinese && ENGLISH.test(line)));
};
