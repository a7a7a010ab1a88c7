import { right } from '@boxwood/command-bus';
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import type { Result } from '../outcome.ts';
import { no, offline, refused, yes } from '../testing/port-answers.ts';
import { idCounter, testStore } from '../testing/test-store.ts';
import { BoxTrash } from './box-trash.ts';
import type { TrashPort } from './port.ts';
import type { TrashedItem } from './trash.ts';

const item = (id: string): TrashedItem => ({
  id,
  name: `${id}.txt`,
  type: 0,
  size: 1,
  mtime: 1,
  deleted: 2,
  from: `/mnt/usb1/ann/${id}`,
});

const fresh = (count: number) => {
  const store = testStore();
  const all = Array.from({ length: count }, (_, index) => item(`t${index}`));
  const calls: string[] = [];
  const failed: string[] = [];
  const standing = new Set<string>();
  const port: TrashPort = {
    list: (offset, limit) => {
      calls.push(`list ${offset} ${limit}`);
      return yes({ total: all.length, items: all.slice(offset, offset + limit) });
    },
    restore: (ids) => {
      calls.push(`restore ${ids.join()}`);
      return yes({ failed });
    },
    restoreWithNewName: () => yes(null),
    occupiedNames: (_, names) => yes(new Set(names.filter((name) => standing.has(name)))),
    rename: (source, target) => {
      calls.push(`rename ${source} ${target}`);
      return yes(null);
    },
    remove: (ids) => {
      calls.push(`remove ${ids.join()}`);
      return yes({ failed });
    },
    empty: () => yes({ num: all.length }),
  };
  const notifications = new BoxNotifications(store, { now: () => 0 }, idCounter('n'));
  const trash = new BoxTrash({ store, port, notifications });
  const changed: string[] = [];
  store.batches$.subscribe((batch) => {
    for (const { event } of batch) if (event.type === 'FolderChanged') changed.push(...event.data.folders);
  });
  const told = () => notifications.list$.value.map(({ level, messageKey }) => `${level} ${messageKey ?? ''}`);
  return { trash, port, calls, failed, standing, notifications, changed, told };
};

describe('the recycle bin', () => {
  it('TRASH-02: lists page by page and stops at the end', () => {
    const { trash, calls } = fresh(700);
    trash.load();
    expect(trash.state$.value).toMatchObject({ total: 700, loading: false, failure: null });
    expect(trash.state$.value.items).toHaveLength(500);
    trash.loadMore();
    trash.loadMore();
    expect(trash.state$.value.items).toHaveLength(700);
    expect(calls).toEqual(['list 0 500', 'list 500 500']);
  });

  it('puts items back, tells, and refreshes the folders they came from', () => {
    const { trash, changed, told } = fresh(3);
    trash.load();
    const results: unknown[] = [];
    trash.restore(['t0', 't1']).subscribe((result) => results.push(result));
    expect(results).toEqual([{ _tag: 'Right', right: { ok: 2, failed: 0 } }]);
    expect(trash.state$.value).toMatchObject({ total: 1, items: [{ id: 't2' }] });
    expect(changed).toEqual(['/mnt/usb1/ann/t0', '/mnt/usb1/ann/t1']);
    expect(told()).toEqual(['success files.restored']);
  });

  it('a list that is asked for again before the answer is here counts nothing twice, and the folders are told', () => {
    const { trash, port, changed } = fresh(3);
    trash.load();
    const answer = new Subject<Result<{ readonly failed: readonly string[] }>>();
    Object.assign(port, { restore: () => answer, list: () => yes({ total: 2, items: [item('t0'), item('t2')] }) });
    trash.restore(['t1']);
    trash.load();
    answer.next(right({ failed: [] }));
    expect(trash.state$.value).toMatchObject({ total: 2 });
    expect(changed).toEqual(['/mnt/usb1/ann/t1']);
  });

  it('G-54: keeps both in one step at a box that can; nothing there steps aside', () => {
    const { trash, port, calls, standing, changed, told } = fresh(2);
    trash.load();
    calls.length = 0;
    standing.add('t1.txt');
    Object.assign(port, {
      restoreWithNewName: (id: string) => {
        calls.push(`beside ${id}`);
        return yes('/mnt/usb1/ann/t1/t1_copy.txt');
      },
    });
    trash.restore(['t1'], true);
    expect([calls, changed, told()]).toEqual([['beside t1'], ['/mnt/usb1/ann/t1'], ['success files.restored']]);
    expect(trash.state$.value.items.map(({ id }) => id)).toEqual(['t0']);
  });

  it('G-54: keeps both by a copy suffix; what took the name steps aside and comes back', () => {
    const { trash, calls, standing, failed, told } = fresh(3);
    trash.load();
    calls.length = 0;
    standing.add('t1.txt').add('t1_copy.txt');
    trash.restore(['t0', 't1'], true);
    const folder = '/mnt/usb1/ann/t1';
    expect(calls).toEqual([
      'restore t0',
      `rename ${folder}/t1.txt ${folder}/t1_copy3.txt`,
      'restore t1',
      `rename ${folder}/t1.txt ${folder}/t1_copy2.txt`,
      `rename ${folder}/t1_copy3.txt ${folder}/t1.txt`,
    ]);
    expect(told()).toEqual(['success files.restored']);
    calls.length = 0;
    failed.push('t2');
    standing.add('t2.txt');
    trash.restore(['t2'], true);
    expect(calls).toEqual([
      'rename /mnt/usb1/ann/t2/t2.txt /mnt/usb1/ann/t2/t2_copy2.txt',
      'restore t2',
      'rename /mnt/usb1/ann/t2/t2_copy2.txt /mnt/usb1/ann/t2/t2.txt',
    ]);
    expect(trash.state$.value.items.map(({ id }) => id)).toEqual(['t2']);
  });

  it('G-54: a name with a hundred copies, a box that fails: the item stays in the bin', () => {
    const { trash, port, calls, standing } = fresh(2);
    trash.load();
    Object.assign(port, { occupiedNames: (_: string, names: readonly string[]) => yes(new Set(names)) });
    calls.length = 0;
    trash.restore(['t0'], true);
    expect(calls).toEqual([]);
    standing.clear();
    Object.assign(port, { occupiedNames: () => no(offline) });
    trash.restore(['t1'], true);
    expect(trash.state$.value.items).toHaveLength(2);
  });

  it('TRASH-03: removes for ever; what stayed is counted and stays listed', () => {
    const { trash, failed, told } = fresh(3);
    trash.load();
    failed.push('t1');
    trash.remove(['t0', 't1']);
    expect(trash.state$.value.items.map(({ id }) => id)).toEqual(['t1', 't2']);
    expect(told()).toEqual(['warning files.partly']);
    failed.length = 0;
    trash.remove(['t1']);
    expect(told().at(-1)).toBe('success files.removed');
  });

  it('empties', () => {
    const { trash } = fresh(3);
    trash.load();
    trash.empty();
    expect(trash.state$.value).toEqual({ items: [], total: 0, loading: false, failure: null });
  });

  it('failures are states or told', () => {
    const { trash, port, notifications } = fresh(3);
    Object.assign(port, { list: () => no(offline), restore: () => no(refused(11)), empty: () => no(refused(3)) });
    const results: unknown[] = [];
    trash.load().subscribe((result) => results.push(result));
    expect(trash.state$.value).toMatchObject({ failure: offline, loading: false });
    trash.restore(['t0']).subscribe((result) => results.push(result));
    trash.empty().subscribe((result) => results.push(result));
    expect(results).toEqual([offline, refused(11), refused(3)].map((failure) => ({ _tag: 'Left', left: failure })));
    expect(notifications.list$.value.map(({ failure }) => failure)).toEqual([refused(11), refused(3)]);
  });
});
