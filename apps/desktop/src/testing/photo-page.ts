import { fireEvent, within } from '@testing-library/react';
import type { PagePart } from './page-part.ts';
import type { RenderedApp } from './render-app.tsx';

/** The tile of a picture by the beginning of its accessible name, which is its caption or the name of its file. */
export const pictureTile = (app: RenderedApp, name: string): HTMLElement =>
  app.getByRole('gridcell', { name: (accessible) => accessible.startsWith(name) });

/** The accessible name of a tile: name, day and kind of the picture. */
export const tileText = (app: RenderedApp, name: string): string =>
  pictureTile(app, name).getAttribute('aria-label') ?? '';

/** Captions or file names of all tiles in order. */
export const tileNames = (app: RenderedApp): readonly string[] =>
  app.queryAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label')?.split(', ')[0] ?? '');

/** Selects these pictures only: the first with a press, the others with Ctrl. The focus is on the first. */
export const selectPictures = async (app: RenderedApp, first: string, ...others: readonly string[]): Promise<void> => {
  await app.press(pictureTile(app, first));
  for (const name of others) fireEvent.click(pictureTile(app, name), { ctrlKey: true });
  await app.settled();
};

/** Presses a key where the focus is. */
export const pressFocusedKey = async (
  app: RenderedApp,
  key: string,
  modifiers: { readonly ctrlKey?: boolean; readonly shiftKey?: boolean } = {},
): Promise<void> => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });
  await app.settled();
};

/** Opens a page of Photos in the sidebar. */
export const openSection = (app: RenderedApp, name: string): Promise<void> =>
  app.press(within(app.getByRole('navigation', { name: 'Sections of the photos' })).getByRole('button', { name }));

/** The texts of the entries of a menu, with the reason of a disabled one. */
export const entryTexts = (menu: PagePart): readonly string[] =>
  menu.getAllByRole('menuitem').map(({ textContent }) => textContent);

/** Presses the entry of a menu whose text begins so. */
export const chooseEntry = (menu: PagePart, name: string): Promise<void> =>
  menu.press(menu.getByRole('menuitem', { name: (accessible) => accessible.startsWith(name) }));
