/** A box that is not ours, with the built desktop, in one language: shared by the stories of `literal*.spec.ts`. */
import type { SimulatedBox } from '@boxwood/box-simulator';
import { createSimulatedBox, MODELS } from '@boxwood/box-simulator';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { commonMessages } from '../../apps/desktop/src/kit/app/messages.ts';
import { dialogMessages } from '../../apps/desktop/src/apps/files/dialogs/messages.ts';
import { shareMessages } from '../../apps/desktop/src/kit/files/share/messages.ts';
import { messages as files } from '../../apps/desktop/src/apps/files/all-messages.ts';
import { gateMessages } from '../../apps/desktop/src/kit/files/gate/messages.ts';
import { fileMessages } from '../../apps/desktop/src/kit/files/messages.ts';
import { receiveMessages } from '../../apps/desktop/src/kit/files/receive/messages.ts';
import type { LocalizedText } from '../../apps/desktop/src/platform/i18n/define-messages.ts';
import type { Language } from '../../apps/desktop/src/platform/i18n/language.ts';
import { LANGUAGES } from '../../apps/desktop/src/platform/i18n/language.ts';
import { Languages } from '../../apps/desktop/src/platform/i18n/languages.ts';
import { desktopMessages } from '../../apps/desktop/src/shell/desktop/desktop-messages.ts';
import { panelMessages } from '../../apps/desktop/src/shell/panels/panel-messages.ts';
import { boxMessages } from '../../apps/desktop/src/shell/sign-in/box-messages.ts';
import { signIn } from '../../apps/desktop/src/shell/sign-in/messages.ts';
import { offline } from '../../apps/desktop/src/shell/sign-in/offline-messages.ts';
import { TEST_USERS } from '../lib/box/box-process.ts';
import { desktopDist } from '../lib/desktop-size.ts';
import { OWNER, PASSWORD, win } from './desktop-page.ts';
import * as english from './files-page.ts';
import { test } from './recorded-test.ts';

const pages = desktopDist();
/** The folder for optional screenshots for review. */
const SHOTS = process.env['BOXWOOD_SHOTS'];

export type Model = (typeof MODELS)[number];
export const HOME = `/mnt/usb1/${OWNER}`;

/** The labels of the desktop in one language, from its message catalogues. */
const labelsIn = (language: Language) => {
  const languages = new Languages(language);
  return {
    of: languages.text.bind(languages),
    title: ({ en, zh }: LocalizedText): string => (language === 'en' ? en : zh),
    common: languages.text(commonMessages),
    dialogs: languages.text(dialogMessages),
    share: languages.text(shareMessages),
    files: languages.text(files),
    gate: languages.text(gateMessages),
    kit: languages.text(fileMessages),
    receive: languages.text(receiveMessages),
    desk: languages.text(desktopMessages),
    panels: languages.text(panelMessages),
    signIn: languages.text(signIn),
    offline: languages.text(offline),
    boxes: languages.text(boxMessages),
  };
};

/** A page with a simulated box, and what a user does there in their language. */
export class LiteralDesktop {
  readonly page: Page;
  readonly box: SimulatedBox;
  readonly language: Language;
  readonly labels: ReturnType<typeof labelsIn>;
  /** The labels of the parts of a file browser window. */
  readonly parts: english.FileBrowserLabels;

  constructor(page: Page, box: SimulatedBox, language: Language) {
    this.page = page;
    this.box = box;
    this.language = language;
    this.labels = labelsIn(language);
    const { files: t } = this.labels;
    this.parts = {
      places: t('places'),
      files: t('files'),
      path: t('path'),
      refresh: t('refresh'),
      menu: t('fileMenu'),
    };
  }

  /** A screenshot for review (`BOXWOOD_SHOTS=folder`). */
  async shot(name: string): Promise<void> {
    if (SHOTS === undefined) return;
    const path = `${SHOTS}/${this.box.model} ${this.language} ${name}.png`;
    await this.page.screenshot({ path, animations: 'disabled' });
  }

  /** Signs in with an account that has this one box, and opens the box. */
  async byAccount(): Promise<void> {
    await this.enterAccount();
    await this.arrive();
  }

  /** The same, without waiting for the desktop: a phone has no top bar. */
  async enterAccount(): Promise<void> {
    const { signIn: t } = this.labels;
    await this.page.goto(`${this.box.origin}/?auto=N`);
    const form = this.page.getByRole('tabpanel', { name: t('accountTab'), exact: true });
    await form.getByLabel(t('account'), { exact: true }).fill(OWNER);
    await form.getByLabel(t('password'), { exact: true }).fill(PASSWORD);
    await this.shot('sign-in');
    await this.press(t('signIn'));
  }

  /** Waits for the desktop. */
  async arrive(): Promise<void> {
    await this.page.waitForURL('**/home');
    await this.page.getByRole('banner', { name: this.labels.desk('topBar') }).waitFor();
  }

  /** Signs in at the box itself. */
  async offline(): Promise<void> {
    const { signIn, offline: t } = this.labels;
    await this.page.goto(`${this.box.origin}/?auto=N`);
    await this.page.getByRole('tab', { name: signIn('offlineTab') }).click();
    const form = this.page.getByRole('tabpanel', { name: signIn('offlineTab'), exact: true });
    await form.getByLabel(t('userName')).fill(OWNER);
    await form.getByLabel(t('password'), { exact: true }).fill(PASSWORD);
    await form.getByRole('button', { name: t('signInOffline') }).click();
    await this.page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('offlineContinue') })
      .click();
    await this.arrive();
  }

  /** Opens an app from the command palette. */
  async open(app: { readonly title: LocalizedText }): Promise<Locator> {
    const name = this.labels.title(app.title);
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('combobox', { name: this.labels.panels('paletteHint') }).fill(name);
    await this.page.getByRole('option', { name }).first().click();
    await win(this.page, name).waitFor();
    return win(this.page, name);
  }

  /** The names that the palette finds for a text. */
  async searchResults(text: string): Promise<readonly string[]> {
    await this.page.keyboard.press('Control+k');
    const field = this.page.getByRole('combobox', { name: this.labels.panels('paletteHint') });
    await field.fill(text);
    const searchResults = await this.page.getByRole('option').allTextContents();
    await this.page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    return searchResults;
  }

  /** Presses the button of this name. */
  press(name: string, within: Locator | Page = this.page): Promise<void> {
    return within.getByRole('button', { name, exact: true }).click();
  }

  /** Opens a file browser window. */
  async browser(): Promise<Locator> {
    await this.page.locator('nav [data-app="files"]').click();
    const window = english.browsers(this.page, this.parts).first();
    await expect(english.listOf(window, this.parts)).toBeVisible();
    return window;
  }

  /** Goes to a place, and down a path of folders. */
  async go(window: Locator, place: string, ...way: readonly string[]): Promise<void> {
    await this.press(place, window.getByRole('navigation', { name: this.parts.places }));
    for (const name of way) await english.enter(window, name, this.parts);
  }

  enter(window: Locator, name: string): Promise<void> {
    return english.enter(window, name, this.parts);
  }

  menuOn(window: Locator, name: string): Promise<Locator> {
    return english.openContextMenu(window, name, this.parts);
  }

  /** Chooses an entry in the submenu of a file. */
  async choose(window: Locator, name: string, group: string, item: string): Promise<void> {
    await (await this.menuOn(window, name)).getByRole('menuitem', { name: group, exact: true }).hover();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Uploads a file through the browser's file picker. */
  upload(name: string, content: string): Promise<void> {
    return this.page
      .locator('input[data-choose="files"]')
      .first()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  }
}

/** Where a story runs: on every model by default, with the newest firmware of the model. */
export interface StoryOptions {
  readonly models?: readonly Model[];
  /** The languages, assigned to the models in rotation. */
  readonly languages?: readonly Language[];
  readonly version?: string;
  /** Plugins that the box does not have. */
  readonly without?: readonly string[];
}

/**
 * Defines the same story on every model, alternating both languages: a model's features and the labels are independent
 * (the types ensure that every label has both languages).
 */
export const defineStory = (
  title: string,
  files: Readonly<Record<string, string>>,
  story: (desk: LiteralDesktop, model: Model) => Promise<void>,
  { models = MODELS, languages = LANGUAGES, version, without = [] }: StoryOptions = {},
): void => {
  for (const [at, model] of models.entries()) {
    const language = languages[at % languages.length] ?? 'en';
    test.describe(language, () => {
      test.use({ locale: language });
      test(`${model}: ${title} @full`, async ({ page }) => {
        test.slow();
        page.setDefaultTimeout(20_000);
        const box = await createSimulatedBox({
          model,
          users: TEST_USERS,
          pages,
          files,
          without,
          ...(version === undefined ? {} : { version }),
        });
        try {
          await story(new LiteralDesktop(page, box, language), model);
        } finally {
          await box.close();
        }
      });
    });
  }
};
