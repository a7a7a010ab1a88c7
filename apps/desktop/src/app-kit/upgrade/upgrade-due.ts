import type { Settings } from '@boxwood/domain';

type Texts = Pick<Settings, 'text' | 'setText'>;

const DAY_MS = 86_400_000;

const key = (user: string): string => `${user}_upgrade`;

/** When a person's browser last looked for a version, in days since 1970, and the last one that was told. */
interface Looked {
  readonly day: number;
  readonly told: string;
}

const looked = (settings: Texts, user: string): Looked => {
  const [day = '', told = ''] = (settings.text(key(user)) ?? '').split(' ');
  return { day: Number(day) || 0, told };
};

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** Milliseconds until a new version is looked for: once a day (P-25). */
export const untilDue = (settings: Texts, user: string, now: number): number => {
  const day = dayOf(now);
  return looked(settings, user).day < day ? 0 : (day + 1) * DAY_MS - now;
};

/** The last version that was told; '' where none was. */
export const toldVersion = (settings: Texts, user: string): string => looked(settings, user).told;

/** Notes that a look was taken today, and the version that was told by now. */
export const noteLooked = (settings: Texts, user: string, now: number, told: string): void => {
  settings.setText(key(user), `${dayOf(now)} ${told}`);
};
