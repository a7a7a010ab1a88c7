import { describe, expect, it } from 'vitest';
import { files, createDesktopFixture, photos } from '../testing/desktop-fixture.ts';
import type { DesktopSnapZone } from './desktop.ts';

describe('desktop windows', () => {
  it('SHELL-09: maximised spans the full width under the 40 px bar and returns to where it was', () => {
    const { desktop, at } = createDesktopFixture();
    const id = desktop.open(files);
    desktop.move(id, 200, 100);
    desktop.toggleMaximise(id);
    expect(at(id)).toMatchObject({ x: 0, y: 40, width: 1920, height: 1040, isMaximized: true });
    desktop.setViewport({ width: 1600, height: 900 });
    expect(at(id)).toMatchObject({ x: 0, y: 40, width: 1600, height: 860 });
    desktop.toggleMaximise(id);
    expect(at(id)).toMatchObject({ x: 200, y: 100, width: 1280, height: 720, isMaximized: false, normal: null });
  });

  it('a maximised or snapped window that is dragged takes its normal size back', () => {
    const { desktop, at } = createDesktopFixture();
    const id = desktop.open(files);
    desktop.maximise(id);
    desktop.move(id, 300, 200);
    expect(at(id)).toMatchObject({ x: 300, y: 200, width: 1280, height: 720, isMaximized: false, snapped: null });
  });

  it('snaps to halves and quarters under the bar, and back', () => {
    const { desktop, at } = createDesktopFixture();
    const id = desktop.open(files);
    const rects: Record<DesktopSnapZone, [number, number, number, number]> = {
      left: [0, 40, 960, 1040],
      right: [960, 40, 960, 1040],
      top: [0, 40, 1920, 520],
      bottom: [0, 560, 1920, 520],
      'top-left': [0, 40, 960, 520],
      'top-right': [960, 40, 960, 520],
      'bottom-left': [0, 560, 960, 520],
      'bottom-right': [960, 560, 960, 520],
    };
    for (const [zone, [x, y, width, height]] of Object.entries(rects)) {
      desktop.snap(id, zone as DesktopSnapZone);
      expect(at(id)).toMatchObject({ x, y, width, height, snapped: zone });
      expect(desktop.zoneRect(zone as DesktopSnapZone)).toEqual({ x, y, width, height });
    }
    desktop.restore(id);
    expect(at(id)).toMatchObject({ x: 100, y: 64, width: 1280, height: 720, snapped: null });
  });

  it('knows the zone under a pointer', () => {
    const { desktop } = createDesktopFixture();
    const zones = [
      [0, 500, 'left'],
      [1919, 500, 'right'],
      [900, 41, 'maximise'],
      [900, 1079, 'bottom'],
      [0, 60, 'top-left'],
      [60, 41, 'top-left'],
      [1919, 60, 'top-right'],
      [1900, 41, 'top-right'],
      [0, 1050, 'bottom-left'],
      [50, 1079, 'bottom-left'],
      [1919, 1050, 'bottom-right'],
      [1900, 1079, 'bottom-right'],
      [900, 500, null],
    ] as const;
    for (const [x, y, zone] of zones) expect([x, y, desktop.zoneAt(x, y)]).toEqual([x, y, zone]);
  });

  it('cascades and tiles what is shown', () => {
    const { desktop, at } = createDesktopFixture();
    const ids = [desktop.open(files), desktop.open(photos), desktop.open({ ...files, component: 'third' })];
    const hidden = desktop.open({ ...files, component: 'hidden' });
    desktop.minimise(hidden);
    desktop.cascade();
    expect(ids.map((id) => at(id)).map(({ x, y }) => [x, y])).toEqual([
      [0, 40],
      [32, 72],
      [64, 104],
    ]);
    desktop.tile();
    expect(ids.map((id) => at(id)).map(({ x, y, width }) => [x, y, width])).toEqual([
      [0, 40, 960],
      [960, 40, 960],
      [0, 560, 960],
    ]);
    expect(at(hidden)).toMatchObject({ x: 196, y: 160 });
    desktop.closeAll();
    desktop.tile();
    desktop.closeAll();
    expect(desktop.windows$.value).toEqual([]);
  });
});
