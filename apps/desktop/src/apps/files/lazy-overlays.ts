import { createLazyModule } from '@boxwood/ui';

/** Loads the gate of the safe and the private files. */
export const loadGate = () => import('./parts/GatedFiles.tsx');

/**
 * Dialogs, quick preview, search panel and the missing-folder page. A desktop loads them with the window; a phone loads
 * them after the list is rendered.
 */
export const lazyOverlays = createLazyModule(async () => {
  const { FileDialogs, MissingFolder, QuickPreview, SearchPanel } = await import('./dialogs/overlays.ts');
  return { Dialogs: FileDialogs, MissingFolder: MissingFolder, QuickPreview: QuickPreview, SearchPanel };
});
