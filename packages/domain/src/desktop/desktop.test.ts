import { describe, expect, it } from 'vitest';
import { files, createDesktopFixture, photos } from '../testing/desktop-fixture.ts';
import type { WindowId } from './desktop.ts';

describe('desktop windows', () => {
  it('SHELL-01, SHELL-02, SHELL-03, SHELL-36: a new window is 1280 x 720 at (100, 64), visible and on top', () => {
    const { desktop, at } = createDesktopFixture();
    const first = desktop.open(files);
    const second = desktop.open({ ...photos, pageIndex: 2, params: { album: 'x' }, color: 'green' });
    expect(at(first)).toEqual({
      id: first,
      title: 'Files',
      icon: 'folder',
      color: '',
      component: 'files',
      pageIndex: 1,
      x: 100,
      y: 64,
      width: 1280,
      height: 720,
      zIndex: 500,
      visible: true,
      isMinimized: false,
      isMaximized: false,
      params: null,
      document: null,
      normal: null,
      snapped: null,
    });
    // The first window occupies the initial position; the second is shifted, so that both title bars are visible.
    expect(at(second)).toMatchObject({
      x: 132,
      y: 96,
      pageIndex: 2,
      params: { album: 'x' },
      color: 'green',
      zIndex: 501,
    });
    expect(desktop.active$.value).toBe(second);
    expect(desktop.windows$.value.map(({ id }) => id)).toEqual([first, second]);
  });

  it('G-09: on a small screen the first size shrinks to fit, but not below 800 x 450', () => {
    const { desktop, at } = createDesktopFixture();
    desktop.setViewport({ width: 1000, height: 600 });
    expect(at(desktop.open(files))).toMatchObject({ x: 100, y: 95, width: 800, height: 450 });
    desktop.setViewport({ width: 1280, height: 800 });
    expect(at(desktop.open(photos))).toMatchObject({ x: 128, y: 116, width: 1024, height: 608 });
    desktop.setViewport({ width: 600, height: 300 });
    expect(at(desktop.open({ ...files, component: 'third' }))).toMatchObject({ x: 0, y: 40, width: 800, height: 450 });
  });

  it('SHELL-01: no new window hides another whole; a minimised one is in nobody’s way', () => {
    const { desktop, at } = createDesktopFixture();
    const ids = Array.from({ length: 4 }, (_, n) => desktop.open({ ...files, component: `app-${n}` }));
    const places = () => ids.map((id) => `${at(id).x},${at(id).y}`);
    expect(new Set(places()).size).toBe(4);
    for (const id of ids) desktop.minimise(id);
    expect(at(desktop.open(photos))).toMatchObject({ x: 100, y: 64 });
  });

  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ] as const)
    it(`SHELL-01: thirty windows stand in thirty places of a screen of ${width} x ${height}, whole and a step apart`, () => {
      const { desktop, at } = createDesktopFixture();
      desktop.setViewport({ width, height });
      const rects = Array.from({ length: 30 }, () => at(desktop.open({ ...files, allowSeveral: true })));
      for (const [index, rect] of rects.entries()) {
        expect(rect.x).toBeGreaterThanOrEqual(0);
        expect(rect.y).toBeGreaterThanOrEqual(40);
        expect(rect.x + rect.width).toBeLessThanOrEqual(width);
        expect(rect.y + rect.height).toBeLessThanOrEqual(height);
        for (const other of rects.slice(0, index))
          expect(Math.max(Math.abs(rect.x - other.x), Math.abs(rect.y - other.y))).toBeGreaterThanOrEqual(32);
      }
    });

  it('SHELL-01: a window as large as the screen has one place, and more windows than there are places stand in them again', () => {
    const { desktop, at } = createDesktopFixture();
    desktop.setViewport({ width: 800, height: 490 });
    for (let count = 0; count < 3; count += 1)
      expect(at(desktop.open({ ...files, allowSeveral: true }))).toMatchObject({
        x: 0,
        y: 40,
        width: 800,
        height: 450,
      });
    desktop.closeAll();
    desktop.setViewport({ width: 864, height: 554 });
    const places = Array.from({ length: 12 }, () => at(desktop.open({ ...files, allowSeveral: true })));
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(9);
  });

  it('SHELL-42, G-09: opening an app that is open raises it, un-minimises it and gives it the new page and params', () => {
    const { desktop, at } = createDesktopFixture();
    const first = desktop.open(files);
    desktop.open(photos);
    desktop.minimise(first);
    expect(desktop.open({ ...files, title: 'Files of Ann', pageIndex: 3, params: { path: '/a' } })).toBe(first);
    expect(at(first)).toMatchObject({
      title: 'Files of Ann',
      pageIndex: 3,
      params: { path: '/a' },
      isMinimized: false,
      zIndex: 502,
    });
    expect(desktop.active$.value).toBe(first);
    expect(desktop.open(files)).toBe(first);
    expect(at(first)).toMatchObject({ pageIndex: 3, params: { path: '/a' } });
    expect(desktop.windows$.value).toHaveLength(2);
  });

  it('G-09: windows with a document are one per file; a further window of an app is shifted a little', () => {
    const { desktop, at } = createDesktopFixture();
    const preview = { component: 'preview', title: 'a.txt', icon: 'text', document: '/a.txt' };
    const a = desktop.open(preview);
    const b = desktop.open({ ...preview, document: '/b.txt' });
    expect(desktop.open(preview)).toBe(a);
    expect(b).not.toBe(a);
    const one = desktop.open(files);
    const two = desktop.open({ ...files, allowSeveral: true });
    expect(two).not.toBe(one);
    expect(at(two)).toMatchObject({ x: at(one).x + 32, y: at(one).y + 32 });
  });

  it('SHELL-41: z counting starts at 500, each raise adds 1, raising the front window adds nothing', () => {
    const { desktop, at } = createDesktopFixture();
    const [a, b] = [desktop.open(files), desktop.open(photos)];
    desktop.raise(a);
    desktop.raise(a);
    expect([at(a).zIndex, at(b).zIndex]).toEqual([502, 501]);
    desktop.closeAll();
    expect(at(desktop.open(files)).zIndex).toBe(503);
  });

  it('G-09: above 9000 all windows are numbered anew from 500 in stacking order', () => {
    const { desktop, at } = createDesktopFixture();
    const [a, b] = [desktop.open(files), desktop.open(photos)];
    for (let count = 0; count < 4251; count += 1) {
      desktop.raise(a);
      desktop.raise(b);
    }
    expect(at(a).zIndex).toBeLessThan(9001);
    expect(at(b).zIndex).toBeGreaterThan(at(a).zIndex);
    expect(desktop.active$.value).toBe(b);
    const c = desktop.open({ ...files, component: 'third' });
    expect(at(c).zIndex).toBeGreaterThan(at(b).zIndex);
    expect(at(c).zIndex).toBeLessThan(600);
  });

  it('a window opened when numbers have run out renumbers the others', () => {
    const { desktop, at } = createDesktopFixture();
    const [a, b] = [desktop.open(files), desktop.open(photos)];
    while (Math.max(at(a).zIndex, at(b).zIndex) < 9000) desktop.raise(desktop.active$.value === a ? b : a);
    const front = desktop.active$.value;
    const c = desktop.open({ ...files, component: 'third' });
    expect(at(c).zIndex).toBe(502);
    expect(front === null ? 0 : at(front).zIndex).toBe(501);
  });

  it('SHELL-08: dragging keeps the window in the viewport and y at 40 or more', () => {
    const { desktop, at } = createDesktopFixture();
    const id = desktop.open(files);
    desktop.move(id, -50, 0);
    expect(at(id)).toMatchObject({ x: 0, y: 40 });
    desktop.move(id, 5000, 5000);
    expect(at(id)).toMatchObject({ x: 640, y: 360, width: 1280, height: 720 });
  });

  it.each([
    ['e', 200, 0, { x: 100, y: 64, width: 1480, height: 720 }],
    ['e', -900, 0, { x: 100, y: 64, width: 800, height: 720 }],
    ['e', 9000, 0, { x: 100, y: 64, width: 1820, height: 720 }],
    ['w', -50, 0, { x: 50, y: 64, width: 1330, height: 720 }],
    ['w', 900, 0, { x: 580, y: 64, width: 800, height: 720 }],
    ['w', -900, 0, { x: 0, y: 64, width: 1380, height: 720 }],
    ['n', 0, -10, { x: 100, y: 54, width: 1280, height: 730 }],
    ['n', 0, -90, { x: 100, y: 40, width: 1280, height: 744 }],
    ['n', 0, 900, { x: 100, y: 334, width: 1280, height: 450 }],
    ['s', 0, 100, { x: 100, y: 64, width: 1280, height: 820 }],
    ['s', 0, -900, { x: 100, y: 64, width: 1280, height: 450 }],
    ['se', 20, 30, { x: 100, y: 64, width: 1300, height: 750 }],
    ['nw', 20, 10, { x: 120, y: 74, width: 1260, height: 710 }],
    ['ne', 20, 10, { x: 100, y: 74, width: 1300, height: 710 }],
    ['sw', 20, 10, { x: 120, y: 64, width: 1260, height: 730 }],
  ] as const)('SHELL-04, SHELL-07: handle %s by (%i, %i)', (handle, dx, dy, expected) => {
    const { desktop, at } = createDesktopFixture();
    const id = desktop.open(files);
    desktop.resize(id, handle, at(id), dx, dy);
    expect(at(id)).toMatchObject(expected);
  });

  it('SHELL-12, SHELL-39: the bar has one icon per minimised window; restoring removes it and raises the window', () => {
    const { desktop, at } = createDesktopFixture();
    const [a, b] = [desktop.open(files), desktop.open(photos)];
    desktop.minimise(a);
    desktop.minimise(a);
    expect(desktop.minimised$.value.map(({ id }) => id)).toEqual([a]);
    desktop.restore(a);
    expect(desktop.minimised$.value).toEqual([]);
    expect(desktop.active$.value).toBe(a);
    expect(at(a).zIndex).toBeGreaterThan(at(b).zIndex);
  });

  it('SHELL-13: return to desktop minimises every window, and what was maximised comes back maximised', () => {
    const { desktop, at } = createDesktopFixture();
    const [a, b] = [desktop.open(files), desktop.open(photos)];
    desktop.maximise(a);
    desktop.minimiseAll();
    expect(desktop.minimised$.value).toHaveLength(2);
    expect(desktop.active$.value).toBeNull();
    desktop.restore(a);
    expect(at(a)).toMatchObject({ isMaximized: true, isMinimized: false });
    desktop.close(b);
    expect(desktop.minimised$.value).toEqual([]);
    expect(desktop.window(b).value).toBeNull();
  });

  it('restore of a plain window raises it', () => {
    const { desktop } = createDesktopFixture();
    const [a] = [desktop.open(files), desktop.open(photos)];
    desktop.restore(a);
    expect(desktop.active$.value).toBe(a);
  });

  it('cycles through all windows both ways', () => {
    const { desktop } = createDesktopFixture();
    desktop.cycle(1);
    const only = desktop.open(files);
    desktop.cycle(-1);
    expect(desktop.active$.value).toBe(only);
    desktop.minimise(only);
    desktop.cycle(1);
    expect(desktop.active$.value).toBe(only);
    const ids = [only, desktop.open(photos), desktop.open({ ...files, component: 'third' })];
    desktop.minimise(only);
    const walk = (direction: 1 | -1) =>
      ids.map(() => {
        desktop.cycle(direction);
        return desktop.active$.value;
      });
    expect(new Set(walk(1))).toEqual(new Set(ids));
    const before = desktop.active$.value;
    desktop.cycle(-1);
    expect(desktop.active$.value).not.toBe(before);
    desktop.cycle(1);
    expect(desktop.active$.value).toBe(before);
  });

  it('a window that is held asks instead of closing, in front; a hold that is over asks nothing; the end of a sign-in closes all', () => {
    const { desktop } = createDesktopFixture();
    const [a, b] = [desktop.open(files), desktop.open(photos)];
    const asked: string[] = [];
    const first = desktop.guard(a, () => asked.push('first'));
    const second = desktop.guard(a, () => asked.push('second'));
    first();
    desktop.close(a);
    expect([asked, desktop.active$.value]).toEqual([['second'], a]);
    desktop.close(b);
    expect(desktop.windows$.value.map(({ id }) => id)).toEqual([a]);
    second();
    desktop.close(a);
    expect(desktop.windows$.value).toEqual([]);
    desktop.guard(desktop.open(files), () => asked.push('third'));
    desktop.closeAll();
    expect([asked, desktop.windows$.value]).toEqual([['second'], []]);
  });

  it('a held window asks before it turns to another page, and all who hold it in their turn, the last one first', () => {
    const { desktop } = createDesktopFixture();
    const settings = { component: 'settings', title: 'Settings', icon: 'settings' };
    const id = desktop.open(settings);
    const page = (): number | undefined => desktop.window(id).value?.pageIndex;
    const asked: string[] = [];
    let go = (): void => undefined;
    const hold = (name: string): (() => void) =>
      desktop.guard(id, (all) => {
        asked.push(name);
        go = all;
      });
    const [form, dialog] = [hold('form'), hold('dialog')];
    desktop.update(id, { pageIndex: 1, params: { same: 'page' } });
    desktop.open({ ...settings, pageIndex: 1 });
    expect(asked).toEqual([]);
    desktop.update(id, { pageIndex: 2 });
    expect([asked, page()]).toEqual([['dialog'], 1]);
    dialog();
    go();
    expect([asked, page()]).toEqual([['dialog', 'form'], 1]);
    form();
    go();
    expect(page()).toBe(2);
    const other = hold('other');
    expect(desktop.open({ ...settings, pageIndex: 3 })).toBe(id);
    expect([asked.at(-1), page()]).toEqual(['other', 2]);
    other();
    go();
    expect(page()).toBe(3);
  });

  it('what is asked of a window that is gone is ignored', () => {
    const { desktop } = createDesktopFixture();
    const gone = 'gone' as WindowId;
    desktop.raise(gone);
    desktop.move(gone, 1, 1);
    desktop.close(gone);
    expect(desktop.windows$.value).toEqual([]);
  });

  it('update changes title, page and params', () => {
    const { desktop, at } = createDesktopFixture();
    const id = desktop.open(files);
    desktop.update(id, { title: 'Photos of June', params: { path: '/june' } });
    expect(at(id)).toMatchObject({ title: 'Photos of June', pageIndex: 1, params: { path: '/june' } });
  });
});
