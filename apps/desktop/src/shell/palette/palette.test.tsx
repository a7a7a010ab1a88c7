import { SearchFiles } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PagePart } from '../../testing/page-part.ts';
import { renderShell, type RenderedShell, type RenderShellOptions } from '../../testing/render-shell.tsx';

const renderPalette = async (options: RenderShellOptions = {}): Promise<[RenderedShell, PagePart]> => {
  const shell = await renderShell(options);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  return [shell, await shell.dialog('Search')];
};
const ask = (palette: PagePart, text: string): Promise<void> => palette.type(palette.getByRole('combobox'), text);
const group = (palette: PagePart, name: string): readonly (string | null)[] => {
  const element = palette.queryByRole('group', { name });
  return element === null ? [] : [...element.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
};
const selected = (palette: PagePart): string | null => palette.getByRole('option', { selected: true }).textContent;
const key = async (shell: RenderedShell, palette: PagePart, name: string): Promise<void> => {
  fireEvent.keyDown(palette.getByRole('combobox'), { key: name });
  await shell.settled();
};

it('finds an app by the beginning of its name and opens it with Enter', async () => {
  const [shell, palette] = await renderPalette();
  await ask(palette, 'dev');
  expect(selected(palette)).toBe('Device Status');
  await key(shell, palette, 'Enter');
  await shell.findByRole('region', { name: 'Device Status' });
  expect(shell.hasDialog('Search')).toBe(false);
  expect(shell.opened()).toMatchObject([{ app: 'device-status' }]);
});

it('opens with the button of the top bar, and closes with the keys that opened it', async () => {
  const shell = await renderShell();
  await shell.topBar().press('Search');
  await shell.dialog('Search');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await shell.settled();
  expect(shell.hasDialog('Search')).toBe(false);
});

it('puts what matches in groups: apps, pages and actions', async () => {
  const [, palette] = await renderPalette();
  await ask(palette, 'sett');
  expect(group(palette, 'Apps')).toEqual(['Settings']);
  expect(group(palette, 'Actions')).toContain('Desktop settings');
  await ask(palette, 'appearance');
  expect(group(palette, 'Pages')).toEqual(['Appearance']);
});

it('opens a page of the settings', async () => {
  const [shell, palette] = await renderPalette();
  await ask(palette, 'appearance');
  await key(shell, palette, 'Enter');
  await shell.findByRole('region', { name: 'Settings' });
  expect(shell.opened()).toMatchObject([{ app: 'settings', pageIndex: 2 }]);
});

it('moves with the arrows through all groups, and round from the top to the end', async () => {
  const [shell, palette] = await renderPalette();
  await ask(palette, 'sett');
  const all = palette.getAllByRole('option').map(({ textContent }) => textContent);
  expect(selected(palette)).toBe(all[0]);
  await key(shell, palette, 'ArrowUp');
  expect(selected(palette)).toBe(all.at(-1));
  await key(shell, palette, 'ArrowDown');
  await key(shell, palette, 'ArrowDown');
  expect(selected(palette)).toBe(all[1]);
  expect(palette.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
    palette.getByRole('option', { selected: true }).id,
  );
});

it('finds apps by other words and by pinyin', async () => {
  const [, palette] = await renderPalette();
  for (const [typed, name] of [
    ['trash', 'Recycle bin'],
    ['sharing', 'My shared links'],
    ['相册', 'Photos'],
    ['rwzx', 'Task Centre'],
  ] as const) {
    await ask(palette, typed);
    expect(group(palette, 'Apps'), typed).toContain(name);
  }
  await ask(palette, 'log out');
  expect(group(palette, 'Actions')[0]).toBe('Sign out');
});

it('says that nothing matches', async () => {
  const [, palette] = await renderPalette();
  await ask(palette, 'zzqx');
  expect(palette.getByText('No results.')).toBeTruthy();
  expect(palette.queryAllByRole('option')).toEqual([]);
});

it('searches no files for a single Latin letter', async () => {
  const [shell, palette] = await renderPalette();
  await ask(palette, 'l');
  expect(shell.sent(SearchFiles)).toEqual([]);
});

it('finds an open window and raises it', async () => {
  const shell = await renderShell();
  for (const app of ['settings', 'activity'])
    await shell.press(document.querySelector(`nav [data-app="${app}"]`) ?? app);
  await shell.window('Settings').press('Minimise');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const palette = await shell.dialog('Search');
  await ask(palette, 'settings');
  expect(group(palette, 'Windows')).toEqual(['Settings']);
  await key(shell, palette, 'Enter');
  await shell.findByRole('region', { name: 'Settings' });
  expect(shell.opened().at(-1)).toMatchObject({ app: 'settings' });
});

it('finds people of the box and opens their page', async () => {
  const [shell, palette] = await renderPalette({
    account: {
      roster: {
        users: () => [{ userName: 'berthold', nickName: 'Bert', avatar: '', admin: 'N', owner: 'N', ctime: 1 }],
      },
    },
  });
  await ask(palette, 'berthold');
  await palette.findByRole('group', { name: 'People' });
  expect(group(palette, 'People')).toEqual(['Bert']);
  await key(shell, palette, 'Enter');
  await shell.findByRole('region', { name: 'Account Management' });
  expect(shell.opened()).toMatchObject([{ app: 'account', pageIndex: 2 }]);
});

it('finds what the help says, and opens it there', async () => {
  const [shell, palette] = await renderPalette();
  await ask(palette, 'restore something');
  expect(group(palette, 'Help')).toEqual(['Undo or restore something']);
  await key(shell, palette, 'Enter');
  await shell.findByRole('region', { name: 'Help' });
  expect(shell.opened()).toMatchObject([{ app: 'help' }]);
});

it('runs an action: the theme, the list of shortcuts, closing all windows', async () => {
  const [shell, palette] = await renderPalette();
  await ask(palette, 'Theme: Dark');
  await key(shell, palette, 'Enter');
  await shell.settled();
  expect(document.documentElement.dataset['theme']).toBe('dark');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const again = await shell.dialog('Search');
  await ask(again, 'Keyboard shortcuts');
  await key(shell, again, 'Enter');
  await shell.dialog('Keyboard shortcuts');
});

it('ROLE-02 PROD-02: what belongs to the administrator is neither offered nor opened for an ordinary user', async () => {
  const [, palette] = await renderPalette();
  await ask(palette, 'Container Service');
  expect(group(palette, 'Apps')).toEqual([]);
});
