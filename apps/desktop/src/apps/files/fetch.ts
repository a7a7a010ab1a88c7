/** Loads the desktop frame; never loaded on a phone. */
export const fetchDeskFrame = () => import('./parts/DeskFrame.tsx');

/** Loads the phone frame. */
export const fetchPhoneFrame = () => import('./parts/PhoneFrame.tsx');

/**
 * Loads the dialogs together with the window on a desktop, so that keys typed right after a shortcut go into the
 * dialog.
 */
export const bringQuestions = async (): Promise<void> => {
  const [{ questions }] = await Promise.all([import('./fetch-questions.ts'), import('./dialogs/questions.ts')]);
  await questions.load();
};
