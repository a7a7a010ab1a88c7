/** Ten stories of a family, by touch alone (phone.md): one phone, from the first run of a box on; the screens are those of phones that people have. */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { isThumbnailUrl, watchConsole } from './desktop-page.ts';
import type { PhoneStoryContext, PhoneStory } from './phone-story.ts';
import { storiesOfFiles } from './phone-stories-files.ts';
import { storiesOfPeople } from './phone-stories-people.ts';
import { type LabelLookup, createLabelLookup } from './label-lookup.ts';
import { findTouchFaults } from './touch-actions.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
] as const;

/** On a secure page by daylight in English, on plain http at night in Chinese. */
const LOOKS = {
  en: { locale: 'en-US', colorScheme: 'light' },
  zh: { locale: 'zh-CN', colorScheme: 'dark' },
} as const;

/** The stories in the words of one language, one after the other. */
const storiesIn = (say: LabelLookup): readonly PhoneStory[] => {
  const files = storiesOfFiles(say);
  const people = storiesOfPeople(say);
  return [
    people.setUp,
    files.upload,
    files.select,
    people.share,
    files.find,
    files.rename,
    files.open,
    people.safe,
    people.invite,
    people.eject,
    people.shareFolder,
  ];
};

test('ten stories by touch alone, on phones of four sizes and a tablet', async ({ browser }, { project }) => {
  test.setTimeout(300_000);
  const isSecure = project.metadata['host'] === '127.0.0.1';
  const language = isSecure ? 'en' : 'zh';
  const stories = storiesIn(createLabelLookup(language));
  const look = { ...LOOKS[language], hasTouch: true, isMobile: true, viewport: SIZES[0] };
  const page = await (await browser.newContext(look)).newPage();
  page.setDefaultTimeout(20_000);
  const box = await startBoxProcess({ withUsers: false });
  const errors = watchConsole(page, isThumbnailUrl);
  const origin = `http://${String(project.metadata['host'])}:${box.port}`;
  const hand: PhoneStoryContext = {
    page,
    box,
    origin,
    isSecure,
    contextOptions: look,
    disk: (...path) => join(box.usb1, OWNER, ...path),
  };
  try {
    for (const [at, [what, tell]] of stories.entries()) {
      await test.step(what, async () => {
        // In the other language on another screen.
        await page.setViewportSize(SIZES[(at + (isSecure ? 0 : 2)) % SIZES.length] ?? SIZES[0]);
        await tell(hand);
        expect(await findTouchFaults(page), what).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.lang), what).toMatch(new RegExp(`^${language}`));
      });
    }
    expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  } finally {
    await page.context().close();
    await box.remove();
  }
});
