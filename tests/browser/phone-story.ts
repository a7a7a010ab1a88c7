/** Shared by the stories of a phone (`phone-stories.spec.ts`): their context, and repeated actions. */
import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { type BoxProcess, PASSWORD } from '../lib/box/box-process.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { entry } from './files-page.ts';
import type { LabelLookup } from './label-lookup.ts';
import { enterByTouch, front, goTo, longPress } from './touch-actions.ts';

/** A user with a phone at a box. */
export interface PhoneStoryContext {
  readonly page: Page;
  readonly box: BoxProcess;
  /** The address of the box as this project reaches it. */
  readonly origin: string;
  readonly isSecure: boolean;
  readonly contextOptions: BrowserContextOptions;
  /** A path on the disk of the box, in the owner's personal space. */
  readonly disk: (...path: readonly string[]) => string;
}

/** Each story runs on both origins, in two languages and two themes. */
export type PhoneStory = readonly [what: string, tell: (hand: PhoneStoryContext) => Promise<void>];

export const button = (at: Page | Locator, name: RegExp): Locator => at.getByRole('button', { name });
export const start = (page: Page): Locator => page.locator('[data-start="files"]');

/** The actions of a user in one language. */
export const createPhoneActions = (say: LabelLookup) => {
  /** A notification covers the last rows, and would receive the next tap on them. */
  const putAway = async (page: Page): Promise<void> => {
    const told = page.getByLabel(say('Close notification'));
    await expect(async () => {
      if ((await told.count()) > 0) await told.first().tap({ timeout: 1_000 });
      await expect(told).toHaveCount(0, { timeout: 500 });
    }).toPass();
  };

  /** Opens the personal space; on a phone in landscape the first page stays next to it. */
  const openOwn = async (page: Page): Promise<Locator> => {
    await goTo(page, 'files');
    // Content that arrives late on the first page moves its rows under the finger.
    await Promise.race([waitForNetworkIdle(page), page.waitForTimeout(3_000)]);
    await putAway(page);
    await start(page)
      .getByRole('button', { name: say.part('Personal space') })
      .tap();
    await expect(front(page).getByRole('heading', { name: say('Personal space') })).toBeVisible();
    return front(page);
  };

  /** Opens a folder of the personal space, starting from the first page. */
  const openFolder = async ({ page }: PhoneStoryContext, name: string): Promise<Locator> => {
    const app = await openOwn(page);
    await enterByTouch(app, name);
    return app;
  };

  /** Selects by a long press; a list that has just loaded may be rendered again under the finger. */
  const select = async (app: Locator, name: string): Promise<void> => {
    const head = app.getByRole('heading', { name: say('{count} selected', { count: '1' }) });
    await expect(async () => {
      if (!(await head.isVisible())) await longPress(app.page(), entry(app, name));
      await expect(head).toBeVisible({ timeout: 2_000 });
    }).toPass();
  };

  /** Chooses an action in the sheet of the selection, or in the bar itself where there is room. */
  const chooseAction = async (app: Locator, name: string): Promise<void> => {
    const page = app.page();
    const bar = app.getByRole('toolbar', { name: say('Actions') });
    if ((await button(bar, say(name)).count()) > 0) await button(bar, say(name)).tap();
    else {
      await button(bar, say('More')).tap();
      await page.getByRole('menuitem', { name: say(name) }).tap();
    }
  };

  const signIn = async (page: Page, user: string): Promise<void> => {
    const form = page.getByRole('tabpanel', { name: say('Account') });
    await form.getByLabel(say('Account')).fill(user);
    await form.getByLabel(say('Password')).fill(PASSWORD);
    await button(page, say('Sign in')).tap();
    await expect(page.locator('[data-place="files"]')).toBeVisible();
  };

  return { openOwn, openFolder, select, act: chooseAction, signIn, putAway };
};
