import { createContext, use } from 'react';
import { later } from '../base/later.ts';

/** True on phones, where menus open as bottom sheets. */
export const SheetsContext = createContext(false);

export const useSheets = (): boolean => use(SheetsContext);

/** The sheet code, loaded on phones only. */
export const sheetParts = later(async () => {
  const [{ SheetMenu }, { drawDown }] = await Promise.all([import('./SheetMenu.tsx'), import('./draw-down.ts')]);
  return { SheetMenu, drawDown };
});

/** Preloads the sheet code before its first use. */
export const loadSheets = async (): Promise<void> => {
  await sheetParts.load();
};
