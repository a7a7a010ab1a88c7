/** The one search: everything that has a name, in one list of groups, by keys alone, and by pinyin. */
import { waitForDesktop, signIn } from './account-page.ts';
import { MEMBER, OWNER, win } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { findTouchFaults, front, goTo } from './touch-actions.ts';

test('files with their places, apps, settings, actions, people and help stand in one list of groups, and keys are enough @full', async ({
  page,
  box,
}) => {
  seed(box, 'Search/周末', { '会议文件.txt': 'x', 'settled.txt': 'x' });
  await signIn(page, OWNER);
  await waitForDesktop(page);
  const search = page.getByRole('dialog', { name: 'Search' });
  const field = search.getByRole('combobox');
  const group = (name: string) => search.getByRole('group', { name, exact: true }).getByRole('option');
  const chosen = search.getByRole('option', { selected: true });
  const ask = async (text: string): Promise<void> => {
    if (!(await search.isVisible())) await page.keyboard.press('Control+k');
    await field.fill(text);
  };

  await ask('sett');
  await expect(group('Apps').first()).toHaveText('Settings');
  await expect(group('Actions').filter({ hasText: 'Desktop settings' })).toBeVisible();
  await expect(group('Files').filter({ hasText: 'settled.txt' })).toContainText('Personal space › Search › 周末');
  await expect(group('Files').filter({ hasText: 'settled.txt' }).locator('img')).toBeVisible();
  // Down from the first group into the next, and round from the top to the end.
  await expect(chosen).toHaveText('Settings');
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText((await search.getByRole('option').last().textContent()) ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText('Settings');

  // By syllables, and by their first letters; an app by its Chinese name.
  for (const typed of ['wenjian', 'hywj']) {
    await ask(typed);
    await expect(group('Files')).toContainText(['会议文件.txt']);
  }
  await ask('rwzx');
  await expect(group('Apps')).toHaveText(['Task Centre']);
  await ask('zhoumo');
  await expect(group('Files').first()).toContainText('周末');
  await page.keyboard.press('Enter');
  const files = win(page, '周末');
  await expect(entry(files, '会议文件.txt')).toBeVisible();
  // In the list as well: typing goes to what begins so.
  await entry(files, 'settled.txt').locator('[data-grab]').click();
  await page.keyboard.type('huiyi');
  await expect(entry(files, '会议文件.txt')).toHaveAttribute('aria-selected', 'true');
  await files.getByRole('button', { name: 'Close', exact: true }).click();

  // What it is called elsewhere, in either language.
  for (const [typed, name] of [
    ['trash', 'Recycle bin'],
    ['sharing', 'My shared links'],
    ['相册', 'Photos'],
  ] as const) {
    await ask(typed);
    await expect(group('Apps').filter({ hasText: name })).toBeVisible();
  }
  await ask('log out');
  await expect(group('Actions').first()).toHaveText('Sign out');

  // A person, and what the help says.
  await ask(MEMBER);
  await expect(group('People').first()).toContainText(MEMBER);
  await page.keyboard.press('Enter');
  await expect(win(page, 'Account Management').getByRole('heading', { name: 'People of this box' })).toBeVisible();
  await ask('restore something');
  await expect(group('Help')).toHaveText(['Undo or restore something']);
  await page.keyboard.press('Enter');
  await expect(win(page, 'Help').locator('[data-asked]')).toContainText('Undo or restore something');
  // What is nowhere is said.
  await ask('zzqx');
  await expect(search.getByText('No results.')).toBeVisible();
});

test.describe('in a hand @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the search of the first page is the same one: files that open at once, folders, apps, people, help and settings, by a tap', async ({
    page,
    box,
  }) => {
    test.slow();
    seed(box, 'Search/周末', { '会议文件.txt': 'hello from the meeting', 'settled.txt': 'x' });
    let comes: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      comes = resolve;
    });
    await page.route('**/assets/DesktopPanels-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await signIn(page, OWNER);
    const start = page.locator('[data-start="files"]');
    await expect(start).toBeVisible();
    const search = page.getByRole('dialog', { name: 'Search' });
    const option = (group: string, name: string) =>
      search.getByRole('group', { name: group, exact: true }).getByRole('option', { name });
    const ask = async (text: string): Promise<void> => {
      await start.getByRole('button', { name: 'Search everything' }).tap();
      await search.getByRole('combobox').fill(text);
    };
    /** What was opened is closed by Back, and the first page is there again. */
    const back = async (): Promise<void> => {
      await page.goBack();
      await expect(start).toBeVisible();
    };

    // The keyboard is there from the tap on, and what is typed before the search has come is not lost.
    await start.getByRole('button', { name: 'Search everything' }).tap();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.type('sett');
    await expect(search).toHaveCount(0);
    comes();
    await expect(search.getByRole('combobox')).toHaveValue('sett');
    await expect(search.getByRole('combobox')).toBeFocused();
    await expect(option('Apps', 'Settings')).toBeVisible();
    await expect(option('Files', 'settled.txt')).toContainText('Personal space › Search › 周末');
    await expect(option('Files', 'settled.txt').locator('img')).toBeVisible();
    // There is no desktop to furnish.
    await expect(search.getByRole('option', { name: 'Desktop settings' })).toHaveCount(0);
    expect(await findTouchFaults(page)).toEqual([]);
    await search.getByRole('combobox').fill('hywj');
    await option('Files', '会议文件.txt').tap();
    await expect(front(page).getByText('hello from the meeting')).toBeVisible();
    await back();

    await ask('zhoumo');
    await option('Files', '周末').first().tap();
    await expect(entry(front(page), 'settled.txt')).toBeVisible();
    await goTo(page, 'files');

    await ask(MEMBER);
    await option('People', MEMBER).tap();
    await expect(front(page).getByRole('heading', { name: 'People of this box' })).toBeVisible();
    await back();
    await ask('restore something');
    await option('Help', 'Undo or restore something').tap();
    await expect(front(page).locator('[data-asked]')).toContainText('Undo or restore something');
    await back();

    // What led to a file is offered as a search again, what led to a help page is not.
    await start.getByRole('button', { name: 'Search everything' }).tap();
    const again = search.getByRole('group', { name: 'Searched before' }).getByRole('button');
    await expect(again).toHaveText(['zhoumo', 'hywj']);
    await again.last().tap();
    await expect(option('Files', '会议文件.txt')).toBeVisible();
    await page.goBack();
    await expect(search).toHaveCount(0);

    // What is found is narrowed in Files, by its chips.
    await ask('settled');
    await search.getByRole('option', { name: 'Search by kind, year or size' }).tap();
    await expect(entry(front(page), 'settled.txt')).toBeVisible();
    await expect(front(page).getByRole('button', { name: 'Pictures', exact: true })).toBeVisible();
    await back();
    await ask('zzqx');
    await expect(search.getByText('No results.')).toBeVisible();
    await page.goBack();
    await expect(search).toHaveCount(0);
    await expect(start).toBeVisible();
  });
});
