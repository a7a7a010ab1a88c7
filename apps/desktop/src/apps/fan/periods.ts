import { type FanRule } from '@boxwood/box-sdk';

/** A period of the day, from `time` (`HH:mm`) until the next period starts. Temperatures are in degrees Celsius. */
export interface Period {
  readonly time: string;
  readonly still: boolean;
  readonly begins: number;
  readonly stops: number;
}

/** Maximum number of periods of a rule. */
export const MOST_PERIODS = 24;

const two = (n: number): string => String(n).padStart(2, '0');
const isSame = (one: Period, other: Period | undefined): boolean =>
  one.still === other?.still && one.begins === other.begins && one.stops === other.stops;

/** The periods of a rule, sorted by time; consecutive equal periods are merged. */
export const periodsOf = ({ powers }: FanRule): readonly Period[] =>
  powers
    .map(({ hour, min, off, temp_low, temp_high }): Period => ({
      time: `${two(hour)}:${two(min)}`,
      still: off === 1,
      begins: Math.round(temp_high / 1000),
      stops: Math.round(temp_low / 1000),
    }))
    .toSorted((one, other) => one.time.localeCompare(other.time))
    .filter((period, at, all) => at === 0 || !isSame(period, all[at - 1]));

export const ruleOf = (periods: readonly Period[]): FanRule => ({
  powers: periods.map(({ time, still, begins, stops }, idx) => {
    const [hour = 0, min = 0] = time.split(':').map(Number);
    return { idx, hour, min, off: still ? 1 : 0, temp_low: stops * 1000, temp_high: begins * 1000 };
  }),
});

/** The first invalid period, `n` counted from 1, or null. */
export const faultOf = (
  periods: readonly Period[],
): { readonly word: 'wrongWay'; readonly n: number } | { readonly word: 'twice' } | null => {
  const wrong = periods.findIndex(({ still, begins, stops }) => !still && stops > begins);
  if (wrong >= 0) return { word: 'wrongWay', n: wrong + 1 };
  return new Set(periods.map(({ time }) => time)).size < periods.length ? { word: 'twice' } : null;
};
