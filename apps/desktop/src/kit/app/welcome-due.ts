import type { Settings } from '@boxwood/domain';

const settingKey = (user: string): string => `${user}_welcome`;

/** Returns true for a new user of this box who has not dismissed the welcome card yet. */
export const isWelcomeDue = (settings: Settings, user: string): boolean => settings.text(settingKey(user)) === 'Y';

export const setWelcomeDue = (settings: Settings, user: string, due: boolean): void => {
  settings.setText(settingKey(user), due ? 'Y' : null);
};
