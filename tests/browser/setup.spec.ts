import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './recorded-test.ts';
import { openByPalette, PASSWORD, win } from './desktop-page.ts';
import { MEMBER, startBoxProcess } from '../lib/box/box-process.ts';
import { startHostProcess } from '../lib/box/host-process.ts';

test('first run: the one-time link names the box and creates its owner; afterwards it is spent', async ({ page }) => {
  const box = await startBoxProcess({ withUsers: false });
  try {
    await page.goto(`${box.origin}/?auto=N`);
    await expect(page.getByRole('status')).toContainText('This box is new');
    await page.goto(`${box.origin}/?setup=${box.setupCode ?? ''}`);
    await expect(page.getByRole('heading', { name: 'Set up this box' })).toBeVisible();
    await page.getByRole('button', { name: 'Create and sign in' }).click();
    for (const said of ['The box needs a name', 'Choose a user name', 'Choose a password'])
      await expect(page.getByText(said)).toBeVisible();
    await page.getByLabel('Name of the box').fill('The attic of the old house');
    await page.getByLabel('Your user name').fill('Annabel');
    await page.getByLabel('Password', { exact: true }).fill('hedge');
    for (const said of ['At most 20 characters; these are 26', 'Only a to z', 'At least 6 characters; these are 5'])
      await expect(page.getByText(said)).toBeVisible();
    await page.getByLabel('Name of the box').fill('Attic');
    await page.getByLabel('Your user name').fill('annabel');
    await page.getByLabel('Password', { exact: true }).fill('hedge-in-june');
    await page.getByLabel('Password again').fill('hedge-in-july');
    await page.getByRole('button', { name: 'Create and sign in' }).click();
    await expect(page.getByText('The two entries differ')).toBeVisible();
    const choose = async (password: string) => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Password again').fill(password);
      await page.getByRole('button', { name: 'Create and sign in' }).click();
    };
    await choose('attic-2026');
    await expect(page.getByRole('alert')).toContainText('Many people use this password, or it is a name with digits');
    await choose('hedge-in-june');
    await expect(page.getByRole('heading', { name: 'Set up this box' })).toBeHidden();
    await page.goto(`${box.origin}/?setup=${box.setupCode ?? ''}`);
    await expect(page.getByRole('heading', { name: 'This box is set up already' })).toBeVisible();
  } finally {
    await box.remove();
  }
});

const enter = async (page: Page, origin: string, user: string): Promise<void> => {
  await page.goto(`${origin}/?auto=N`);
  await page.getByLabel('Account', { exact: true }).last().fill(user);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('banner', { name: 'Top bar' }).waitFor();
};
const ask = async (page: Page, what: 'Reboot' | 'Shutdown') => {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: what }).click();
  return page.getByRole('alertdialog');
};

test('SYSTEM-01 SYSTEM-02 SYSTEM-03 SYSTEM-14 SYSTEM-16 SCREEN-04 LOGIN-18: reboot and shutdown ask, reach the machine, and lead back to the boxes; the clock is set, and a restart planned @full', async ({
  page,
}) => {
  const host = await startHostProcess({ user: String(process.getuid?.() ?? 0) });
  const box = await startBoxProcess({ args: ['--helper', host.socket] });
  const happened = (): string => host.programCalls().join('\n');
  try {
    await enter(page, box.origin, 'annabel');
    const asked = await ask(page, 'Reboot');
    await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(asked).toBeHidden();
    await page.locator('nav [data-app="settings"]').click();
    await (await ask(page, 'Reboot')).getByRole('button', { name: 'Reboot' }).click();
    await expect(page.getByText('The box is rebooting')).toBeVisible();
    await page.waitForURL('**/tobox?auto=N');
    await expect(page.getByRole('heading', { name: 'Choose a box' })).toBeVisible();
    await expect.poll(happened).toBe('systemctl reboot');
    await page.getByRole('button', { name: 'Open Test box' }).click();
    await page.getByRole('banner', { name: 'Top bar' }).waitFor();
    await expect(page.getByRole('region', { name: 'Settings', exact: true })).toHaveCount(0);
    await (await ask(page, 'Shutdown')).getByRole('button', { name: 'Shutdown' }).click();
    await expect(page.getByText('The box is shutting down')).toBeVisible();
    await page.waitForURL('**/tobox?auto=N');
    await expect.poll(happened).toBe('systemctl reboot\nsystemctl poweroff');
    // The clock, by the same helper.
    await page.getByRole('button', { name: 'Open Test box' }).click();
    await page.getByRole('banner', { name: 'Top bar' }).waitFor();
    await openByPalette(page, 'Settings');
    const settings = win(page, 'Settings');
    await settings.getByRole('button', { name: 'Time', exact: true }).click();
    await expect(settings.getByText('has the same time')).toBeVisible();
    await settings.getByRole('combobox', { name: 'Time zone of the box' }).click();
    await page.getByRole('option', { name: 'Asia/Shanghai' }).click();
    await settings.getByRole('button', { name: 'Use the time of this device' }).click();
    await expect.poll(happened).toContain('timedatectl set-timezone Asia/Shanghai');
    await expect.poll(() => host.programCalls().some((line) => line.startsWith('date '))).toBe(true);
    await openByPalette(page, 'Scheduled reboot');
    const planned = win(page, 'Scheduled reboot');
    await expect(planned.getByText('No restart is planned.')).toBeVisible();
    await planned.getByRole('switch', { name: 'Restart automatically' }).click();
    // A switch that is on is no plan before it is saved, and what lacks a time is told at the field.
    await expect(planned.getByText('Not saved yet')).toBeVisible();
    await planned.getByLabel(/^At/).fill('');
    await planned.getByRole('button', { name: 'Save' }).click();
    await expect(planned.getByLabel(/^At/)).toHaveAccessibleDescription('Choose a time');
    await planned.getByLabel(/^At/).fill('05:45');
    await planned.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Every month' }).click();
    await planned.getByRole('combobox', { name: 'On day' }).click();
    await page.getByRole('option', { name: '31.' }).click();
    await planned.getByRole('button', { name: 'Save' }).click();
    await expect(planned.getByText(/^Next restart: .* 05:45/)).toBeVisible();
    await expect(planned.getByText('Not saved yet')).toBeHidden();
    await planned.getByRole('button', { name: 'Close' }).click();
    // What a person reads when there is nobody who may do it.
    await host.stop();
    await settings.getByRole('button', { name: 'Use the time of this device' }).click();
    await expect(settings.getByRole('alert')).not.toBeEmpty();
    await page.reload();
    await expect(settings.getByText(/may not set the clock of its machine. It lacks boxwood-host/)).toBeVisible();
    await expect(await ask(page, 'Reboot')).toContainText(
      'It lacks boxwood-host (systemctl enable --now boxwood-host).',
    );
  } finally {
    await box.remove();
    await host.remove();
  }
});

test('SYSTEM-18: an administrator restarts the network of the box, is asked first, and hears in words where no service of it runs; nobody else is offered it @full', async ({
  page,
}) => {
  const host = await startHostProcess();
  const box = await startBoxProcess({ args: ['--helper', host.socket] });
  try {
    await enter(page, box.origin, 'annabel');
    await openByPalette(page, 'Box Info');
    const info = win(page, 'Box Info');
    await info.getByRole('button', { name: 'Restart the network…' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Restart the network of the box?' });
    const now = asked.getByRole('button', { name: 'Restart network' });
    await now.click();
    await expect(asked.getByRole('alert')).toHaveText(
      'The program for this is not installed on the machine of this box',
    );
    host.program(
      'systemctl',
      `if [ "$1" = show ]; then printf 'Id=systemd-networkd.service\\nActiveState=active\\n'; else echo "systemctl $*" >> '${host.folder}/done'; fi`,
    );
    await now.click();
    await expect(asked).toHaveCount(0);
    await expect(info.getByText('The network of the box is being restarted')).toBeVisible();
    await expect.poll(() => host.programCalls()).toEqual(['systemctl restart systemd-networkd.service']);
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await enter(page, box.origin, MEMBER);
    await openByPalette(page, 'Box Info');
    await expect(info.getByRole('heading', { name: 'Network' })).toBeVisible();
    await expect(info.getByRole('button', { name: 'Restart the network…' })).toHaveCount(0);
  } finally {
    await box.remove();
    await host.remove();
  }
});
