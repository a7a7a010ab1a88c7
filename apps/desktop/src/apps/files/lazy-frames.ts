/** Loads the desktop frame; never loaded on a phone. */
export const loadDesktopFrame = () => import('./parts/FilesDesktopFrame.tsx');

/** Loads the phone frame. */
export const loadPhoneFrame = () => import('./parts/FilesPhoneFrame.tsx');

/**
 * Loads the dialogs together with the window on a desktop, so that keys typed right after a shortcut go into the
 * dialog.
 */
export const loadOverlays = async (): Promise<void> => {
  const [{ lazyOverlays }] = await Promise.all([import('./lazy-overlays.ts'), import('./dialogs/overlays.ts')]);
  await lazyOverlays.load();
};
