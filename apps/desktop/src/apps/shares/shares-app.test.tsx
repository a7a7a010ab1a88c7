import { GEN, ListShares, RemoveShare, type ShareRecord } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { shares } from './manifest.ts';

const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;

const shareRecord = (id: string, files: string[], more: Partial<ShareRecord> = {}): ShareRecord => ({
  id,
  type: 1,
  path: '/mnt/usb1/ann/Give',
  files,
  url: `http://box.example/s/${id}`,
  code: '0000',
  days: 3,
  ctime: NOW - DAY,
  etime: NOW + DAY,
  visits: 4,
  ...more,
});
const GIFT = shareRecord('GIFT', ['gift.txt'], { code: '0420' });
const TRIP = shareRecord('TRIP', ['Trip', 'map.png', 'list.txt']);
const OLD = shareRecord('OLD', ['old.txt'], { ctime: NOW - 9 * DAY, etime: NOW - DAY });

type ShareReplies = NonNullable<NonNullable<RenderAppOptions<'shares'>['replies']>['shares']>;

/** A box with these shares, that ends what it is asked to. */
const renderShares = (
  records: readonly ShareRecord[] = [GIFT, TRIP, OLD],
  more: ShareReplies = {},
  options: RenderAppOptions<'shares'> = {},
) => {
  let list = records;
  return renderApp(shares, {
    ...options,
    replies: {
      shares: {
        list: ({ page, count }) => ({ total: list.length, list: list.slice((page - 1) * count, page * count) }),
        remove: ({ id }) => {
          list = list.filter((share) => share.id !== id);
          return {};
        },
        ...more,
      },
    },
  });
};
type SharesApp = Awaited<ReturnType<typeof renderShares>>;

const listOf = (app: SharesApp): HTMLElement => app.getByRole('grid', { name: 'Shares' });
/** Enter opens the selected row. */
const openLink = async (app: SharesApp, name: string, title = name) => {
  await app.selectRow(name);
  fireEvent.keyDown(listOf(app), { key: 'Enter' });
  return app.dialog(title);
};

describe('shared links', () => {
  it('P-15 lists links with names, address, code, visits and state', async () => {
    const app = await renderShares();
    const gift = app.row('gift.txt').textContent;
    for (const text of ['box.example/s/GIFT', '0420', '4', 'Valid']) expect(gift).toContain(text);
    expect(app.row('Trip and 2 more').textContent).toContain('None');
    expect(app.row('old.txt').textContent).toContain('Expired');
    expect(app.getByText('3 shares')).toBeTruthy();
    expect(app.sent(ListShares)).toEqual([{ user: 'ann', page: 1, count: 50 }]);
  });

  it('lists no shares of other kinds', async () => {
    const app = await renderShares([GIFT, shareRecord('BOX', ['for friends'], { type: 3 })]);
    expect(app.queryByText('for friends')).toBeNull();
  });

  it('says that it is loading, then that nothing is shared', async () => {
    const { reply, release } = holdReply<{ total: number; list: ShareRecord[] }>();
    const app = await renderShares([], { list: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    release({ total: 0, list: [] });
    await app.settled();
    expect(app.getByText('You share nothing by link')).toBeTruthy();
    await expect(app.press('Clear expired')).rejects.toThrow('No share on this page has expired');
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const app = await renderShares([], {
      list: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { total: 1, list: [GIFT] };
      },
    });
    expect(app.getByText('Failed')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(app.row('gift.txt')).toBeTruthy();
  });

  it('SHARE-21 ends the selected link after a confirmation, and lists what is left', async () => {
    const app = await renderShares();
    await expect(app.press('Stop sharing')).rejects.toThrow('Choose something first');
    await app.selectRow('gift.txt');
    await app.press('Stop sharing');
    await (await app.dialog('Stop sharing by 1 link?')).press('Cancel');
    expect(app.sent(RemoveShare)).toEqual([]);
    await app.press('Stop sharing');
    await (await app.dialog('Stop sharing by 1 link?')).press('Stop sharing');
    expect(app.sent(RemoveShare)).toEqual([{ id: 'GIFT' }]);
    expect(app.queryByText('gift.txt')).toBeNull();
    expect(app.getByText('2 shares')).toBeTruthy();
    await expect(app.press('Stop sharing')).rejects.toThrow('Choose something first');
  });

  it('asks before the Delete key ends all selected links', async () => {
    const app = await renderShares();
    fireEvent.keyDown(listOf(app), { key: 'Delete' });
    expect(app.hasDialog(/Stop sharing by/)).toBe(false);
    await app.selectRow('gift.txt');
    fireEvent.keyDown(listOf(app), { key: 'a', ctrlKey: true });
    fireEvent.keyDown(listOf(app), { key: 'Delete' });
    await (await app.dialog('Stop sharing by 3 links?')).press('Stop sharing');
    expect(app.sent(RemoveShare)).toEqual([{ id: 'GIFT' }, { id: 'TRIP' }, { id: 'OLD' }]);
    expect(app.getByText('You share nothing by link')).toBeTruthy();
  });

  it('ends expired links, and only those', async () => {
    const app = await renderShares();
    await app.press('Clear expired');
    expect(app.sent(RemoveShare)).toEqual([{ id: 'OLD' }]);
    expect(app.queryByText('old.txt')).toBeNull();
  });

  it('reports a refusal in words and keeps the link', async () => {
    const app = await renderShares([GIFT], {
      remove: (_params, _caller, { refuse }) => {
        throw refuse(GEN.noPrivilege);
      },
    });
    await app.selectRow('gift.txt');
    await app.press('Stop sharing');
    await (await app.dialog('Stop sharing by 1 link?')).press('Stop sharing');
    expect(app.getByRole('alert').textContent).toBe('No privilege');
    expect(app.row('gift.txt')).toBeTruthy();
  });

  it('shows one link with its code, and copies its address', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'clipboard');
    });
    const app = await renderShares();
    const link = await openLink(app, 'gift.txt');
    expect(link.getByText('4 visits')).toBeTruthy();
    expect(link.getByLabelText<HTMLInputElement>('Code').value).toBe('0420');
    fireEvent.submit(link.getByLabelText('Code'));
    await app.settled();
    expect(writeText).toHaveBeenCalledWith('https://box.example/s/GIFT');
    expect(link.button('Copied')).toBeTruthy();
  });

  it('shows no code where there is none, and asks before it ends the link', async () => {
    const app = await renderShares();
    const link = await openLink(app, 'Trip and 2 more');
    expect(link.queryByLabelText('Code')).toBeNull();
    await link.press('Stop sharing');
    expect(app.hasDialog('Trip and 2 more')).toBe(false);
    expect(app.sent(RemoveShare)).toEqual([]);
    await (await app.dialog('Stop sharing by 1 link?')).press('Stop sharing');
    expect(app.sent(RemoveShare)).toEqual([{ id: 'TRIP' }]);
  });

  it('opens the folder of a link in Files', async () => {
    const app = await renderShares();
    const menu = await app.openMenu(app.row('gift.txt'));
    await menu.press(menu.getByRole('menuitem', { name: 'Open folder' }));
    expect(app.opened()).toEqual([{ app: 'files', params: { path: '/mnt/usb1/ann/Give' } }]);
  });

  it('goes to another page, and back when the last page has no link any more', async () => {
    const many = Array.from({ length: 51 }, (_, at) => shareRecord(`S${at}`, [`file ${at}.txt`]));
    const app = await renderShares(many);
    expect(app.queryByText('file 50.txt')).toBeNull();
    await app.press('Next page');
    expect(app.getByText('Page 2 of 2')).toBeTruthy();
    await app.selectRow('file 50.txt');
    await app.press('Stop sharing');
    await (await app.dialog('Stop sharing by 1 link?')).press('Stop sharing');
    expect(app.row('file 0.txt')).toBeTruthy();
    expect(app.sent(ListShares)).toMatchObject([{ page: 1 }, { page: 2 }, { page: 1 }]);
  });

  it('reads in Chinese', async () => {
    const app = await renderShares([OLD], {}, { language: 'zh-CN' });
    expect(app.row('old.txt').textContent).toContain('已过期');
    expect(app.getByText('共 1 个分享')).toBeTruthy();
    await app.selectRow('old.txt');
    await app.press('取消分享');
    expect(await app.dialog('取消 1 个分享？')).toBeTruthy();
  });

  it('shows the facts of a link in one row of a phone', async () => {
    const app = await renderShares([GIFT, OLD], {}, { phone: true });
    expect(app.row('gift.txt').textContent).toMatch(/until .* · Code 0420 · 4 visits/);
    const menu = await app.openMenu('More actions');
    await menu.press(menu.getByRole('menuitem', { name: 'Clear expired' }));
    expect(app.sent(RemoveShare)).toEqual([{ id: 'OLD' }]);
  });
});
