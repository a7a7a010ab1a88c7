/**
 * A time of day in the box's time zone: every day, on one weekday (0 is Sunday), or on one day of the month. In a
 * shorter month that is its last day.
 */
export interface Calendar {
  readonly hour: number;
  readonly minute: number;
  readonly on?: { readonly weekday: number } | { readonly monthday: number };
}

const MAX_DAYS_PER_MONTH = 31;

const lastDayOf = (year: number, month: number): number => new Date(year, month + 1, 0).getDate();

const matchesDay = (day: Date, on: Calendar['on']): boolean => {
  if (on === undefined) return true;
  if ('weekday' in on) return day.getDay() === on.weekday;
  return day.getDate() === Math.min(on.monthday, lastDayOf(day.getFullYear(), day.getMonth()));
};

/**
 * Returns the first occurrence after a moment, in local time. A time skipped by the change to summer time runs one hour
 * later; a time that occurs twice runs once.
 */
export const nextOccurrence = ({ hour, minute, on }: Calendar, after: number): number => {
  const from = new Date(after);
  for (let dayOffset = 0; dayOffset <= MAX_DAYS_PER_MONTH + 1; dayOffset += 1) {
    const day = new Date(from.getFullYear(), from.getMonth(), from.getDate() + dayOffset, hour, minute);
    if (day.getTime() > after && matchesDay(day, on)) return day.getTime();
  }
  throw new RangeError('this day does not exist');
};
