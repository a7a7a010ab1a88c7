import { readFileSync } from 'node:fs';
import { createReplayScript, MakeFolder, MoveFile, listRecordedActions } from '@boxwood/box-sdk';
import { signIn } from '../lib/box/client.ts';
import { openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

test('what a person did is a script, from Activity: what was chosen, as the command line writes it, to copy and to keep @full', async ({
  page,
  box,
}) => {
  const client = await signIn(box.origin, OWNER);
  const at = (name: string) => `/mnt/usb1/${OWNER}/${name}`;
  await client.send(MakeFolder, { path: at('scripted') });
  await client.send(MakeFolder, { path: at('not this one') });
  await client.send(MoveFile, { source: at('scripted'), target: at('moved') });
  await signInOffline(page);
  await openByPalette(page, 'Activity');
  const window = win(page, 'Activity');
  const rows = window.getByRole('listitem').filter({ hasText: 'scripted' });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await row.getByRole('checkbox').check();
  await window.getByRole('button', { name: 'As a script (2)' }).click();

  const dialog = page.getByRole('dialog', { name: 'As a script' });
  const script = dialog.getByLabel('As a script', { exact: true }).last();
  await expect(script).toContainText("import { connect } from '@boxwood/box-sdk';");
  const acts = (await listRecordedActions(client)).filter(({ entry }) => entry.path.includes('scripted'));
  expect(acts).toHaveLength(2);
  const written = createReplayScript(acts, `/mnt/usb1/${OWNER}`).text;
  expect(await script.textContent()).toBe(written);
  expect(written).not.toContain('not this one');

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save as file' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('boxwood-script.ts');
  expect(readFileSync(await saved.path(), 'utf8')).toBe(written);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
