import { MEMBER, openByPalette, OWNER, settingsMenu, signInOffline, win } from './desktop-page.ts';
import { ANY_ORIGIN, expect, test } from './fixtures.ts';

test.use({ viewport: { width: 1600, height: 1000 } });

test('SHELL-19 SHELL-20 SHELL-31: the box menu opens Box Info and offers no other box on a LAN link @full', async ({
  page,
}) => {
  await signInOffline(page);
  await page.getByRole('button', { name: /^Box / }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Box info']);
  await page.getByRole('menuitem', { name: 'Box info' }).click();
  await expect(win(page, 'Box Info')).toBeVisible();
  await expect(win(page, 'Box Info')).toContainText('Test box');
});

test('SHELL-21 SHELL-22 ROLE-11: on a LAN direct link the network menu lists the LAN IP alone @full', async ({
  page,
}) => {
  await signInOffline(page);
  await page.getByRole('button', { name: 'Network: direct' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('LAN IP');
  await expect(menu).not.toContainText('WAN IP');
  await expect(menu).not.toContainText('IPv6');
});

test(
  'SHELL-24 SHELL-32: the user menu shows who it is, the Personal Center, account management and logout @full',
  ANY_ORIGIN,
  async ({ page }) => {
    await signInOffline(page);
    await page.getByRole('button', { name: `Account ${OWNER}` }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Personal Centre', 'Account Management', 'Sign out']);
    await expect(page.getByRole('menu')).toContainText(OWNER);
    await page.getByRole('menuitem', { name: 'Account Management' }).click();
    await expect(win(page, 'Account Management')).toContainText('Not available offline');
  },
);

test(
  'ACCOUNT-13: offline nobody changes a password, and no feedback is written; both pages say why @full',
  ANY_ORIGIN,
  async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await signInOffline(page);
    await page.getByRole('button', { name: `Account ${OWNER}` }).click();
    await page.getByRole('menuitem', { name: 'Personal Centre' }).click();
    await expect(win(page, 'Account Management')).toContainText('Not available offline');
    await expect(win(page, 'Account Management').getByRole('button', { name: /Change/ })).toHaveCount(0);
    await openByPalette(page, 'Settings');
    await win(page, 'Settings').getByRole('button', { name: 'Feedback' }).click();
    await expect(win(page, 'Settings')).toContainText('Not available offline');
    expect(sent.filter((path) => path.startsWith('/account/'))).toEqual([]);
  },
);

test('SHELL-25 MSG-08: there is no message icon on a LAN link @full', ANY_ORIGIN, async ({ page }) => {
  await signInOffline(page);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Messages/ })).toHaveCount(0);
});

test(
  'SHELL-28: the settings menu lists version, wallpaper, buttons, reboot, shutdown, About, update log and sign-out @full',
  ANY_ORIGIN,
  async ({ page }) => {
    await signInOffline(page);
    await settingsMenu(page);
    await expect(page.getByRole('menu')).toContainText('Version 1.0.7 beta');
    const entries = await page.getByRole('menuitem').allTextContents();
    for (const name of ['Wallpaper', 'Button position', 'Reboot', 'Shutdown', 'About', 'Update log', 'Sign out']) {
      expect(entries).toContain(name);
    }
  },
);

test('SHELL-29: the task menu opens the Task Centre on tasks and on uploads @full', ANY_ORIGIN, async ({ page }) => {
  await signInOffline(page);
  const tasks = page.getByRole('banner').getByRole('button', { name: /^Tasks/ });
  await tasks.click();
  await page.getByRole('menuitem', { name: 'Upload tasks' }).click();
  const window = win(page, 'Task Centre');
  await expect(window.getByRole('button', { name: 'Upload tasks' })).toHaveAttribute('aria-current', 'page');
  await tasks.click();
  await page.getByRole('menuitem', { name: 'Basic tasks' }).click();
  await expect(window.getByRole('button', { name: 'Basic tasks' })).toHaveAttribute('aria-current', 'page');
  await expect(window).toHaveCount(1);
});

test(
  'SHELL-30 SHELL-42 PROD-19: About is page 1 and the update log page 4 of the one Settings window, which is raised @full',
  ANY_ORIGIN,
  async ({ page }) => {
    await signInOffline(page);
    await settingsMenu(page);
    await page.getByRole('menuitem', { name: 'Update log' }).click();
    const window = win(page, 'Settings');
    await expect(window.getByRole('button', { name: 'Update log' })).toHaveAttribute('aria-current', 'page');
    await window.getByRole('button', { name: 'Minimise' }).click();
    await settingsMenu(page);
    await page.getByRole('menuitem', { name: 'About' }).click();
    await expect(window).toHaveCount(1);
    await expect(window).toBeVisible();
    await expect(window.getByRole('button', { name: 'About' })).toHaveAttribute('aria-current', 'page');
    await expect(window).toContainText('1.0.7 beta');
  },
);

test(
  'ROLE-02 PROD-02: what belongs to the administrator is neither offered nor opened for an ordinary user @full',
  ANY_ORIGIN,
  async ({ page }) => {
    await signInOffline(page, MEMBER);
    await page.getByRole('button', { name: /^Box / }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Box info']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Container Service');
    await expect(page.getByRole('option')).toHaveCount(0);
  },
);

test('SYSTEM-04: an ordinary user may not shut the box down', ANY_ORIGIN, async ({ page }) => {
  await signInOffline(page, MEMBER);
  await settingsMenu(page);
  await page.getByRole('menuitem', { name: 'Shutdown' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('no permission');
});
