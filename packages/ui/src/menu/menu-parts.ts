import { later } from '../base/later.ts';

/** What opens: positions, focus and keys of menus are most of their code, and no menu is open at the first paint. */
export const menuParts = later(async () => {
  const [{ DropMenu }, { PointPopup }] = await Promise.all([import('./DropMenu.tsx'), import('./PointPopup.tsx')]);
  return { DropMenu, PointPopup };
});

/** Fetches the menus ahead of their first use, for instance when the page has become idle. */
export const loadMenus = async (): Promise<void> => {
  await menuParts.load();
};
