import type { Settings } from '@boxwood/domain';

type Texts = Pick<Settings, 'text' | 'setText'>;

const DAY_MS = 86_400_000;

const key = (user: string): string => `${user}_upgrade`;

/** The day of the last check for a new version (days since 1970) and the last version the user was notified about. */
interface Looked {
  readonly day: number;
  readonly told: string;
}

const looked = (settings: Texts, user: string): Looked => {
  const [day = '', told = ''] = (settings.text(key(user)) ?? '').split(' ');
  return { day: Number(day) || 0, told };
};

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** Time in ms until the next check for a new version: once a day (P-25). */
export const untilDue = (settings: Texts, user: string, now: number): number => {
  const day = dayOf(now);
  return looked(settings, user).day < day ? 0 : (day + 1) * DAY_MS - now;
};

/** The last version the user was notified about; '' when there is none. */
export const toldVersion = (settings: Texts, user: string): string => looked(settings, user).told;

/** Records that the check was done today, and the last notified version. */
export const noteLooked = (settings: Texts, user: string, now: number, told: string): void => {
  settings.setText(key(user), `${dayOf(now)} ${told}`);
};
