import { fireEvent } from '@testing-library/react';
import { DeleteTrash, EmptyTrash, GEN, ListTrash, RestoreBeside, RestoreTrash, type TrashItem } from '@boxwood/box-sdk';
import { describe, expect, it } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { trash } from './manifest.ts';

const trashItem = (id: string, name: string, more: Partial<TrashItem> = {}): TrashItem => ({
  id,
  n: name,
  t: 1,
  s: 2048,
  m: 1_760_000_000,
  d: 1_760_000_000,
  p: '/mnt/usb1/ann/Letters',
  ...more,
});
const PLAN = trashItem('k1', 'plan.txt');
const NOTES = trashItem('k2', 'notes.txt', { s: 5_000_000, d: 1_760_000_900 });

type TrashReplies = NonNullable<NonNullable<RenderAppOptions<'trash'>['replies']>['trash']>;

/** A bin with two items, of which a box really removes what it is asked to. */
const renderTrash = async (more: TrashReplies = {}, options: RenderAppOptions<'trash'> = {}) => {
  let list: readonly TrashItem[] = [PLAN, NOTES];
  const removeItems = ({ ids }: { readonly ids: readonly string[] }) => {
    list = list.filter(({ id }) => !ids.includes(id));
    return {};
  };
  const app = await renderApp(trash, {
    ...options,
    replies: {
      trash: {
        list: () => ({ sum: list.length, list: [...list] }),
        restore: removeItems,
        remove: removeItems,
        empty: () => ({ num: list.length }),
        ...more,
      },
    },
  });
  const names = (): readonly string[] =>
    app.getAllByRole('row').flatMap((row) => /^(plan|notes)\.txt/.exec(row.textContent)?.[0] ?? []);
  const setList = (next: readonly TrashItem[]): void => {
    list = next;
  };
  return { app, names, setList };
};

describe('recycle bin', () => {
  it('P-18 lists deleted items with size and original folder, the last deleted first', async () => {
    const { app, names } = await renderTrash();
    expect(names()).toEqual(['notes.txt', 'plan.txt']);
    const row = app.row('plan.txt');
    expect(row.textContent).toContain('2.00 KB');
    expect(row.textContent).toContain('Letters');
    expect(app.getByText('2 items')).toBeTruthy();
    expect(app.sent(ListTrash)).toEqual([{ offset: 0, count: 500, order: '5', desc: 1 }]);
  });

  it('sorts by the column that was pressed', async () => {
    const { app, names } = await renderTrash();
    await app.press('Size');
    expect(names()).toEqual(['plan.txt', 'notes.txt']);
  });

  it('explains an empty bin and does not offer to empty it', async () => {
    const { app } = await renderTrash({ list: () => ({ sum: 0, list: [] }) });
    expect(app.getByText('The recycle bin is empty')).toBeTruthy();
    await expect(app.press('Empty the recycle bin')).rejects.toThrow('There is nothing to delete');
  });

  it('shows that the list is loading, and then the list', async () => {
    const { reply, release } = holdReply<{ sum: number; list: TrashItem[] }>();
    const { app, names } = await renderTrash({ list: () => reply });
    expect(app.queryByText('The recycle bin is empty')).toBeNull();
    expect(app.getByLabelText('Deleted files').getAttribute('aria-busy')).toBe('true');
    release({ sum: 1, list: [PLAN] });
    await app.settled();
    expect(names()).toEqual(['plan.txt']);
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const { app, names } = await renderTrash({
      list: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { sum: 1, list: [PLAN] };
      },
    });
    expect(app.getByText('Failed')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(names()).toEqual(['plan.txt']);
  });

  it('restores the selected item and reports it', async () => {
    const { app, names } = await renderTrash();
    await expect(app.press('Restore')).rejects.toThrow('Choose something first');
    expect(app.sent(RestoreTrash)).toEqual([]);
    await app.selectRow('plan.txt');
    await app.press('Restore');
    expect(app.sent(RestoreTrash)).toEqual([{ ids: ['k1'] }]);
    expect(names()).toEqual(['notes.txt']);
    expect(await app.findByText('Restored')).toBeTruthy();
  });

  it('asks what to do when the original name is occupied', async () => {
    const { app, names } = await renderTrash({
      restore: (_params, _caller, { refuse }) => {
        throw refuse(GEN.invalid);
      },
      restoreBeside: () => ({ path: '/mnt/usb1/ann/Letters/plan_copy.txt' }),
    });
    const restorePlan = async () => {
      const menu = await app.openMenu(app.row('plan.txt'));
      await menu.press(menu.getByRole('menuitem', { name: 'Restore' }));
      return app.dialog('The original name already exists');
    };
    await (await restorePlan()).press('Leave in the bin');
    expect(app.sent(RestoreBeside)).toEqual([]);
    expect(names()).toEqual(['notes.txt', 'plan.txt']);
    await (await restorePlan()).press('Keep both');
    expect(app.sent(RestoreBeside)).toEqual([{ id: 'k1' }]);
    expect(names()).toEqual(['notes.txt']);
  });

  it('deletes for ever only after a confirmation', async () => {
    const { app, names } = await renderTrash();
    const removePlan = async () => {
      const menu = await app.openMenu(app.row('plan.txt'));
      await menu.press(menu.getByRole('menuitem', { name: 'Delete for ever' }));
      return app.dialog('Delete 1 item for ever?');
    };
    await (await removePlan()).press('Cancel');
    expect(app.sent(DeleteTrash)).toEqual([]);
    await (await removePlan()).press('Delete for ever');
    expect(app.sent(DeleteTrash)).toEqual([{ ids: ['k1'] }]);
    expect(names()).toEqual(['notes.txt']);
  });

  it('asks before the Delete key deletes the selected items', async () => {
    const { app } = await renderTrash();
    const list = app.getByRole('grid', { name: 'Deleted files' });
    fireEvent.keyDown(list, { key: 'Delete' });
    expect(app.hasDialog(/for ever/)).toBe(false);
    await app.selectRow('plan.txt');
    fireEvent.keyDown(list, { key: 'a', ctrlKey: true });
    fireEvent.keyDown(list, { key: 'Delete' });
    await (await app.dialog('Delete 2 items for ever?')).press('Delete for ever');
    expect(app.sent(DeleteTrash)).toEqual([{ ids: ['k2', 'k1'] }]);
  });

  it('empties the bin after a confirmation', async () => {
    const { app } = await renderTrash();
    await app.press('Empty the recycle bin');
    const question = await app.dialog('Empty the recycle bin?');
    expect(app.sent(EmptyTrash)).toEqual([]);
    await question.press('Empty the recycle bin');
    expect(app.sent(EmptyTrash)).toHaveLength(1);
    expect(app.getByText('The recycle bin is empty')).toBeTruthy();
  });

  it('keeps the items that the box could not delete, and says how many', async () => {
    const { app, names } = await renderTrash({ remove: () => ({ failed: [{ id: 'k2', error: GEN.failed }] }) });
    await app.selectRow('plan.txt');
    fireEvent.keyDown(app.getByRole('grid', { name: 'Deleted files' }), { key: 'a', ctrlKey: true });
    await app.press('Delete for ever');
    await (await app.dialog('Delete 2 items for ever?')).press('Delete for ever');
    expect(names()).toEqual(['notes.txt']);
    expect(await app.findByText('1 done, 1 failed')).toBeTruthy();
  });

  it('reports a refusal in words and keeps the item', async () => {
    const { app, names } = await renderTrash({
      remove: (_params, _caller, { refuse }) => {
        throw refuse(GEN.noPrivilege);
      },
    });
    await app.selectRow('plan.txt');
    await app.press('Delete for ever');
    await (await app.dialog('Delete 1 item for ever?')).press('Delete for ever');
    expect(await app.dialog('No privilege')).toBeTruthy();
    expect(names()).toEqual(['notes.txt', 'plan.txt']);
  });

  it('reloads when the box reports a change of the bin', async () => {
    const { app, names, setList } = await renderTrash();
    setList([NOTES]);
    await app.reportChange('trash');
    expect(names()).toEqual(['notes.txt']);
  });

  it('reads in Chinese', async () => {
    const { app } = await renderTrash({}, { language: 'zh-CN' });
    expect(app.getByRole('heading', { name: '回收站' })).toBeTruthy();
    await app.press('清空回收站');
    expect((await app.dialog('清空回收站？')).getByText('其中所有文件将被彻底删除，无法恢复。')).toBeTruthy();
  });

  it('offers the actions of the list in the menu of a phone', async () => {
    const { app } = await renderTrash({}, { phone: true });
    expect(app.getByRole('heading', { name: 'Recycle bin' })).toBeTruthy();
    const menu = await app.openMenu('More actions');
    await menu.press(menu.getByRole('menuitem', { name: 'Empty the recycle bin' }));
    await (await app.dialog('Empty the recycle bin?')).press('Empty the recycle bin');
    expect(app.sent(EmptyTrash)).toHaveLength(1);
  });
});
