/** A time of the box's own day: every day, on one day of the week (0 is Sunday), or on one of the month, in a shorter month its last. */
export interface Calendar {
  readonly hour: number;
  readonly minute: number;
  readonly on?: { readonly weekday: number } | { readonly monthday: number };
}

const DAYS_OF_A_MONTH = 31;

const lastDayOf = (year: number, month: number): number => new Date(year, month + 1, 0).getDate();

const isOn = (day: Date, on: Calendar['on']): boolean => {
  if (on === undefined) return true;
  if ('weekday' in on) return day.getDay() === on.weekday;
  return day.getDate() === Math.min(on.monthday, lastDayOf(day.getFullYear(), day.getMonth()));
};

/**
 * The first time of the rule after a moment, in the local time of the machine. A time that the change to summer time leaves out comes an hour
 * later; one that the change back brings twice counts once.
 */
export const nextTime = ({ hour, minute, on }: Calendar, after: number): number => {
  const from = new Date(after);
  for (let ahead = 0; ahead <= DAYS_OF_A_MONTH + 1; ahead += 1) {
    const day = new Date(from.getFullYear(), from.getMonth(), from.getDate() + ahead, hour, minute);
    if (day.getTime() > after && isOn(day, on)) return day.getTime();
  }
  throw new RangeError('no such day in the calendar');
};
