import type { AnyApp } from '../../kit/app/apps/define-app.ts';

/** An icon on the desktop (SHELL-37); `title` is the stable English title and is stored. */
export interface DesktopItem {
  readonly title: string;
  readonly img: string;
  readonly desktop: boolean;
  readonly app: AnyApp;
}

/** Former titles in stored lists, by their current title. */
const CURRENT_TITLES: Readonly<Record<string, string>> = { 'My HTTP shares': 'My shared links' };

/** Every app that may be on the desktop, shown ones first and in the user's order (SHELL-14). */
export const desktopItems = (apps: readonly AnyApp[], chosen: readonly string[] | null): readonly DesktopItem[] => {
  const candidates = apps.filter((app) => app.desktop !== 'hidden');
  const titles =
    chosen?.map((title) => CURRENT_TITLES[title] ?? title) ??
    candidates.filter((app) => app.desktop === 'default').map((app) => app.title.en);
  const shown = titles.flatMap((title) => candidates.filter((app) => app.title.en === title));
  const others = candidates.filter((app) => !shown.includes(app));
  const item = (app: AnyApp, desktop: boolean): DesktopItem => ({ title: app.title.en, img: app.icon, desktop, app });
  return [...shown.map((app) => item(app, true)), ...others.map((app) => item(app, false))];
};

/** The order after the item at `from` was dropped at `to`. */
export const moveItem = <T>(items: readonly T[], from: number, to: number): readonly T[] => {
  const item = items[from];
  if (item === undefined) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item);
};

/** Size of one cell of the icon grid, in px. Icons fill columns from the top left. */
export const ICON_CELL_PX = Object.freeze({ width: 104, height: 108 });

/** Number of icons in one column of a desktop with this height. */
export const rowCount = (height: number): number => Math.max(1, Math.floor(height / ICON_CELL_PX.height));

/** The position of the icon at an index, relative to the grid. */
export const iconPosition = (index: number, rows: number): { readonly x: number; readonly y: number } => ({
  x: Math.floor(index / rows) * ICON_CELL_PX.width,
  y: (index % rows) * ICON_CELL_PX.height,
});

/** The index of the cell at a point of the grid. */
export const indexAt = (x: number, y: number, rows: number, count: number): number => {
  const column = Math.max(0, Math.floor(x / ICON_CELL_PX.width));
  const row = Math.max(0, Math.min(rows - 1, Math.floor(y / ICON_CELL_PX.height)));
  return Math.min(count - 1, column * rows + row);
};
