import { createContext, use } from 'react';
import { later } from '../base/later.ts';

/** True where menus come as sheets from below: on a phone. */
export const SheetsContext = createContext(false);

export const useSheets = (): boolean => use(SheetsContext);

/** The code of sheets: a phone fetches it, a desktop never does. */
export const sheetParts = later(async () => {
  const [{ SheetMenu }, { drawDown }] = await Promise.all([import('./SheetMenu.tsx'), import('./draw-down.ts')]);
  return { SheetMenu, drawDown };
});

/** Fetches the sheets ahead of their first use. */
export const loadSheets = async (): Promise<void> => {
  await sheetParts.load();
};
