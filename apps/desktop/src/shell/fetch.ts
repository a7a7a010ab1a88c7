/** The desktop with its windows; a phone never loads it. */
export const fetchFrame = () => import('./DesktopFrame.tsx');

/** The pages of a phone; a desktop never loads them. */
export const fetchPhone = () => import('./phone/PhoneShell.tsx');
