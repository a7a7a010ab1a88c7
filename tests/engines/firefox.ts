import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type KeyInput } from 'puppeteer-core';
import type { Engine } from './engine.ts';

/** Debian's Firefox without a window, by WebDriver BiDi. `prefs` are settings of `about:config`. */
export const startFirefox = async (
  executablePath: string,
  prefs: Readonly<Record<string, unknown>> = {},
): Promise<Engine> => {
  const userDataDir = mkdtempSync(join(tmpdir(), 'boxwood-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    userDataDir,
    headless: true,
    args: ['--width=1280', '--height=900'],
    handleSIGTERM: false,
    defaultViewport: null,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1, ...prefs },
  });
  const [page = await browser.newPage()] = await browser.pages();
  return {
    name: 'Firefox',
    go: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    run: async (look, ...args) => {
      // Sent as text together with its arguments, because the function exists only in this process.
      const answer: unknown = await page.evaluate(`(${look.toString()})(...${JSON.stringify(args)})`);
      return answer as ReturnType<typeof look>; // `run` only returns JSON
    },
    press: async ([first, ...rest], button = 'left', clicks = 1) => {
      if (first === undefined) return;
      if (rest.length === 0) {
        await page.mouse.click(...first, { button, count: clicks });
        return;
      }
      await page.mouse.move(...first);
      await page.mouse.down({ button });
      for (const point of rest) await page.mouse.move(...point, { steps: 4 });
      await page.mouse.up({ button });
    },
    keys: async (keys) => {
      for (const key of keys) await page.keyboard.down(key satisfies KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key satisfies KeyInput);
    },
    type: (text) => page.keyboard.type(text),
    choose: async (selector, paths) => {
      const input = await page.$(selector);
      const files = await input?.toElement('input');
      await files?.uploadFile(...paths);
    },
    picture: () => page.screenshot(),
    close: async () => {
      await browser.close();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
