import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { offline } from '../../testing/port-answers.ts';
import { createFilesFixture, HOME, names } from '../../testing/files-fixture.ts';

describe('folder views', () => {
  it('FILES-46: loads the first 500, name ascending, and tells total and pages', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, names(1201));
    const view = files.view(HOME);
    expect(view.state$.value).toMatchObject({
      total: 1201,
      pageNow: 1,
      pageSum: 3,
      limit: 500,
      loading: 'none',
      failure: null,
      sort: { prop: 'name', order: 'aesc' },
    });
    expect(view.state$.value.entries).toHaveLength(500);
    expect(Object.isFrozen(view.state$.value.entries)).toBe(true);
    expect(box.requests[0]).toMatchObject({ limit: 500, after: null, pattern: null });
  });

  it('FILES-07, FILES-47, FILES-49, STATE-26: the pager fetches by cursor, keeps what it has, and last fetches the missing pages', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, names(1201));
    const view = files.view(HOME);
    view.next();
    expect(view.state$.value).toMatchObject({ pageNow: 2 });
    expect(view.state$.value.entries[0]?.name).toBe('f0500');
    expect(box.requests[1]?.after).toEqual({ n: 'f0499', t: 0, k: '' });
    view.last();
    expect(view.state$.value).toMatchObject({ pageNow: 3 });
    expect(view.state$.value.entries.map(({ name }) => name)).toHaveLength(201);
    view.first();
    view.goTo(2);
    view.previous();
    view.next();
    expect(view.state$.value.pageNow).toBe(2);
    expect(box.requests).toHaveLength(3);
    view.goTo(99);
    expect(view.state$.value.pageNow).toBe(3);
  });

  it('a folder that was asked for ahead is there when it is opened; what changed, waited long, or is asked for otherwise is asked for anew', () => {
    const { files, box, store, pass } = createFilesFixture();
    const inside = { place: HOME.place, path: `${HOME.path}/In` };
    box.fill(HOME.path, ['a']);
    box.fill(inside.path, ['b']);
    const view = files.view(HOME);
    const asked = (): number => box.requests.filter(({ location }) => location.path === inside.path).length;

    view.prefetch(inside);
    view.prefetch(inside);
    expect(asked()).toBe(1);
    // Changes in the folder are watched from now on.
    expect(files.openFolders$.value).toEqual([HOME.path, inside.path]);
    box.gate = new Subject();
    view.open(inside);
    expect(view.state$.value).toMatchObject({ loading: 'none', entries: [{ name: 'b' }] });
    expect(files.openFolders$.value).toEqual([inside.path]);
    box.gate = null;
    view.refresh();
    expect(asked()).toBe(2);

    view.back();
    view.prefetch(inside);
    const told = { folders: [inside.path], areas: [], everything: false };
    store.append([{ type: 'BoxChanged', data: told }], 'box');
    view.open(inside);
    expect(asked()).toBe(4);

    view.back();
    view.prefetch(inside);
    pass(1_001);
    view.open(inside);
    expect(asked()).toBe(6);

    view.back();
    view.prefetch(inside);
    view.sortBy({ prop: 'size', order: 'desc' });
    view.open(inside);
    expect(asked()).toBe(8);

    // Cancelled before the box answered: nothing is awaited and nothing of it is shown.
    view.back();
    box.gate = new Subject();
    view.prefetch(inside);
    view.prefetch(null);
    expect(files.openFolders$.value).toEqual([HOME.path]);
    box.gate = null;
    view.open(inside);
    expect(view.state$.value.entries.map(({ name }) => name)).toEqual(['b']);
  });

  it('a folder that was asked for ahead is where the next act goes from the moment it is opened, before its answer is there', () => {
    const { files, box } = createFilesFixture();
    const inside = { place: HOME.place, path: `${HOME.path}/In` };
    box.fill(inside.path, ['b']);
    const view = files.view(HOME);
    const gate = new Subject<null>();
    box.gate = gate;
    view.prefetch(inside);
    view.open(inside);
    expect(view.state$.value).toMatchObject({ location: inside, loading: 'first', entries: [] });
    gate.next(null);
    expect(view.state$.value).toMatchObject({ location: inside, loading: 'none', entries: [{ name: 'b' }] });
  });

  it('in a hand the first page of what was asked for ahead is a moment away, and for no longer than that', () => {
    const { files, box, pass } = createFilesFixture();
    const inside = { place: HOME.place, path: `${HOME.path}/In` };
    box.fill(HOME.path, ['a']);
    box.fill(inside.path, ['b']);
    const view = files.view(HOME, true);
    const gate = new Subject<null>();
    box.gate = gate;
    const opened = { location: inside, loading: 'first', entries: [] };
    view.prefetch(inside);
    view.open(inside);
    pass(79);
    expect(view.state$.value).toMatchObject({ ...opened, deferSkeleton: true });
    gate.next(null);
    expect(view.state$.value).toMatchObject({ loading: 'none', deferSkeleton: false, entries: [{ name: 'b' }] });

    const again = (): void => {
      view.back();
      gate.next(null);
      view.prefetch(inside);
      view.open(inside);
      expect(view.state$.value).toMatchObject({ ...opened, deferSkeleton: true });
    };
    again();
    pass(80);
    expect(view.state$.value).toMatchObject({ ...opened, deferSkeleton: false });
    gate.next(null);
    expect(view.state$.value.loading).toBe('none');

    // A folder that was not prefetched: no grace period applies.
    again();
    view.open({ place: HOME.place, path: `${HOME.path}/Other` });
    expect(view.state$.value.deferSkeleton).toBe(false);
    gate.next(null);

    // A desktop draws what it opens at once.
    view.join(false);
    view.prefetch(inside);
    view.open(inside);
    expect(view.state$.value).toMatchObject({ ...opened, deferSkeleton: false });
  });

  it('FILES-48: first on the first page and next on the last page tell so and change nothing', () => {
    const { files, box, notices: told } = createFilesFixture();
    box.fill(HOME.path, names(3));
    const view = files.view(HOME);
    view.first();
    expect(told()).toEqual(['info file.firstPage']);
    view.next();
    expect(told()).toEqual(['info file.lastPage']);
    view.previous();
    expect(told()).toEqual(['info file.firstPage']);
    view.last();
    expect(told()).toEqual(['info file.lastPage']);
    expect(box.requests).toHaveLength(1);
  });

  it('G-13: a changed order, a filter and a refresh drop the cache; FILES-10, FILES-45: the order is remembered', () => {
    const { files, box, local } = createFilesFixture();
    box.fill(HOME.path, names(700), (_, index) => ({ size: 1000 - index, type: index % 2 }));
    const view = files.view(HOME);
    view.next();
    view.sortBy({ prop: 'size', order: 'desc' });
    expect(view.state$.value).toMatchObject({ pageNow: 1, sort: { prop: 'size', order: 'desc' } });
    expect(view.state$.value.entries[0]?.size).toBe(1000);
    expect(local.get('boxViews')).toBe('{"view":"list","prop":"size","order":"desc"}');
    view.filterBy({ type: 1 });
    expect(view.state$.value.total).toBe(350);
    const before = box.requests.length;
    view.refresh();
    expect(box.requests).toHaveLength(before + 1);
    expect(files.view(HOME).state$.value.sort.prop).toBe('size');
  });

  it('loads everything for one long list, and keeps it as its pages', () => {
    const { files, box, keep, results } = createFilesFixture();
    box.fill(HOME.path, names(1300));
    const view = files.view(HOME);
    view.loadAll().subscribe(keep);
    expect(results[0]).toMatchObject({ _tag: 'Right' });
    const asked = box.requests.length;
    view.last();
    expect(view.state$.value.pageNow).toBe(3);
    expect(box.requests).toHaveLength(asked);
    box.failures = [offline];
    const other = files.view(HOME);
    other.refresh();
    box.failures = [offline];
    other.loadAll().subscribe(keep);
    expect(results[1]).toEqual({ _tag: 'Left', left: offline });
  });
});
