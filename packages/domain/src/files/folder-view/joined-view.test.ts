import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { offline } from '../../testing/port-answers.ts';
import { createFilesFixture, HOME, names } from '../../testing/files-fixture.ts';
import { FIRST_JOINED_PAGE_SIZE } from './listing-pages.ts';

describe('a folder as one list that grows', () => {
  const listed = (count: number) => {
    const bed = createFilesFixture();
    bed.box.fill(HOME.path, names(count));
    return { ...bed, view: bed.files.view(HOME, true) };
  };
  const shown = (view: ReturnType<typeof listed>['view']): number => view.state$.value.entries.length;

  it('begins with a screen of a hand, and each of those that follow is a page; nothing comes twice', () => {
    const { box, view } = listed(1201);
    expect(view.state$.value).toMatchObject({ total: 1201, loading: 'none' });
    expect(shown(view)).toBe(FIRST_JOINED_PAGE_SIZE);
    view.loadMore();
    expect(shown(view)).toBe(FIRST_JOINED_PAGE_SIZE + 500);
    view.loadMore();
    view.loadMore();
    view.loadMore();
    expect(view.state$.value.entries.map(({ name }) => name)).toEqual(names(1201));
    expect(box.requests.map(({ limit }) => limit)).toEqual([FIRST_JOINED_PAGE_SIZE, 500, 500, 500]);
  });

  it('all that is left comes page by page, and each is shown as it comes', () => {
    const { box, view } = listed(1201);
    const lengths = new Set<number>();
    view.state$.subscribe(({ entries }) => lengths.add(entries.length));
    view.loadMore(true);
    expect([...lengths]).toEqual([64, 564, 1064, 1201]);
    expect(box.requests).toHaveLength(4);
  });

  it('asks once while an answer is on its way, and keeps what is shown and chosen when none can come', () => {
    const { box, view, pass } = listed(700);
    view.select([`${HOME.path}/f0003`]);
    const gate = new Subject<null>();
    box.gate = gate;
    view.loadMore();
    view.loadMore();
    gate.next(null);
    box.gate = null;
    expect(box.requests).toHaveLength(2);
    box.failures = [offline];
    view.loadMore();
    expect(shown(view)).toBe(564);
    expect(view.state$.value).toMatchObject({ loading: 'none', failure: null });
    expect([...view.selection$.value.paths]).toEqual([`${HOME.path}/f0003`]);
    // Loads without scrolling.
    pass(3_000);
    expect(shown(view)).toBe(700);
  });

  it('what has changed and could not be read is read again as far as it was shown: the list does not become short', () => {
    const { box, store, view, pass } = listed(1_700);
    view.loadMore();
    view.loadMore();
    expect(shown(view)).toBe(1_064);
    box.failures = [offline];
    store.append([{ type: 'BoxChanged', data: { folders: [HOME.path], areas: [], everything: false } }], 'box');
    const lengths: number[] = [];
    view.state$.subscribe(({ entries }) => lengths.push(entries.length));
    pass(3_000);
    expect(Math.min(...lengths)).toBe(1_064);
    expect(shown(view)).toBe(1_564);
  });

  it('all of it is chosen, also what nobody has scrolled to; where that cannot be read, it is said and nothing is chosen', () => {
    const { box, view, notices } = listed(1201);
    box.failures = [offline];
    view.selectAll();
    expect(view.selection$.value.entries).toEqual([]);
    expect(notices()).toEqual(['error Network']);
    view.selectAll();
    expect(view.selection$.value.entries).toHaveLength(1201);
    expect(shown(view)).toBe(1201);
    view.invertSelection();
    expect(view.selection$.value.entries).toEqual([]);
  });

  it('what changes is read as far as it is shown, a range goes over all of it, and another folder begins anew', () => {
    const { files, box, view } = listed(900);
    view.loadMore();
    view.select([`${HOME.path}/f0000`]);
    view.selectRange(`${HOME.path}/f0560`);
    expect(view.selection$.value.entries).toHaveLength(561);
    box.fill(HOME.path, names(901));
    files.notifyChanged([HOME.path]);
    expect(shown(view)).toBe(564);
    expect(view.state$.value.total).toBe(901);
    view.open({ place: HOME.place, path: `${HOME.path}/In` });
    expect(box.requests.at(-1)).toMatchObject({ limit: FIRST_JOINED_PAGE_SIZE, after: null });
  });

  it('pages become one list and back where a tablet is turned; nothing is asked anew where it stays', () => {
    const { box, view } = listed(700);
    view.join(true);
    expect(box.requests).toHaveLength(1);
    view.join(false);
    expect(shown(view)).toBe(500);
    expect(view.state$.value).toMatchObject({ pageNow: 1, pageSum: 2 });
    view.loadMore();
    expect(box.requests).toHaveLength(2);
  });

  it('a folder that is pressed is asked for as it will be opened, and let go of when nobody comes', () => {
    const { files, box, view, pass } = listed(3);
    const inside = { place: HOME.place, path: `${HOME.path}/In` };
    view.prefetch(inside);
    view.open(inside);
    expect(box.requests.filter(({ location }) => location.path === inside.path)).toHaveLength(1);
    view.back();
    view.prefetch(inside);
    pass(1_001);
    expect(files.openFolders$.value).toEqual([HOME.path]);
  });
});
