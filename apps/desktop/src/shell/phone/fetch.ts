/** The pages of a phone; a desktop never fetches them. */
export const fetchPhone = () => import('./PhoneShell.tsx');
