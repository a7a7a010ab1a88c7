import type { Settings } from '@boxwood/domain';

const key = (user: string): string => `${user}_welcome`;

/** Whether somebody has just got their place on this box, and has not put the card of the first day away. */
export const isWelcomeDue = (settings: Settings, user: string): boolean => settings.text(key(user)) === 'Y';

export const setWelcome = (settings: Settings, user: string, due: boolean): void => {
  settings.setText(key(user), due ? 'Y' : null);
};
