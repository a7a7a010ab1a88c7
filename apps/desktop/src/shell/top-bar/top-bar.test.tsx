import { SignOut, GetUser } from '@boxwood/account-sdk';
import { GEN, PowerOffBox, RebootBox, SignOutOffline } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PRODUCT_VERSION } from '../../kit/app/product.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderShell } from '../../testing/render-shell.tsx';

const entries = (menu: PagePart): readonly (string | null)[] =>
  menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
const choose = (menu: PagePart, name: string | RegExp): Promise<void> =>
  menu.press(menu.getByRole('menuitem', { name }));

/** Opens a menu inside a menu with the key, because a mouse opens it by hovering. */
const openSubmenu = (menu: PagePart, name: string): void => {
  const entry = menu.getByRole('menuitem', { name });
  entry.focus();
  fireEvent.keyDown(entry, { key: 'ArrowRight' });
};

it('SHELL-19 SHELL-20 SHELL-31: the box menu opens Box Info and offers no other box on a LAN link', async () => {
  const shell = await renderShell();
  const menu = await shell.openMenu('Box Test box');
  expect(entries(menu)).toEqual(['Box info']);
  await choose(menu, 'Box info');
  expect(shell.opened()).toMatchObject([{ app: 'box-info' }]);
});

it('offers another box through the relay, and leads to the boxes of the account', async () => {
  const shell = await renderShell({ account: {}, relayed: true });
  const menu = await shell.openMenu('Box Test box');
  expect(entries(menu)).toEqual(['Box info', 'Switch box']);
  await choose(menu, 'Switch box');
  expect(await shell.findByRole('heading', { name: 'Choose a box' })).toBeTruthy();
});

it('SHELL-21 SHELL-22 ROLE-11: on a LAN direct link the network menu lists the LAN IP alone', async () => {
  const shell = await renderShell();
  const menu = await shell.openMenu('Network: direct');
  expect(entries(menu)).toEqual(['LAN IPlocalhost']);
});

it('SHELL-21: through the relay the network menu also lists the public addresses that the box has', async () => {
  const shell = await renderShell({ account: {}, relayed: true });
  const menu = await shell.openMenu('Network: through the relay');
  expect(entries(menu)).toEqual(['LAN IPunknown', 'WAN IP203.0.113.7']);
});

it('SHELL-29: the task menu opens the Task Centre on tasks and on uploads', async () => {
  const shell = await renderShell();
  const menu = await shell.openMenu('Tasks');
  expect(entries(menu)).toEqual(['Basic tasks', 'Upload tasks']);
  await choose(menu, 'Upload tasks');
  expect(shell.opened()).toMatchObject([{ app: 'task-centre', pageIndex: 2 }]);
  await choose(await shell.openMenu('Tasks'), 'Basic tasks');
  expect(shell.opened()).toMatchObject([{ app: 'task-centre', pageIndex: 1 }]);
});

it('SHELL-24 SHELL-32: the user menu shows who it is, the Personal Centre, account management and sign-out', async () => {
  const shell = await renderShell();
  const menu = await shell.openMenu('Account ann');
  expect(entries(menu)).toEqual(['Personal Centre', 'Account Management', 'Sign out']);
  expect(shell.getAllByText('ann').length).toBeGreaterThan(0);
  await choose(menu, 'Account Management');
  expect(shell.opened()).toMatchObject([{ app: 'account', pageIndex: 2 }]);
  await choose(await shell.openMenu('Account ann'), 'Personal Centre');
  expect(shell.opened()).toMatchObject([{ app: 'account', pageIndex: 1 }]);
});

it('shows the nickname of the account in the user menu, and asks for none on a LAN link', async () => {
  const account = {
    user: { get: () => ({ userName: 'ann', nickName: 'Annabel', mail: '', mobile: '', avatar: '' }) },
  };
  const shell = await renderShell({ account });
  await shell.openMenu('Account ann');
  expect(await shell.findByText('Annabel')).toBeTruthy();
  await shell.unmount();
  const local = await renderShell();
  await local.openMenu('Account ann');
  expect(local.sent(GetUser)).toEqual([]);
});

it('SHELL-28: the settings menu lists version, wallpaper, buttons, reboot, shutdown, About, update log and sign-out', async () => {
  const shell = await renderShell();
  const menu = await shell.topBar().openMenu('Settings');
  expect(menu.element.textContent).toContain(`Version ${PRODUCT_VERSION}`);
  expect(entries(menu)).toEqual([
    'Wallpaper',
    'Button position',
    'Theme',
    'Language',
    'Reboot',
    'Shutdown',
    'About',
    'Update log',
    'Keyboard shortcuts?',
    'Help',
    'Sign out',
  ]);
});

it('SHELL-30 SHELL-42 PROD-19: About is page 1 and the update log page 4 of the one Settings window, which is raised', async () => {
  const shell = await renderShell();
  await choose(await shell.topBar().openMenu('Settings'), 'Update log');
  expect(shell.opened()).toMatchObject([{ app: 'settings', pageIndex: 4 }]);
  await shell.window('Settings').press('Minimise');
  expect(shell.opened()).toMatchObject([{ app: 'settings', isMinimized: true }]);
  await choose(await shell.topBar().openMenu('Settings'), 'About');
  expect(shell.opened()).toMatchObject([{ app: 'settings', pageIndex: 1, isMinimized: false }]);
});

it('switches the language at run time, and remembers it', async () => {
  const shell = await renderShell();
  openSubmenu(await shell.topBar().openMenu('Settings'), 'Language');
  await shell.press(await shell.findByRole('menuitemradio', { name: '简体中文' }));
  expect(shell.getByRole('banner', { name: '顶栏', hidden: true })).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-CN');
});

it('switches the theme at run time, and remembers it', async () => {
  const shell = await renderShell();
  openSubmenu(await shell.topBar().openMenu('Settings'), 'Theme');
  await shell.press(await shell.findByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('theme')).not.toBeNull();
});

it('SHELL-17: stores the side of the window buttons', async () => {
  const shell = await renderShell();
  openSubmenu(await shell.topBar().openMenu('Settings'), 'Button position');
  await shell.press(await shell.findByRole('menuitemradio', { name: 'Left' }));
  expect(localStorage.getItem('closeButton')).toBe('L');
});

it.for([
  ['Reboot', 'Reboot the box?', 'The box is rebooting', RebootBox],
  ['Shutdown', 'Shut the box down?', 'The box is shutting down', PowerOffBox],
] as const)(
  'SYSTEM-01 SYSTEM-03: %s asks first, and says that it is done',
  async ([entry, question, done, command]) => {
    const shell = await renderShell({
      admin: true,
      replies: { system: { reboot: () => ({}), powerOff: () => ({}) } },
    });
    await choose(await shell.topBar().openMenu('Settings'), entry);
    await (await shell.dialog(question)).press('Cancel');
    expect(shell.hasDialog(question)).toBe(false);
    expect(shell.sent(command)).toEqual([]);
    await choose(await shell.topBar().openMenu('Settings'), entry);
    const dialog = await shell.dialog(question);
    await dialog.press(entry);
    expect(shell.sent(command)).toHaveLength(1);
    expect(shell.getByText(done)).toBeTruthy();
  },
);

it('SYSTEM-04: an ordinary user may not shut the box down', async () => {
  const shell = await renderShell();
  await choose(await shell.topBar().openMenu('Settings'), 'Shutdown');
  const dialog = await shell.dialog('Shutdown');
  expect(dialog.getByText('no permission')).toBeTruthy();
  await dialog.press('OK');
  expect(shell.hasDialog('Shutdown')).toBe(false);
  expect(shell.sent(PowerOffBox)).toEqual([]);
});

it('says why the box did not reboot', async () => {
  const shell = await renderShell({
    admin: true,
    replies: {
      system: {
        reboot: (_params, _caller, { refuse }) => {
          throw refuse(GEN.failed);
        },
      },
    },
  });
  await choose(await shell.topBar().openMenu('Settings'), 'Reboot');
  const dialog = await shell.dialog('Reboot the box?');
  await dialog.press('Reboot');
  expect(dialog.getByRole('alert').textContent).not.toBe('');
  expect(dialog.queryByText('The box is rebooting')).toBeNull();
});

it('LOGIN-11 LOGIN-12 STATE-07: sign-out asks, closes the windows, clears what is stored and shows the form', async () => {
  const shell = await renderShell();
  await choose(await shell.openMenu('Box Test box'), 'Box info');
  await choose(await shell.openMenu('Account ann'), 'Sign out');
  await (await shell.dialog('Sign out?')).press('Cancel');
  expect(shell.opened()).toHaveLength(1);
  expect(shell.sent(SignOutOffline)).toEqual([]);
  await choose(await shell.openMenu('Account ann'), 'Sign out');
  await (await shell.dialog('Sign out?')).press('Sign out');
  expect(await shell.findByRole('heading', { name: 'Sign in to Boxwood' })).toBeTruthy();
  expect(`${location.pathname}${location.search}`).toBe('/?auto=N');
  for (const key of ['username', 'token', 'boxToken', 'boxId', 'boxApi', 'boxLAN'])
    expect(localStorage.getItem(key), key).toBeNull();
});

it('signs out at the account service', async () => {
  const shell = await renderShell({ account: {} });
  await choose(await shell.topBar().openMenu('Settings'), 'Sign out');
  await (await shell.dialog('Sign out?')).press('Sign out');
  await shell.findByRole('heading', { name: 'Sign in to Boxwood' });
  expect(shell.sent(SignOut)).toHaveLength(1);
});
