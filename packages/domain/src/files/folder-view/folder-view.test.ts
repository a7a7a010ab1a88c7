import { Subject, switchMap } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { BoxEvent } from '../../events/box-event.ts';
import { offline, refused } from '../../testing/port-answers.ts';
import { createFilesFixture, HOME, names } from '../../testing/files-fixture.ts';
import { patternOf } from '../file-paths.ts';

describe('folder views', () => {
  it('what the box tells of shows without a word: the page stays, what is chosen too, and nothing loads', () => {
    const { files, box, store } = createFilesFixture();
    box.fill(HOME.path, names(600));
    const view = files.view(HOME);
    view.next();
    view.select([`${HOME.path}/f0501`]);
    const loading: string[] = [];
    view.state$.subscribe((state) => loading.push(state.loading));
    box.fill(HOME.path, names(601));
    const change = { areas: [], everything: false };
    store.append([{ type: 'BoxChanged', data: { ...change, folders: ['/mnt/usb1/bob'] } }], 'box');
    expect(view.state$.value.total).toBe(600);
    store.append([{ type: 'BoxChanged', data: { ...change, folders: [HOME.path] } }], 'box');
    expect(view.state$.value).toMatchObject({ total: 601, pageNow: 2 });
    expect([...view.selection$.value.paths]).toEqual([`${HOME.path}/f0501`]);
    expect(new Set(loading)).toEqual(new Set(['none']));
    store.append([{ type: 'BoxChanged', data: { folders: [], areas: [], everything: true } }], 'box');
    expect(box.requests.at(-1)?.location).toEqual(HOME);
  });

  it('a change while a listing is on its way is listed after it, once: listings that take long come to their end', () => {
    const { files, box, store } = createFilesFixture();
    const answers: Subject<null>[] = [];
    const page = box.page.bind(box);
    vi.spyOn(box, 'page').mockImplementation((request) => {
      const answer = new Subject<null>();
      answers.push(answer);
      return answer.pipe(switchMap(() => page(request)));
    });
    const end = (at: number): void => {
      answers[at]?.next(null);
      answers[at]?.complete();
    };
    const view = files.view(HOME);
    end(0);
    box.fill(HOME.path, names(3));
    const change: BoxEvent = { type: 'BoxChanged', data: { folders: [HOME.path], areas: [], everything: false } };
    for (let times = 0; times < 3; times += 1) store.append([change], 'box');
    expect(answers).toHaveLength(2);
    end(1);
    expect(view.state$.value.total).toBe(3);
    expect(answers).toHaveLength(3);
    box.fill(HOME.path, names(4));
    end(2);
    expect(view.state$.value.total).toBe(4);
    expect(answers).toHaveLength(3);
  });

  it('what cannot be read again after a change stays on the screen; a folder that is gone does not', () => {
    const { files, box, store } = createFilesFixture();
    box.fill(HOME.path, names(3));
    const view = files.view(HOME);
    const change: BoxEvent = { type: 'BoxChanged', data: { folders: [HOME.path], areas: [], everything: false } };
    box.failures = [offline];
    store.append([change], 'box');
    expect(view.state$.value).toMatchObject({ total: 3, failure: null });
    box.failures = [refused(15)];
    store.append([change], 'box');
    expect(view.state$.value).toMatchObject({ total: 0, failure: { code: 15 } });
  });

  it('the folders of all open views are known, each once', () => {
    const { files } = createFilesFixture();
    const shown: (readonly string[])[] = [];
    files.openFolders$.subscribe((folders) => shown.push(folders));
    const one = files.view(HOME);
    const other = files.view(HOME);
    other.open({ place: 1, path: `${HOME.path}/a` });
    one.close();
    other.close();
    expect(shown).toEqual([[], [HOME.path], [HOME.path, `${HOME.path}/a`], [`${HOME.path}/a`], []]);
  });

  it('CONST-73: roots 5 and 9 know three orders; another one is not said to be there, and comes back with a place that has it', () => {
    const { files, box } = createFilesFixture();
    const view = files.view(HOME);
    view.sortBy({ prop: 'ctime', order: 'desc' });
    for (const place of [5, 9] as const) {
      view.open({ place, path: '/mnt/extdev/STICK' });
      expect(view.state$.value.sort).toEqual({ prop: 'mtime', order: 'desc' });
      expect(box.requests.at(-1)?.sort).toEqual({ prop: 'mtime', order: 'desc' });
    }
    view.sortBy({ prop: 'decimal', order: 'aesc' });
    expect(view.state$.value.sort).toEqual({ prop: 'name', order: 'aesc' });
    view.open(HOME);
    expect(box.requests.at(-1)?.sort).toEqual({ prop: 'decimal', order: 'aesc' });
    expect(view.state$.value.sort).toEqual({ prop: 'decimal', order: 'aesc' });
  });

  it('P-14: a wide search goes over places, with a kind, days or sizes even without a text', () => {
    const { files, box, pass } = createFilesFixture();
    const view = files.view(HOME);
    const wide = { places: [1, 2], sizeMin: 5 } as const;
    view.search({ text: ' ', regex: false, type: 3, placeSearch: wide });
    pass(500);
    expect(box.requests.at(-1)).toMatchObject({ pattern: '', type: 3, placeSearch: wide, limit: 50 });
    expect(view.state$.value.search).toEqual({ text: '', regex: false, type: 3, placeSearch: wide });
    view.search({ text: ' ', regex: false });
    pass(500);
    expect(view.state$.value.search).toBeNull();
    expect(box.requests.at(-1)).toMatchObject({ pattern: null, placeSearch: null, limit: 500 });
  });

  it('a refresh keeps showing the old page until the new one is there, and stays on its page', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, names(600));
    const view = files.view(HOME);
    view.next();
    const gate = new Subject<null>();
    box.gate = gate;
    view.refresh();
    expect(view.state$.value).toMatchObject({ loading: 'page', pageNow: 2 });
    expect(view.state$.value.entries).toHaveLength(100);
    box.gate = null;
    gate.next(null);
    expect(view.state$.value).toMatchObject({ loading: 'none', pageNow: 2 });
    box.fill(HOME.path, names(3));
    view.refresh();
    expect(view.state$.value).toMatchObject({ pageNow: 1, pageSum: 1, total: 3 });
  });

  it('FILES-50, FILES-65: a failed load empties the list and says why; a retry brings it back', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, names(3));
    box.failures = [offline];
    const view = files.view(HOME);
    expect(view.state$.value).toMatchObject({ entries: [], total: 0, loading: 'none', failure: offline });
    view.refresh();
    expect(view.state$.value).toMatchObject({ total: 3, failure: null });
  });

  it('FILES-01, FILES-03: history goes back and forward, up stops at the root of the place', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, ['a']);
    box.fill(`${HOME.path}/a`, ['b']);
    box.fill(`${HOME.path}/a/b`, []);
    const view = files.view(HOME);
    expect(view.state$.value).toMatchObject({ canBack: false, canForward: false, canUp: false });
    view.open({ place: 1, path: `${HOME.path}/a` });
    view.open({ place: 1, path: `${HOME.path}/a/b` });
    expect(view.state$.value).toMatchObject({ canBack: true, canUp: true, total: 0, pageSum: 1 });
    view.back();
    expect(view.state$.value).toMatchObject({ location: { path: `${HOME.path}/a` }, canForward: true });
    view.up();
    view.up();
    expect(view.state$.value).toMatchObject({ location: HOME, canForward: false, canUp: false });
    view.back();
    view.back();
    view.back();
    view.forward();
    view.forward();
    view.forward();
    expect(view.state$.value).toMatchObject({ location: HOME, canForward: false });
  });

  it('a view that is made again goes back to the folders that were shown before', () => {
    const { files, box } = createFilesFixture();
    for (const path of ['', '/a', '/a/b']) box.fill(HOME.path + path, []);
    const behind = [HOME, { place: 1, path: `${HOME.path}/a` }] as const;
    const view = files.view({ place: 1, path: `${HOME.path}/a/b` }, false, behind);
    expect(view.state$.value).toMatchObject({ backStack: behind, canBack: true });
    view.back();
    view.back();
    expect(view.state$.value).toMatchObject({ location: HOME, backStack: [], canBack: false, canForward: true });
  });

  it('a view that is made again goes forward to the folders that it had gone back from', () => {
    const { files, box } = createFilesFixture();
    for (const path of ['', '/a', '/a/b']) box.fill(HOME.path + path, []);
    const ahead = [
      { place: 1, path: `${HOME.path}/a/b` },
      { place: 1, path: `${HOME.path}/a` },
    ] as const;
    const view = files.view(HOME, false, [], ahead);
    expect(view.state$.value).toMatchObject({ forwardStack: ahead, canForward: true, canBack: false });
    view.forward();
    expect(view.state$.value).toMatchObject({ location: ahead[1], backStack: [HOME], forwardStack: [ahead[0]] });
    view.open(HOME);
    expect(view.state$.value).toMatchObject({ forwardStack: [], canForward: false });
  });

  it('a folder that is made without a line stands first, and can be chosen, until the box has it or it is taken back', () => {
    const { files, box, store } = createFilesFixture();
    box.fill(HOME.path, ['a', 'b']);
    const view = files.view(HOME);
    const drawn = () => view.state$.value.entries.map(({ name }) => name);
    const keep = (id: string, path: string): void =>
      void store.append([{ type: 'ActKept', data: { id, act: { do: 'new-folder', path } } }], 'person');
    keep('1', `${HOME.path}/Tools`);
    keep('2', '/mnt/usb1/ann/elsewhere/Other');
    expect([drawn(), view.state$.value.total]).toEqual([['Tools', 'a', 'b'], 3]);
    expect(view.state$.value.entries[0]).toMatchObject({ type: 5, path: `${HOME.path}/Tools` });
    view.select([`${HOME.path}/Tools`]);
    expect(view.selection$.value.paths).toEqual(new Set([`${HOME.path}/Tools`]));
    view.filterBy({ filesOnly: true });
    expect(drawn()).toEqual(['a', 'b']);
    view.filterBy({});
    // Listed before the action ended: shown once.
    box.fill(HOME.path, ['Tools', 'a', 'b']);
    view.refresh();
    expect([drawn(), view.state$.value.total]).toEqual([['a', 'b', 'Tools'], 3]);
    box.fill(HOME.path, ['a', 'b']);
    view.refresh();
    expect(drawn()).toEqual(['Tools', 'a', 'b']);
    store.append([{ type: 'ActEnded', data: { id: '1' } }], 'person');
    expect([drawn(), view.state$.value.total]).toEqual([['a', 'b'], 2]);
  });

  it('a newer folder cancels the older question', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, ['old']);
    box.fill('/mnt/usb1/ann/new', ['new']);
    const gate = new Subject<null>();
    box.gate = gate;
    const view = files.view(HOME);
    view.open({ place: 1, path: '/mnt/usb1/ann/new' });
    gate.next(null);
    expect(box.calls).toEqual(['page /mnt/usb1/ann/new']);
    expect(view.state$.value.entries.map(({ name }) => name)).toEqual(['new']);
  });

  it('FILES-04, FILES-46, G-16: a search starts 500 ms after the last call, with pages of 50', () => {
    const { files, box, pass } = createFilesFixture();
    box.fill(HOME.path, [...names(60), 'x.y']);
    const view = files.view(HOME);
    view.search({ text: 'f0', regex: false });
    pass(499);
    view.search({ text: ' f00* ', regex: false });
    pass(499);
    expect(view.state$.value.search).toBeNull();
    pass(1);
    expect(view.state$.value).toMatchObject({ search: { text: 'f00*' }, limit: 50, total: 60, pageSum: 2 });
    expect(box.requests.at(-1)).toMatchObject({ pattern: 'f00.*', limit: 50, type: null });
    view.search({ text: '', regex: false });
    pass(500);
    expect(view.state$.value).toMatchObject({ search: null, limit: 500, total: 61 });
    const asked = box.requests.length;
    view.search(null);
    pass(500);
    expect(box.requests).toHaveLength(asked);
    view.search({ text: 'late', regex: false, type: 3 });
    view.open(HOME);
    pass(1000);
    expect(view.state$.value.search).toBeNull();
    expect(patternOf('a+b (1).?', false)).toBe(String.raw`a\+b \(1\)\..`);
    expect(patternOf('a+', true)).toBe('a+');
  });

  it('SCREEN-14: what is shown can be chosen while it is asked for again, and stays chosen', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, names(3));
    const view = files.view(HOME);
    const gate = new Subject<null>();
    box.gate = gate;
    view.refresh();
    view.select([`${HOME.path}/f0001`]);
    expect(view.selection$.value.entries.map(({ name }) => name)).toEqual(['f0001']);
    view.selectAll();
    expect(view.selection$.value.entries).toHaveLength(3);
    view.invertSelection();
    view.selectRange(`${HOME.path}/f0001`);
    gate.next(null);
    expect(view.selection$.value.entries.map(({ name }) => name)).toEqual(['f0000', 'f0001']);
  });

  it('SCREEN-14: the same search once more keeps what is shown and chosen until its answer comes; another one does not', () => {
    const { files, box, pass } = createFilesFixture();
    box.fill(HOME.path, names(3));
    const view = files.view(HOME);
    view.search({ text: 'f000', regex: false });
    pass(500);
    const asked = box.requests.length;
    view.search({ text: 'f000 ', regex: false });
    view.select([`${HOME.path}/f0001`]);
    const gate = new Subject<null>();
    box.gate = gate;
    pass(500);
    expect(view.state$.value).toMatchObject({ total: 3, loading: 'page' });
    expect(view.state$.value.entries).toHaveLength(3);
    gate.next(null);
    expect(box.requests).toHaveLength(asked + 1);
    expect(view.state$.value).toMatchObject({ total: 3, loading: 'none' });
    expect(view.selection$.value.entries).toHaveLength(1);
    box.gate = null;
    view.search({ text: 'f0002', regex: false });
    pass(500);
    expect(view.selection$.value.entries).toEqual([]);
    expect(view.state$.value.entries.map(({ name }) => name)).toEqual(['f0002']);
  });

  it('what is on its way out is chosen no more, before the folder was read again; what the box refused still is', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, names(4));
    const view = files.view(HOME);
    const [first, second, third] = view.state$.value.entries;
    if (first === undefined || second === undefined || third === undefined) throw new Error('nothing shown');
    const chosen = () => view.selection$.value.entries.map(({ name }) => name);
    view.select([first.path, second.path, third.path]);
    box.failures = [refused(7)];
    files.remove([first, second], 1);
    expect(chosen()).toEqual(['f0000', 'f0001', 'f0002']);
    box.failedCount = 1;
    files.remove([first, second], 1);
    expect(chosen()).toEqual(['f0000', 'f0001', 'f0002']);
    box.failedCount = 0;
    // For now only the old folder content is read.
    files.remove([first, second], 1);
    expect(chosen()).toEqual(['f0002']);
    files.encrypt([third], '/mnt/usb1/ann/.safebox');
    expect(chosen()).toEqual([]);
  });

  it('selects one, many, a range, all, the rest; it survives sorting, paging and refresh', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, names(600), (_, index) => ({ size: index }));
    const view = files.view(HOME);
    const path = (index: number): string => `${HOME.path}/f${String(index).padStart(4, '0')}`;
    const chosen = () => view.selection$.value.entries.map(({ name }) => Number(name.slice(1)));
    view.select([path(3)]);
    view.select([path(5)], 'toggle');
    view.select([path(5)], 'add');
    expect(view.selection$.value).toMatchObject({ bytes: 8, anchor: path(5) });
    expect(chosen()).toEqual([3, 5]);
    view.select([path(3)], 'toggle');
    expect(chosen()).toEqual([5]);
    view.next();
    view.select([path(550)], 'add');
    view.sortBy({ prop: 'size', order: 'desc' });
    expect(chosen()).toEqual([5, 550]);
    view.sortBy({ prop: 'name', order: 'aesc' });
    view.select([path(10)]);
    view.selectRange(path(13));
    expect(chosen()).toEqual([10, 11, 12, 13]);
    view.selectRange(path(8), true);
    expect(chosen().toSorted((a, b) => a - b)).toEqual([8, 9, 10, 11, 12, 13]);
    view.selectRange('/nowhere');
    view.clearSelection();
    view.selectRange(path(1));
    expect(chosen()).toEqual([0, 1]);
    view.invertSelection();
    expect(view.selection$.value.entries).toHaveLength(498);
    view.selectAll();
    expect(view.selection$.value.entries).toHaveLength(500);
    box.fill(HOME.path, ['f0000', 'f0001'], () => ({ size: 9 }));
    view.refresh();
    expect(view.selection$.value).toMatchObject({ bytes: 18 });
    view.open({ place: 1, path: '/mnt/usb1/ann/x' });
    expect(chosen()).toEqual([]);
  });

  it('views of a folder refresh when it changed here or in another tab, and not after they are closed', () => {
    const { files, box } = createFilesFixture();
    box.fill(HOME.path, ['a']);
    const view = files.view(HOME);
    const other = files.view({ place: 1, path: '/mnt/usb1/ann/b' });
    box.fill(HOME.path, ['a', 'b']);
    files.notifyChanged([HOME.path, HOME.path]);
    files.notifyChanged([]);
    expect(view.state$.value.total).toBe(2);
    expect(box.calls.filter((call) => call.endsWith('/b'))).toHaveLength(1);
    view.close();
    files.close();
    other.close();
    const asked = box.calls.length;
    files.notifyChanged([HOME.path, '/mnt/usb1/ann/b']);
    expect(box.calls).toHaveLength(asked);
  });
});
