/** The window of a desktop; a phone never fetches it. */
export const fetchDeskFrame = () => import('./parts/DeskFrame.tsx');

/** The page of a phone. */
export const fetchPhoneFrame = () => import('./parts/PhoneFrame.tsx');

/** What is asked about files, where it has to be there with the first of them: a desktop has keys, and what is typed after one goes into it. */
export const bringQuestions = async (): Promise<void> => {
  const [{ questions }] = await Promise.all([import('./fetch-questions.ts'), import('./dialogs/questions.ts')]);
  await questions.load();
};
