/** The desktop with its windows; a phone never loads it. */
export const loadDesktopFrame = () => import('./desktop/DesktopFrame.tsx');

/** The pages of a phone; a desktop never loads them. */
export const loadPhoneShell = () => import('./phone/PhoneShell.tsx');
