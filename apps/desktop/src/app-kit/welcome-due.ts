import type { Settings } from '@boxwood/domain';

const key = (user: string): string => `${user}_welcome`;

/** Returns true for a new user of this box who has not dismissed the welcome card yet. */
export const isWelcomeDue = (settings: Settings, user: string): boolean => settings.text(key(user)) === 'Y';

export const setWelcome = (settings: Settings, user: string, due: boolean): void => {
  settings.setText(key(user), due ? 'Y' : null);
};
