import { describe, expect, it } from 'vitest';
import { apps } from '../../apps/index.ts';
import { ICON_CELL_PX, desktopItems, indexAt, moveItem, iconPosition } from './desktop-items.ts';

const titles = (chosen: readonly string[] | null, desktop: boolean) =>
  desktopItems(apps, chosen)
    .filter((item) => item.desktop === desktop)
    .map((item) => item.title);

describe('desktop items', () => {
  it('SHELL-37: starts with the default apps, the rest can be added', () => {
    expect(titles(null, true)).toContain('Task Centre');
    expect(titles(null, false)).toContain('Box Info');
    expect(desktopItems(apps, ['Settings'])[0]).toMatchObject({ title: 'Settings', img: 'settings', desktop: true });
  });

  it('SHELL-38: follows the stored titles in their order and drops unknown ones', () => {
    expect(titles(['Settings', 'Nothing', 'Box Info'], true)).toEqual(['Settings', 'Box Info']);
    expect(titles([], true)).toEqual([]);
    expect(titles(['Settings'], false)).not.toContain('Settings');
  });

  it('moves one icon and keeps the others in order', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveItem(['a', 'b'], 0, 9)).toEqual(['b', 'a']);
    expect(moveItem(['a'], 5, 0)).toEqual(['a']);
  });

  it('finds the cell under a point, and the point of a cell', () => {
    for (const index of [0, 3, 4, 11]) {
      const { x, y } = iconPosition(index, 4);
      expect(indexAt(x + ICON_CELL_PX.width / 2, y + ICON_CELL_PX.height / 2, 4, 12)).toBe(index);
    }
    expect(indexAt(-50, -50, 4, 12)).toBe(0);
    expect(indexAt(5000, 5000, 4, 12)).toBe(11);
  });
});
