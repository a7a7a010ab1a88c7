import { createContext, use } from 'react';
import { createLazyModule } from '../base/lazy-module.ts';

/** True on phones, where menus open as bottom sheets. */
export const SheetsContext = createContext(false);

export const useSheets = (): boolean => use(SheetsContext);

/** The sheet code, loaded on phones only. */
export const lazySheets = createLazyModule(async () => {
  const [{ SheetMenu }, { attachSwipeToClose }] = await Promise.all([
    import('./SheetMenu.tsx'),
    import('./swipe-to-close.ts'),
  ]);
  return { SheetMenu, drawDown: attachSwipeToClose };
});

/** Preloads the sheet code before its first use. */
export const loadSheets = async (): Promise<void> => {
  await lazySheets.load();
};
