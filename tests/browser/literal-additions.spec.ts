/** The desktop at a box without what this project adds to the specification: it goes another way, or says so in plain words. */
import { expect } from '@playwright/test';
import { activity } from '../../apps/desktop/src/apps/activity/manifest.ts';
import { messages as activityWords } from '../../apps/desktop/src/apps/activity/messages.ts';
import { search } from '../../apps/desktop/src/apps/files/manifest.ts';
import { domainMessages as told } from '../../apps/desktop/src/platform/i18n/domain-messages.ts';
import { entry, listOf, names } from './files-page.ts';
import { HOME, defineStory } from './literal-desktop.ts';

const MANY = 600;
const PLACES = {
  [`${HOME}/Trip/深/needle a.txt`]: 'a',
  [`${HOME}/Trip/needle big.bin`]: 'x'.repeat(2_000_000),
  '/mnt/usb1/shared-files/needle b.txt': 'b',
  '/mnt/extdev/stick/old/Needle c.txt': 'c',
  ...Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`${HOME}/Many/pin ${at}.txt`, 'x'])),
};

defineStory(
  'P-14: a search over all places asks them one after the other, and says when there may be more',
  PLACES,
  async (desk) => {
    const { page, box, labels } = desk;
    const { files } = labels;
    await desk.byAccount();
    const window = await desk.open(search);
    const field = window.getByRole('searchbox');
    const look = async (text: string): Promise<void> => {
      await field.fill(text);
      await field.press('Enter');
    };
    await look('needle');
    await expect.poll(() => names(window)).toEqual(['needle a.txt', 'needle b.txt', 'needle big.bin', 'Needle c.txt']);
    const asked = (): number => box.requests.filter(({ command }) => command === 'SEARCH').length;
    // One that was typed over may have gone before its answer, and the next one asks as well.
    const atFirst = asked();
    expect(atFirst).toBeGreaterThan(0);
    const more = window.getByRole('note').filter({ hasText: files('resultsPart') });
    await expect(more).toHaveCount(0);
    await desk.shot('found');
    const least = window.getByRole('textbox', { name: files('sizeFrom') });
    // The panel closes over what was found.
    await desk.press(files('advanced'), window);
    await least.fill('1');
    await look('needle');
    await expect.poll(() => names(window)).toEqual(['needle big.bin']);
    await desk.press(files('advanced'), window);
    await least.fill('');
    await look('pin ');
    await expect(more).toBeVisible();
    await expect(window.getByText(files('total', { count: 500 }))).toBeVisible();
    await expect.poll(async () => (await names(window)).slice(0, 2)).toEqual(['pin 0.txt', 'pin 1.txt']);
    await desk.press(files('nextPage'), window);
    await expect.poll(async () => (await names(window))[0]).toBe('pin 50.txt');
    await desk.shot('found in part');
    // Once it has the answer, it does not ask again whether the box searches by itself.
    expect(asked()).toBe(atFirst);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  },
  { models: ['N3'], languages: ['zh-CN'] },
);

defineStory(
  'what only some boxes offer is told in plain words: undo, the list of changes, checksums, what takes the space',
  { [`${HOME}/Trip/letter.txt`]: 'dear box' },
  async (desk) => {
    const { page, labels } = desk;
    const { files, kit, dialogs } = labels;
    const plain = labels.of(told);
    await desk.byAccount();
    const window = await desk.browser();
    await desk.go(window, kit('place1'), 'Trip');
    await listOf(window, desk.parts).focus();
    await page.keyboard.press('Control+z');
    await expect(page.getByText(plain('box.noUndo')).first()).toBeVisible();
    const details = page.getByRole('dialog', { name: dialogs('details') });
    await (await desk.menuOn(window, 'letter.txt')).getByRole('menuitem', { name: files('details') }).click();
    await desk.press(dialogs('checksumAsk'), details);
    await expect(details.getByText(plain('box.notOffered'))).toBeVisible();
    await desk.shot('no checksum');
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await desk.go(window, kit('place1'));
    await (await desk.menuOn(window, 'Trip')).getByRole('menuitem', { name: files('details') }).click();
    await desk.press(dialogs('space'), details);
    await expect(details.getByText(plain('box.notOffered'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(entry(window, 'Trip')).toBeVisible();

    const list = await desk.open(activity);
    await expect(list.getByText(labels.of(activityWords)('notKept'))).toBeVisible();
    await desk.shot('activity');
  },
  { models: ['N3'] },
);
