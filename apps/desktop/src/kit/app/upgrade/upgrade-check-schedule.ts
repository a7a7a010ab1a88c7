import type { Settings } from '@boxwood/domain';

type TextSettings = Pick<Settings, 'text' | 'setText'>;

const DAY_MS = 86_400_000;

const settingKey = (user: string): string => `${user}_upgrade`;

/** The day of the last check for a new version (days since 1970) and the last version the user was notified about. */
interface LastUpgradeCheck {
  readonly day: number;
  readonly notifiedVersion: string;
}

const lastCheck = (settings: TextSettings, user: string): LastUpgradeCheck => {
  const [day = '', notifiedVersion = ''] = (settings.text(settingKey(user)) ?? '').split(' ');
  return { day: Number(day) || 0, notifiedVersion };
};

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** Time in ms until the next check for a new version: once a day (P-25). */
export const msUntilNextCheck = (settings: TextSettings, user: string, now: number): number => {
  const day = dayOf(now);
  return lastCheck(settings, user).day < day ? 0 : (day + 1) * DAY_MS - now;
};

/** The last version the user was notified about; '' when there is none. */
export const lastNotifiedVersion = (settings: TextSettings, user: string): string =>
  lastCheck(settings, user).notifiedVersion;

/** Records that the check was done today, and the last notified version. */
export const recordUpgradeCheck = (
  settings: TextSettings,
  user: string,
  now: number,
  notifiedVersion: string,
): void => {
  settings.setText(settingKey(user), `${dayOf(now)} ${notifiedVersion}`);
};
