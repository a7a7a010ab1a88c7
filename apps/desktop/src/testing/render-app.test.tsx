import { ListTrash, type TrashItem } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import { trash } from '../apps/trash/manifest.ts';
import { renderApp } from './render-app.tsx';
import { pressElement } from './user-actions.ts';

const PLAN: TrashItem = { id: 'k1', n: 'plan.txt', t: 1, s: 1, m: 1, d: 1, p: '/mnt/usb1/ann' };
const replies = { trash: { list: () => ({ sum: 1, list: [PLAN] }) } };

it('presses nothing that a user cannot press', async () => {
  const app = await renderApp(trash, { replies });
  const empty = app.button('Empty the recycle bin');
  expect(() => {
    pressElement(app.button('Restore'));
  }).toThrow('it is disabled: Choose something first');
  await app.press(empty);
  await app.dialog('Empty the recycle bin?');
  expect(() => {
    pressElement(empty);
  }).toThrow('it is under a dialog');
  empty.hidden = true;
  await (await app.dialog('Empty the recycle bin?')).press('Cancel');
  expect(() => {
    pressElement(empty);
  }).toThrow('it is hidden');
  await app.unmount();
  expect(() => {
    pressElement(empty);
  }).toThrow('it is no longer in the page');
});

it('shows an unreachable box, and the app again when it answers', async () => {
  const app = await renderApp(trash, { replies });
  app.setReachable(false);
  await app.press('Refresh');
  const retry = await app.findByRole('button', { name: 'Try again' });
  expect(app.queryByText('plan.txt')).toBeNull();
  app.setReachable(true);
  await app.press(retry);
  expect(app.getByText('plan.txt')).toBeTruthy();
});

it('turns from a window into a page of the phone', async () => {
  const app = await renderApp(trash, { replies });
  expect(app.getByRole('toolbar', { name: 'Actions' })).toBeTruthy();
  await app.resizeTo('phone');
  expect(app.queryByRole('toolbar', { name: 'Actions' })).toBeNull();
  expect(app.button('Back')).toBeTruthy();
});

it('records requests that the box refuses', async () => {
  const app = await renderApp(trash);
  expect(app.sent(ListTrash)).toHaveLength(1);
  expect(app.getByText('This box does not offer this')).toBeTruthy();
});

it('fails a test whose reply throws', async () => {
  const app = await renderApp(trash, {
    replies: {
      trash: {
        list: () => {
          throw new TypeError('a mistake in a test');
        },
      },
    },
  });
  await expect(app.unmount()).rejects.toThrow('a reply of this test failed');
});
