import { createLazyModule } from '../base/lazy-module.ts';

/**
 * The menu code (mostly positioning, focus and keyboard handling), loaded lazily because no menu is open at the first
 * paint.
 */
export const lazyMenu = createLazyModule(async () => {
  const [{ DropMenu }, { PointPopup }] = await Promise.all([import('./DropMenu.tsx'), import('./PointPopup.tsx')]);
  return { DropMenu, PointPopup };
});

/** Preloads the menu code before its first use, for instance when the page is idle. */
export const loadMenus = async (): Promise<void> => {
  await lazyMenu.load();
};
