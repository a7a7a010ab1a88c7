import { GEN } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DesktopToken, LauncherToken } from '../../composition/service-tokens.ts';
import { renderShell, type RenderedShell } from '../../testing/render-shell.tsx';

/** Opens Settings and then Activity, which is in front. */
const openTwo = async (): Promise<RenderedShell> => {
  const shell = await renderShell();
  const icons = shell.getByRole('navigation', { name: 'Desktop apps' });
  for (const app of ['settings', 'activity']) await shell.press(icons.querySelector(`[data-app="${app}"]`) ?? app);
  return shell;
};

const minimised = (shell: RenderedShell): readonly string[] =>
  shell.opened().flatMap(({ app, isMinimized }) => (isMinimized ? [app] : []));
const apps = (shell: RenderedShell): readonly string[] => shell.opened().map(({ app }) => app);
const dock = (shell: RenderedShell): readonly (string | null)[] =>
  [...shell.getByRole('toolbar', { name: 'Window bar' }).querySelectorAll('[data-dock]')].map((each) =>
    each.getAttribute('aria-label'),
  );
const bar = (shell: RenderedShell, name: string): HTMLElement => {
  const found = shell
    .getAllByRole('button', { name })
    .find((each) => each.closest('[role="toolbar"][aria-label="Window bar"]') !== null);
  if (found === undefined) throw new Error(`no "${name}" in the window bar`);
  return found;
};

it('SHELL-05: a window shows its title and the buttons to minimise, maximise and close', async () => {
  const shell = await openTwo();
  const settings = shell.window('Settings');
  expect(settings.getByRole('heading', { name: 'Settings' })).toBeTruthy();
  for (const name of ['Minimise', 'Maximise', 'Close', 'Window menu']) expect(settings.button(name)).toBeTruthy();
});

it('the window bar has one icon per minimised window, which restores it and has a menu; all windows can be hidden', async () => {
  const shell = await openTwo();
  expect(dock(shell)).toEqual([]);
  await shell.window('Activity').press('Minimise');
  expect(dock(shell)).toEqual(['Activity']);
  expect(minimised(shell)).toEqual(['activity']);
  await shell.press('Return to desktop');
  expect(dock(shell)).toHaveLength(2);
  await shell.press(bar(shell, 'Settings'));
  expect(minimised(shell)).toEqual(['activity']);
  expect(dock(shell)).toEqual(['Activity']);
  const menu = await shell.openMenu(bar(shell, 'Activity'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Restore', 'Hide all', 'Close']);
});

it('the menu of the window bar hides and closes windows without a right click', async () => {
  const shell = await openTwo();
  const first = await shell.openMenu('More window actions');
  await first.press(first.getByRole('menuitem', { name: 'Hide all' }));
  expect(dock(shell)).toHaveLength(2);
  const second = await shell.openMenu('More window actions');
  await second.press(second.getByRole('menuitem', { name: 'Close “Settings”' }));
  expect(apps(shell)).toEqual(['activity']);
});

it('SHELL-36: a window that is pressed comes to the front', async () => {
  const shell = await openTwo();
  expect(apps(shell)).toEqual(['settings', 'activity']);
  await shell.press(shell.window('Settings').getByRole('heading', { name: 'Settings' }));
  expect(apps(shell)).toEqual(['activity', 'settings']);
});

it('maximises and restores a window, and halves the screen with its menu', async () => {
  const shell = await openTwo();
  const front = () => shell.scope.get(DesktopToken).windows$.value.find(({ component }) => component === 'activity');
  await shell.window('Activity').press('Maximise');
  expect(front()?.isMaximized).toBe(true);
  await shell.window('Activity').press('Restore');
  expect(front()?.isMaximized).toBe(false);
  const menu = await shell.window('Activity').openMenu('Window menu');
  await menu.press(menu.getByRole('menuitem', { name: /Right half/ }));
  expect(front()?.snapped).toBe('right');
});

it('moves windows with the keyboard: half, whole, restored, minimised, closed', async () => {
  const shell = await openTwo();
  const front = () => shell.scope.get(DesktopToken).windows$.value.find(({ component }) => component === 'activity');
  const press = async (key: string): Promise<void> => {
    fireEvent.keyDown(document.body, { key, ctrlKey: true, altKey: true });
    await shell.settled();
  };
  await press('ArrowLeft');
  expect(front()?.snapped).toBe('left');
  await press('ArrowRight');
  expect(front()?.snapped).toBe('right');
  await press('ArrowUp');
  expect(front()?.isMaximized).toBe(true);
  await press('ArrowDown');
  expect(front()?.isMaximized).toBe(false);
  await press('ArrowDown');
  expect(minimised(shell)).toEqual(['activity']);
  fireEvent.keyDown(document.body, { key: 'F4', altKey: true });
  await shell.settled();
  expect(apps(shell)).toHaveLength(1);
});

it('Alt+` shows the windows while it is held, and raises the chosen one when it is released', async () => {
  const shell = await openTwo();
  fireEvent.keyDown(document.body, { key: '`', code: 'Backquote', altKey: true });
  const switcher = await shell.dialog('Windows');
  const rows = switcher.getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Activity', 'Settings']);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['false', 'true']);
  fireEvent.keyUp(document.body, { key: 'Alt' });
  await shell.settled();
  expect(shell.hasDialog('Windows')).toBe(false);
  expect(apps(shell)).toEqual(['activity', 'settings']);
});

it('Escape leaves the switcher without raising a window, and a minimised window says so', async () => {
  const shell = await openTwo();
  await shell.window('Settings').press('Minimise');
  fireEvent.keyDown(document.body, { key: '`', code: 'Backquote', altKey: true });
  const switcher = await shell.dialog('Windows');
  expect(switcher.getByText('minimised')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.keyUp(document.body, { key: 'Alt' });
  await shell.settled();
  expect(shell.hasDialog('Windows')).toBe(false);
  expect(dock(shell)).toEqual(['Settings']);
});

it('asks before it closes a window with input that was not saved, also when all windows are closed', async () => {
  const shell = await renderShell({
    admin: true,
    replies: {
      system: {
        rootJson: (_params, _caller, { refuse }) => {
          throw refuse(GEN.path);
        },
      },
      monitor: { timetable: () => ({ list: [] }) },
    },
  });
  shell.scope.get(LauncherToken).open('reboot-plan', {});
  shell.scope.get(LauncherToken).open('settings', {});
  await shell.press(await shell.findByRole('switch', { name: 'Restart automatically' }));
  const closeAll = async (): Promise<void> => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const palette = await shell.dialog('Search');
    await palette.type(palette.getByRole('combobox'), 'Close all windows');
    fireEvent.keyDown(palette.getByRole('combobox'), { key: 'Enter' });
  };
  await closeAll();
  await (await shell.dialog('Discard what you typed?')).press('Keep editing');
  expect(apps(shell)).toEqual(['reboot-plan']);
  await closeAll();
  await (await shell.dialog('Discard what you typed?')).press('Discard');
  expect(apps(shell)).toEqual([]);
});

it('the menu of an icon opens the app, moves the icon and removes it from the desktop', async () => {
  const shell = await renderShell();
  const icons = (): readonly (string | null)[] =>
    [...shell.getByRole('navigation', { name: 'Desktop apps' }).querySelectorAll('[data-app]')].map((each) =>
      each.getAttribute('data-app'),
    );
  const choose = async (app: string, entry: string): Promise<void> => {
    const menu = await shell.openMenu(document.querySelector(`nav [data-app="${app}"]`) ?? app);
    await menu.press(menu.getByRole('menuitem', { name: new RegExp(`^${entry}`) }));
  };
  const [first = '', second = '', ...rest] = icons();
  await choose(second ?? '', 'Move forward');
  expect(icons()).toEqual([second, first, ...rest]);
  await choose(first ?? '', 'Remove from desktop');
  expect(icons()).toEqual([second, ...rest]);
  await choose('settings', 'Open');
  expect(apps(shell)).toEqual(['settings']);
});

it('arrows move the focus between the icons, and with Ctrl they take the icon along', async () => {
  const shell = await renderShell();
  const icons = () => [...document.querySelectorAll<HTMLElement>('nav [data-app]')];
  const names = () => icons().map((each) => each.dataset['app']);
  const [first, second, third] = names();
  icons()[0]?.focus();
  fireEvent.keyDown(icons()[0] ?? document.body, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(icons()[1]);
  fireEvent.keyDown(icons()[1] ?? document.body, { key: 'ArrowDown', ctrlKey: true });
  await shell.settled();
  expect(names().slice(0, 3)).toEqual([first, third, second]);
});

it('opens one window with a double click on an icon', async () => {
  const shell = await renderShell();
  const icon = document.querySelector('nav [data-app="files"]') ?? document.body;
  fireEvent.click(icon, { detail: 1 });
  fireEvent.click(icon, { detail: 2 });
  await shell.settled();
  expect(apps(shell)).toEqual(['files']);
  fireEvent.click(icon, { detail: 0 });
  await shell.settled();
  expect(apps(shell)).toEqual(['files', 'files']);
});
