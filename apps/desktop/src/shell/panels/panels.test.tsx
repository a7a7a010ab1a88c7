import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LauncherToken, ShellToken } from '../../composition/service-tokens.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderShell, type RenderedShell } from '../../testing/render-shell.tsx';
import type { ShellPanel } from '../shell-state.ts';

const openPanel = async (shell: RenderedShell, panel: ShellPanel, title: string): Promise<PagePart> => {
  shell.scope.get(ShellToken).show(panel);
  return shell.dialog(title);
};
const icons = (): readonly (string | null)[] =>
  [...document.querySelectorAll('nav [data-app]')].map((each) => each.getAttribute('data-app'));

it('? lists the keyboard shortcuts, and closes the list; in a field it is a character', async () => {
  const shell = await renderShell();
  fireEvent.keyDown(document.body, { key: '?' });
  const sheet = await shell.dialog('Keyboard shortcuts');
  expect(sheet.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Files', 'Everywhere', 'Windows', 'Pictures', 'Music and film']),
  );
  const search = sheet.getByText('Search files, apps and settings').parentElement;
  expect([...(search?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent)).toEqual(['Ctrl', 'K']);
  await sheet.press('Close');
  expect(shell.hasDialog('Keyboard shortcuts')).toBe(false);
  const palette = await openPanel(shell, 'palette', 'Search');
  fireEvent.keyDown(palette.getByRole('combobox'), { key: '?' });
  await shell.settled();
  expect(shell.hasDialog('Keyboard shortcuts')).toBe(false);
});

it('SHELL-11 SHELL-14 SHELL-15 SHELL-38: desktop settings add, remove and open apps; titles are stored by user', async () => {
  const shell = await renderShell();
  await shell.press('Desktop settings');
  const dialog = await shell.dialog('Desktop settings');
  expect(icons()).toContain('trash');
  await dialog.press('Remove Recycle bin from the desktop');
  expect(icons()).not.toContain('trash');
  await dialog.press('Add Box Info to the desktop');
  expect(icons()).toContain('box-info');
  await dialog.press('Open Activity');
  await shell.findByRole('region', { name: 'Activity' });
  expect(shell.hasDialog('Desktop settings')).toBe(false);
  expect(shell.opened()).toMatchObject([{ app: 'activity' }]);
});

it('says so when no app is on the desktop, and lists what is not built yet for reading', async () => {
  const shell = await renderShell();
  const dialog = await openPanel(shell, 'desktop-settings', 'Desktop settings');
  for (const remove of dialog.getAllByRole('button', { name: /^Remove / })) await dialog.press(remove);
  expect(dialog.getByText('No app is on the desktop. Add one below.')).toBeTruthy();
  expect(icons()).toEqual([]);
  const coming = dialog.getByRole('region', { name: 'Coming soon' });
  expect(coming.querySelectorAll('li').length).toBeGreaterThan(0);
  expect(coming.querySelector('button')).toBeNull();
});

it('SHELL-16 SHELL-28: the wallpaper dialog offers four presets and remembers the choice', async () => {
  const shell = await renderShell();
  const wallpaper = () => document.querySelector('[data-wallpaper]')?.getAttribute('data-wallpaper');
  const before = wallpaper();
  const dialog = await openPanel(shell, 'wallpaper', 'Wallpaper');
  const presets = dialog.getAllByRole('radio');
  expect(presets).toHaveLength(4);
  await dialog.press(presets[2] ?? '');
  expect(wallpaper()).not.toBe(before);
  expect(localStorage.getItem('wallpaper')).toBe('3');
});

it('says why an app of administrators does not open for a member', async () => {
  const shell = await renderShell();
  const launcher = shell.scope.get(LauncherToken);
  launcher.open('disks', {});
  const dialog = await shell.dialog('Disk management');
  expect(dialog.getByText(/No permission: only an administrator/)).toBeTruthy();
  await dialog.press('OK');
  expect(shell.hasDialog('Disk management')).toBe(false);
  expect(shell.opened()).toEqual([]);
});

it('shows the welcome of a new user until it is closed', async () => {
  const shell = await renderShell({ admin: true, stored: { ann_welcome: 'Y' } });
  await shell.findByRole('heading', { name: 'Welcome, ann' });
  expect(shell.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Add your photos', 'Invite the family']),
  );
  await shell.press('Invite');
  expect(shell.opened()).toMatchObject([{ app: 'account', pageIndex: 2 }]);
  await shell.press('Close the welcome');
  expect(shell.queryByRole('heading', { name: 'Welcome, ann' })).toBeNull();
  expect(localStorage.getItem('ann_welcome')).toBeNull();
});

it('offers a member no invitation in the welcome, and shows none to a user who is not new', async () => {
  const shell = await renderShell({ stored: { ann_welcome: 'Y' } });
  await shell.findByRole('heading', { name: 'Welcome, ann' });
  expect(shell.queryByRole('button', { name: 'Invite' })).toBeNull();
  await shell.unmount();
  const known = await renderShell();
  expect(known.queryByRole('heading', { name: /^Welcome/ })).toBeNull();
});
