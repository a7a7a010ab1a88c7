/** The fan as an administrator sees it: a real box and its real helper, over a folder that is like that of the kernel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { startHostProcess } from '../lib/box/host-process.ts';
import { createSimulatedHardware } from '../lib/machine/simulated-hardware.ts';
import { OWNER, openByPalette, signInByForm, win } from './desktop-page.ts';
import { keepEditing } from './discard-dialog.ts';
import { expect, test } from './fixtures.ts';

test('P-26 SYSTEM-10 SYSTEM-11: how warm it is and how fast the fan turns, when it runs, and the preset that switches it off @full', async ({
  page,
}) => {
  test.slow();
  const machine = createSimulatedHardware();
  const data = mkdtempSync(join(tmpdir(), 'boxwood-data-'));
  const host = await startHostProcess({ data, sys: machine.folder });
  const box = await startBoxProcess({
    dataDir: data,
    args: ['--helper', host.socket],
    env: { BOXWOOD_SYS: machine.folder },
  });
  try {
    await signInByForm(page, OWNER, box.origin);
    await openByPalette(page, 'Fan');
    const fan = win(page, 'Fan');
    for (const text of ['41 °C', '1240 rpm', 'Not set yet: the machine controls the fan itself.'])
      await expect(fan.getByText(text, { exact: true })).toBeVisible();
    machine.heat(52.5);
    await expect(fan.getByText('52.5 °C')).toBeVisible();

    const first = fan.getByRole('group', { name: 'Period 1' });
    await expect(first.getByLabel('Starts at, in °C')).toHaveValue('75');
    await first.getByLabel('Starts at, in °C').fill('50');
    await first.getByLabel('Stops below, in °C').fill('60');
    const save = fan.getByRole('button', { name: 'Save' });
    await first.getByLabel('Stops below, in °C').press('Tab');
    await expect(fan.getByText('the stop temperature cannot be higher than the start temperature')).toBeVisible();
    await expect(save).toBeDisabled();
    await first.getByLabel('Stops below, in °C').fill('45');
    await first.getByLabel('Stops below, in °C').press('Tab');
    await save.click();
    await expect(fan.getByText('Not set yet')).toHaveCount(0);
    await expect.poll(machine.fan, { timeout: 30_000 }).toBe(128);
    machine.heat(44);
    await expect(fan.getByText('Stopped')).toBeVisible({ timeout: 30_000 });
    expect(machine.fan()).toBe(0);
    machine.heat(50);
    await expect.poll(machine.fan, { timeout: 30_000 }).toBe(255);

    await fan.getByRole('button', { name: 'Off', exact: true }).click();
    await expect(first.getByRole('switch', { name: 'Off in this period' })).toBeChecked();
    await save.click();
    await expect.poll(machine.fan, { timeout: 30_000 }).toBe(0);

    // It is there again, as it was said.
    await fan.getByRole('button', { name: 'Add a period' }).click();
    await expect(fan.getByRole('group', { name: 'Period 2' }).getByLabel('From')).toHaveValue('01:00');
    await fan.getByRole('button', { name: 'Close', exact: true }).click();
    await keepEditing(page);
    await fan.getByRole('button', { name: 'Remove period 2' }).click();
    await page.reload();
    await expect(first.getByRole('switch', { name: 'Off in this period' })).toBeChecked();
  } finally {
    await box.remove();
    await host.remove();
    machine.remove();
    for (const folder of [data, `${data}-config`]) rmSync(folder, { recursive: true, force: true });
  }
});
