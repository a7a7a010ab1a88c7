/** The desktop with its windows; a phone never fetches it. */
export const fetchFrame = () => import('./DesktopFrame.tsx');

/** The pages of a phone; a desktop never fetches them. */
export const fetchPhone = () => import('./phone/PhoneShell.tsx');
