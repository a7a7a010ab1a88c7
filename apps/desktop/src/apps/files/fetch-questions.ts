import { later } from '@boxwood/ui';

/** Loads the gate of the safe and the private files. */
export const fetchGate = () => import('./parts/Gated.tsx');

/**
 * Dialogs, quick preview, search panel and the missing-folder page. A desktop loads them with the window; a phone loads
 * them after the list is rendered.
 */
export const questions = later(async () => {
  const { Dialogs, Gone, QuickLook, SearchPanel } = await import('./dialogs/questions.ts');
  return { Dialogs, Gone, QuickLook, SearchPanel };
});
