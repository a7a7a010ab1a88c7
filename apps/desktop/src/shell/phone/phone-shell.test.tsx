import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PagePart } from '../../testing/page-part.ts';
import { pagePart } from '../../testing/page-part.ts';
import { renderShell, type RenderedShell, type RenderShellOptions } from '../../testing/render-shell.tsx';

const renderPhone = (options: RenderShellOptions = {}): Promise<RenderedShell> =>
  renderShell({ phone: true, ...options });
const places = (shell: RenderedShell): PagePart =>
  pagePart(shell.getByRole('navigation', { name: 'Main places' }), () => shell.settled());
const openMore = async (shell: RenderedShell): Promise<void> => {
  await places(shell).press('More');
  await shell.findByRole('heading', { name: 'More' });
};
const current = (shell: RenderedShell): string | undefined =>
  places(shell)
    .getAllByRole('button')
    .find((each) => each.getAttribute('aria-current') !== null)?.textContent ?? undefined;

it('has four tabs and begins with the files', async () => {
  const shell = await renderPhone();
  expect(
    places(shell)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Files', 'Photos', 'Shared', 'More']);
  expect(current(shell)).toBe('Files');
  expect(shell.getByRole('region', { name: 'Files' })).toBeTruthy();
});

it('opens an app as a page with a way back', async () => {
  const shell = await renderPhone();
  await openMore(shell);
  await shell.press('Settings');
  expect(shell.opened()).toMatchObject([{ app: 'settings' }]);
  const page = pagePart(shell.getByRole('region', { name: 'Settings' }), () => shell.settled());
  await page.press('Back');
  expect(shell.opened()).toEqual([]);
  expect(current(shell)).toBe('More');
});

it('closes the app with Back of the browser, and then leaves the tab', async () => {
  const shell = await renderPhone();
  await openMore(shell);
  await shell.press('Settings');
  const back = async (): Promise<void> => {
    await act(async () => {
      const popped = new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
      });
      history.back();
      await popped;
    });
    await shell.settled();
  };
  await back();
  expect(shell.opened()).toEqual([]);
  expect(current(shell)).toBe('More');
  await back();
  expect(current(shell)).toBe('Files');
});

it('closes every app when a tab is chosen', async () => {
  const shell = await renderPhone();
  await openMore(shell);
  await shell.press('Settings');
  await places(shell).press('Photos');
  expect(shell.opened()).toEqual([]);
  expect(current(shell)).toBe('Photos');
});

it('offers the power of the box to an administrator alone', async () => {
  const member = await renderPhone();
  await openMore(member);
  expect(member.queryByRole('button', { name: 'Reboot' })).toBeNull();
  await member.unmount();
  const shell = await renderPhone({ admin: true });
  await openMore(shell);
  await shell.press('Shutdown');
  expect(await shell.dialog('Shut the box down?')).toBeTruthy();
});

it('offers another box through the relay alone', async () => {
  const shell = await renderPhone({ account: {}, relayed: true });
  await openMore(shell);
  await shell.press('Switch box');
  expect(await shell.findByRole('heading', { name: 'Choose a box' })).toBeTruthy();
});

it('signs out after a question', async () => {
  const shell = await renderPhone();
  await openMore(shell);
  await shell.press('Sign out');
  await (await shell.dialog('Sign out?')).press('Cancel');
  expect(current(shell)).toBe('More');
  await shell.press('Sign out');
  await (await shell.dialog('Sign out?')).press('Sign out');
  expect(await shell.findByRole('heading', { name: 'Sign in to Boxwood' })).toBeTruthy();
});
