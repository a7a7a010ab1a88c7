import { type FanRule } from '@boxwood/box-sdk';

/** A period of the day, from `time` (`HH:mm`) until the next period starts. Temperatures are in degrees Celsius. */
export interface FanPeriod {
  readonly time: string;
  readonly isOff: boolean;
  readonly begins: number;
  readonly stops: number;
}

/** Maximum number of periods of a rule. */
export const MAX_PERIODS = 24;

const twoDigits = (n: number): string => String(n).padStart(2, '0');
const isSame = (first: FanPeriod, second: FanPeriod | undefined): boolean =>
  first.isOff === second?.isOff && first.begins === second.begins && first.stops === second.stops;

/** The periods of a rule, sorted by time; consecutive equal periods are merged. */
export const periodsOf = ({ powers }: FanRule): readonly FanPeriod[] =>
  powers
    .map(({ hour, min, off, temp_low, temp_high }): FanPeriod => ({
      time: `${twoDigits(hour)}:${twoDigits(min)}`,
      isOff: off === 1,
      begins: Math.round(temp_high / 1000),
      stops: Math.round(temp_low / 1000),
    }))
    .toSorted((one, other) => one.time.localeCompare(other.time))
    .filter((period, index, all) => index === 0 || !isSame(period, all[index - 1]));

export const ruleOf = (periods: readonly FanPeriod[]): FanRule => ({
  powers: periods.map(({ time, isOff, begins, stops }, idx) => {
    const [hour = 0, min = 0] = time.split(':').map(Number);
    return { idx, hour, min, off: isOff ? 1 : 0, temp_low: stops * 1000, temp_high: begins * 1000 };
  }),
});

/** The first invalid period, `n` counted from 1, or null. */
export const findInvalidPeriod = (
  periods: readonly FanPeriod[],
): { readonly messageKey: 'wrongWay'; readonly n: number } | { readonly messageKey: 'twice' } | null => {
  const invalidIndex = periods.findIndex(({ isOff, begins, stops }) => !isOff && stops > begins);
  if (invalidIndex >= 0) return { messageKey: 'wrongWay', n: invalidIndex + 1 };
  return new Set(periods.map(({ time }) => time)).size < periods.length ? { messageKey: 'twice' } : null;
};
