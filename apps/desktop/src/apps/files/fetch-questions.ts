import { later } from '@boxwood/ui';

/** What stands before the safe and the private files. */
export const fetchGate = () => import('./parts/Gated.tsx');

/** What is asked about files, the quick look, what narrows a search, and what stands where a folder is gone: beside the window of a desktop, on a phone when the list stands. */
export const questions = later(async () => {
  const { Dialogs, Gone, QuickLook, SearchPanel } = await import('./dialogs/questions.ts');
  return { Dialogs, Gone, QuickLook, SearchPanel };
});
