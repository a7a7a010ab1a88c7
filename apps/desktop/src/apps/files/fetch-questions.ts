import { later } from '@boxwood/ui';

/** What stands before the safe and the private files. */
export const fetchGate = () => import('./parts/Gated.tsx');

/** What is asked about files, the quick look and what narrows a search: beside the window of a desktop, on a phone when the list stands. */
export const questions = later(async () => {
  const { Dialogs, QuickLook, SearchPanel } = await import('./dialogs/questions.ts');
  return { Dialogs, QuickLook, SearchPanel };
});
