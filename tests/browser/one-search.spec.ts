/** The one search: everything that has a name, in one list of groups, by keys alone, and by pinyin. */
import { arrive, signIn } from './account-desk.ts';
import { MEMBER, OWNER, win } from './desk.ts';
import { entry, seed } from './files-desk.ts';
import { expect, test } from './fixtures.ts';

test('files with their places, apps, settings, actions, people and help stand in one list of groups, and keys are enough', async ({
  page,
  box,
}) => {
  seed(box, 'Search/周末', { '会议文件.txt': 'x', 'settled.txt': 'x' });
  await signIn(page, OWNER);
  await arrive(page);
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

  // A person, and what the help says.
  await ask(MEMBER);
  await expect(group('People').first()).toContainText(MEMBER);
  await page.keyboard.press('Enter');
  await expect(win(page, 'Account Management').getByRole('heading', { name: 'People of this box' })).toBeVisible();
  await ask('get something');
  await expect(group('Help')).toHaveText(['Get something back']);
  await page.keyboard.press('Enter');
  await expect(win(page, 'Help').locator('[data-asked]')).toContainText('Get something back');
  // What is nowhere is said.
  await ask('zzqx');
  await expect(search.getByText('Nothing is called like that.')).toBeVisible();
});
