/**
 * What screens show of a box that fails, answers nonsense or is off (`literal-faults.spec.ts` tests what a person does).
 */
import { boxCatalogue } from '@boxwood/box-sdk/messages';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './recorded-test.ts';
import { appIcon, openByPalette, win } from './desktop-page.ts';
import { injectFaults, openTestFolder, press, UI_TIMEOUT, expectMessage, withBox } from './fault-fixture.ts';
import { entry } from './files-page.ts';

const NETWORK = boxCatalogue['failure.network'].en;
const MALFORMED = boxCatalogue['failure.malformed'].en;
const http = (code: number): string => boxCatalogue['failure.http'].en.replace('{status}', String(code));

/** Style sheets that are asked for and not there. */
const styleless = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ sheet }) => sheet === null)
      .map(({ href }) => href),
  );

/** A screen that shows what the box says. */
interface Screen {
  readonly name: string;
  /** The calls behind it, as the simulator names what a fault befalls. */
  readonly calls: readonly string[];
  readonly place: Locator;
  /** Asks the box anew. */
  readonly read: () => Promise<void>;
  /** Visible when it shows what it should. */
  readonly well: Locator;
  /** Words of its own instead of the failure's. */
  readonly words?: string;
}

test('every screen says why it shows nothing, and shows it again by itself @full', async ({ page }) => {
  test.setTimeout(60_000);
  await withBox(async (box) => {
    const files = await openTestFolder(page, box);
    const again = async (name: string, shown: Locator): Promise<void> => {
      if ((await shown.count()) > 0) await press(shown, 'Close');
      await expect(shown).toHaveCount(0);
      await entry(files, name).locator('[data-grab]').dispatchEvent('dblclick');
      await expect(shown).toBeVisible();
    };
    // A browser keeps the pictures that it has, with their neighbours: each round looks at another one.
    let sun = 8;
    await openByPalette(page, 'Task Centre');
    await openByPalette(page, 'Device Status');
    await openByPalette(page, 'Settings');
    const [tasks, status, settings] = [win(page, 'Task Centre'), win(page, 'Device Status'), win(page, 'Settings')];
    const [text, photo] = [win(page, 'letter.txt'), page.getByRole('region', { name: /^sun\d+\.png$/ })];
    const screens: readonly Screen[] = [
      {
        name: 'tasks',
        calls: ['LISTTASK'],
        place: tasks,
        well: tasks.getByText('Nothing is under way'),
        read: () => Promise.resolve(),
      },
      {
        name: 'device status',
        calls: ['GETDEVSTATUS'],
        place: status,
        words: 'The box did not answer the last readings',
        well: status.getByRole('meter', { name: 'Processor', exact: true }),
        read: () => Promise.resolve(),
      },
      {
        name: 'settings',
        calls: ['GETPRODUCTINFO'],
        place: settings,
        well: settings.getByText('Firmware of the box'),
        read: async () => {
          await press(settings, 'Appearance');
          await press(settings, 'About');
        },
      },
      {
        name: 'a text',
        calls: ['get'],
        place: text,
        well: text.getByText('dear box'),
        read: () => again('letter.txt', text),
      },
      {
        name: 'a picture',
        calls: ['get'],
        place: photo,
        well: photo.locator('.yarl__slide_current img'),
        read: () => again(`sun${(sun += 3)}.png`, photo),
      },
      // The last one: the others are opened from it.
      {
        name: 'a folder',
        calls: ['LIST'],
        place: files,
        well: entry(files, 'letter.txt'),
        read: () => press(files, 'Refresh'),
      },
    ];
    const bad = (screen: Screen, words: string | RegExp): Promise<void> =>
      expectMessage(screen.place, screen.words ?? words);
    const healed = async (screen: Screen): Promise<void> => {
      await expect(screen.well, screen.name).toBeVisible(UI_TIMEOUT);
      if (screen.words !== undefined) await expect(screen.place.getByText(screen.words)).toHaveCount(0, UI_TIMEOUT);
    };
    for (const screen of screens) {
      await screen.read();
      await healed(screen);
    }

    // Bytes say their status, calls what it means; a page in between is told from an answer, and not from a file.
    for (const [fault, words, ofBytes] of [
      ['status@500', http(500), http(500)],
      ['status@502', NETWORK, http(502)],
      ['cut@4', NETWORK, NETWORK],
      ['not-json', MALFORMED, null],
    ] as const)
      await test.step(fault, async () => {
        const met = screens.filter(({ calls }) => ofBytes !== null || !calls.includes('get'));
        const [kind, value] = fault.split('@');
        const calls = new Set(met.flatMap((screen) => screen.calls));
        const off = injectFaults(
          box,
          ...[...calls].map((call) => `${kind}-${call}${value === undefined ? '' : `@${value}`}`),
        );
        for (const { read } of met) await read();
        await Promise.all(met.map((screen) => bad(screen, screen.calls.includes('get') ? (ofBytes ?? '') : words)));
        await expect(files.getByText(/^0 items/)).toHaveCount(0);
        off();
        await Promise.all(met.map(healed));
      });

    await test.step('bytes that break before the first of them', async () => {
      const off = injectFaults(box, 'cut-get@0');
      await again('letter.txt', text);
      await expectMessage(text, NETWORK);
      off();
      await expect(text.getByText('dear box')).toBeVisible(UI_TIMEOUT);
    });

    await test.step('switched off and on again', async () => {
      await again('letter.txt', text);
      await box.stop();
      await press(files, 'Refresh');
      await expectMessage(files, NETWORK);
      await expect(files.getByText(/^0 items/)).toHaveCount(0);
      await expect(page.getByText('Connection lost, reconnecting…')).toBeVisible(UI_TIMEOUT);
      await expectMessage(tasks, NETWORK);
      await expectMessage(status, 'The box did not answer the last readings');
      // A part of the page that was not there before.
      await appIcon(page, 'trash').dispatchEvent('click');
      const bin = win(page, 'Recycle bin');
      await expectMessage(bin, 'A part of the page could not be loaded');
      await box.start();
      await Promise.all(screens.filter(({ calls }) => !calls.includes('get')).map(healed));
      await expect(page.getByText('Connection lost, reconnecting…')).toHaveCount(0, UI_TIMEOUT);
      await expect(bin.getByText('The recycle bin is empty')).toBeVisible(UI_TIMEOUT);
      expect(await styleless(page)).toEqual([]);
    });

    await test.step('an answer that comes late', async () => {
      const off = injectFaults(box, 'slow-LIST@4s');
      await press(files, 'Refresh');
      await expectMessage(page.getByRole('status'), 'The box is slow to answer');
      off();
      await expect(page.getByText('The box is slow to answer')).toHaveCount(0, UI_TIMEOUT);
      await expect(entry(files, 'letter.txt')).toBeVisible(UI_TIMEOUT);
    });
  });
});
