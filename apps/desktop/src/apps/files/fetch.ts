/** The window of a desktop; a phone never fetches it. */
export const fetchDeskFrame = () => import('./parts/DeskFrame.tsx');

/** The page of a phone. */
export const fetchPhoneFrame = () => import('./parts/PhoneFrame.tsx');
