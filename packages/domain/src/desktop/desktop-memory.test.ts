import fc from 'fast-check';
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { idCounter, testStore } from '../testing/test-store.ts';
import { files, createDesktopFixture, HD } from '../testing/desktop-fixture.ts';
import { BoxDesktop } from './box-desktop.ts';
import type { ResizeHandle, DesktopSnapZone, WindowId } from './desktop.ts';

describe('a desktop over time', () => {
  it('a reload brings the windows of this tab back, inside the new viewport; damage is left out', () => {
    const { desktop, tab, settings, scheduler } = createDesktopFixture();
    const id = desktop.open({ ...files, params: { path: '/a' } });
    desktop.snap(id, 'left');
    desktop.open({ component: 'preview', title: 'a', icon: 'text', document: '/a' });
    scheduler.flush();
    const stored = JSON.parse(tab.get('boxwood_windows:ann') ?? '[]') as unknown[];
    tab.set(
      'boxwood_windows:ann',
      JSON.stringify([...stored, null, { id: 'x', x: 1 }, { x: 1, y: 1, width: 1, height: 1 }, 7]),
    );
    const again = new BoxDesktop({
      store: testStore(),
      settings,
      tab,
      username: 'ann',
      newId: idCounter('v'),
      scheduler,
    });
    again.setViewport(HD);
    expect(again.windows$.value).toEqual(desktop.windows$.value);
    tab.set('boxwood_windows:ann', '{');
    const broken = new BoxDesktop({
      store: testStore(),
      settings,
      tab,
      username: 'ann',
      newId: idCounter('u'),
      scheduler,
    });
    expect(broken.windows$.value).toEqual([]);
  });

  it('what a person has just done is there after a reload, however quick they are', () => {
    const { settings, tab, scheduler } = createDesktopFixture();
    const leaving$ = new Subject<void>();
    const options = { store: testStore(), settings, tab, username: 'ann', newId: idCounter('v'), scheduler, leaving$ };
    const desktop = new BoxDesktop(options);
    const id = desktop.open({ ...files, params: { path: '/a' } });
    desktop.update(id, { params: { path: '/b' } });
    leaving$.next();
    const again = new BoxDesktop({ ...options, store: testStore() });
    expect(again.windows$.value).toMatchObject([{ params: { path: '/b' } }]);
  });

  it('somebody else who signs in in the same tab finds none of the windows', () => {
    const { desktop, tab, settings, scheduler } = createDesktopFixture();
    desktop.open({ component: 'preview', title: 'letter.txt', icon: 'text', document: '/mnt/usb1/ann/letter.txt' });
    scheduler.flush();
    const next = (username: string) =>
      new BoxDesktop({ store: testStore(), settings, tab, username, newId: idCounter('v'), scheduler });
    expect(next('bob').windows$.value).toEqual([]);
    expect(next('ann').windows$.value).toHaveLength(1);
  });

  it('remembers place and size per app, and the first size an app asks for', () => {
    const { desktop, at, scheduler, settings, local } = createDesktopFixture();
    const id = desktop.open({ ...files, size: { width: 900, height: 500 } });
    expect(at(id)).toMatchObject({ width: 900, height: 500 });
    desktop.move(id, 300, 300);
    desktop.maximise(id);
    scheduler.flush();
    desktop.close(id);
    expect(at(desktop.open(files))).toMatchObject({ x: 300, y: 300, width: 900, height: 500 });
    local.set('bob_windows', '{"12x7":{"files":{"x":"left"}},"files":{"x":5,"y":5,"width":900,"height":500}}');
    const bob = new BoxDesktop({
      store: testStore(),
      settings,
      tab: null,
      username: 'bob',
      newId: idCounter('b'),
      scheduler,
    });
    bob.setViewport(HD);
    expect(bob.window(bob.open(files)).value).toMatchObject({ x: 100, y: 64 });
    bob.dispose();
    expect(local.get('bob_windows')).toContain('"x":100');
  });

  it('remembers places for each size of screen: a small one spoils nothing of a large one', () => {
    const { desktop, at, scheduler, settings } = createDesktopFixture();
    const small = { width: 1280, height: 800 };
    const id = desktop.open(files);
    desktop.move(id, 300, 300);
    desktop.setViewport(small);
    expect(at(id)).toMatchObject({ x: 0, y: 80, width: 1280, height: 720 });
    desktop.resize(id, 'se', { x: 20, y: 50, width: 900, height: 500 }, 0, 0);
    desktop.setViewport(HD);
    expect(at(id)).toMatchObject({ x: 300, y: 300, width: 1280, height: 720 });
    // A browser bar that appeared does not count as another screen.
    desktop.setViewport({ width: 1280, height: 770 });
    expect(at(id)).toMatchObject({ x: 20, y: 50, width: 900, height: 500 });
    desktop.close(id);
    scheduler.flush();
    const later = new BoxDesktop({
      store: testStore(),
      settings,
      tab: null,
      username: 'ann',
      newId: idCounter('l'),
      scheduler,
    });
    later.setViewport(HD);
    expect(later.window(later.open(files)).value).toMatchObject({ x: 300, y: 300, width: 1280, height: 720 });
    later.setViewport(small);
    expect(later.window(later.open(files)).value).toMatchObject({ x: 20, y: 50, width: 900, height: 500 });
    later.dispose();
  });

  it('two windows of an app are not put onto each other by another size of screen', () => {
    const { desktop, at } = createDesktopFixture();
    const one = desktop.open({ ...files, size: { width: 800, height: 450 } });
    const two = desktop.open({ ...files, size: { width: 800, height: 450 }, allowSeveral: true });
    desktop.setViewport({ width: 1600, height: 900 });
    desktop.setViewport(HD);
    expect(at(one).x).not.toBe(at(two).x);
  });

  it('a tab storage without room forgets the windows and nothing else', () => {
    const { desktop, tab, scheduler } = createDesktopFixture();
    tab.full = true;
    desktop.open(files);
    scheduler.flush();
    desktop.dispose();
    expect(tab.all).toEqual({});
    expect(desktop.windows$.value).toHaveLength(1);
  });

  it('SHELL-38: chosen icons are titles joined by commas under the user name', () => {
    const { desktop, local, settings } = createDesktopFixture();
    expect(desktop.icons$.value).toBeNull();
    desktop.setIcons(['Files', 'Photos', 'Files', '', 'a,b']);
    expect(local.get('ann_desktop')).toBe('Files,Photos,a b');
    expect(desktop.icons$.value).toEqual(['Files', 'Photos', 'a b']);
    const again = new BoxDesktop({ store: testStore(), settings, tab: null, username: 'ann', newId: idCounter('i') });
    expect(again.icons$.value).toEqual(['Files', 'Photos', 'a b']);
    again.setIcons([]);
    expect(again.icons$.value).toEqual([]);
    again.dispose();
  });

  it('windows are always inside the rules, whatever is done in whatever viewport', () => {
    const int = (min: number, max: number) => fc.integer({ min, max });
    const step = fc.oneof(
      fc.record({ do: fc.constant('open' as const), which: int(0, 4), another: fc.boolean() }),
      fc.record({ do: fc.constant('move' as const), which: int(0, 9), x: int(-3000, 5000), y: int(-3000, 5000) }),
      fc.record({
        do: fc.constant('resize' as const),
        which: int(0, 9),
        handle: fc.constantFrom<ResizeHandle>('n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'),
        dx: int(-3000, 3000),
        dy: int(-3000, 3000),
      }),
      fc.record({
        do: fc.constantFrom('raise', 'minimise', 'maximise', 'restore', 'toggleMaximise', 'close'),
        which: int(0, 9),
      }),
      fc.record({
        do: fc.constant('snap' as const),
        which: int(0, 9),
        zone: fc.constantFrom<DesktopSnapZone>('left', 'top', 'bottom-right'),
      }),
      fc.record({ do: fc.constant('viewport' as const), width: int(320, 4000), height: int(200, 3000) }),
      fc.record({ do: fc.constantFrom('cascade', 'tile', 'minimiseAll', 'forward', 'backward') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { desktop } = createDesktopFixture();
        let viewport = HD;
        const pick = (which: number): WindowId =>
          desktop.windows$.value[which % Math.max(1, desktop.windows$.value.length)]?.id ?? ('none' as WindowId);
        for (const act of steps) {
          if (act.do === 'open') desktop.open({ ...files, component: `app-${act.which}`, allowSeveral: act.another });
          else if (act.do === 'move') desktop.move(pick(act.which), act.x, act.y);
          else if (act.do === 'resize') {
            const window = desktop.window(pick(act.which)).value;
            if (window !== null) desktop.resize(window.id, act.handle, window, act.dx, act.dy);
          } else if (act.do === 'snap') desktop.snap(pick(act.which), act.zone);
          else if (act.do === 'viewport') desktop.setViewport((viewport = { width: act.width, height: act.height }));
          else if (act.do === 'forward' || act.do === 'backward') desktop.cycle(act.do === 'forward' ? 1 : -1);
          else if (act.do === 'cascade' || act.do === 'tile' || act.do === 'minimiseAll') desktop[act.do]();
          else if ('which' in act) desktop[act.do](pick(act.which));
        }
        const windows = desktop.windows$.value;
        for (const window of windows) {
          expect(window.y).toBeGreaterThanOrEqual(40);
          expect(window.x).toBeGreaterThanOrEqual(0);
          if (!window.isMaximized) {
            expect(window.width).toBeGreaterThanOrEqual(800);
            expect(window.height).toBeGreaterThanOrEqual(450);
            expect(window.x + window.width).toBeLessThanOrEqual(Math.max(viewport.width, 800));
            expect(window.y + window.height).toBeLessThanOrEqual(Math.max(viewport.height, 490));
          } else expect([window.x, window.width]).toEqual([0, viewport.width]);
          expect(window.zIndex).toBeGreaterThanOrEqual(500);
        }
        expect(new Set(windows.map(({ zIndex }) => zIndex)).size).toBe(windows.length);
        expect(desktop.minimised$.value).toEqual(windows.filter(({ isMinimized }) => isMinimized));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
