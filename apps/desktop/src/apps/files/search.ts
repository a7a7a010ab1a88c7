import { FILE_TYPES } from '@boxwood/box-sdk';
import type { FileSearch, WideSearch } from '@boxwood/domain';
import { SEARCHED } from '../../file-kit/places.ts';

/** Filters of the search panel; days as `YYYY-MM-DD`, sizes in MB. */
export interface Narrowing {
  /** Scope: empty for below the current folder, `all`, or the number of a place. */
  readonly where: string;
  readonly kind: string;
  readonly regex: boolean;
  readonly from: string;
  readonly to: string;
  readonly min: number | null;
  readonly max: number | null;
}

export const noNarrowing: Narrowing = { where: '', kind: '', regex: false, from: '', to: '', min: null, max: null };

/** Whether the scope is whole places. */
export const everywhere = ({ where }: Narrowing): boolean => where !== '';

const MB = 1024 * 1024;

/** Midnight of a day in the local time zone, in epoch seconds; undefined for no day. */
const dayStart = (day: string, later = 0): number | undefined => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later).getTime();
  return day === '' || Number.isNaN(at) ? undefined : Math.floor(at / 1000);
};

const wideOf = ({ where, from, to, min, max }: Narrowing): WideSearch | null => {
  if (where === '') return null;
  const places = where === 'all' ? SEARCHED : SEARCHED.filter((place) => String(place) === where);
  const [modifiedFrom, afterwards] = [dayStart(from), dayStart(to, 1)];
  return {
    places,
    ...(modifiedFrom === undefined ? {} : { modifiedFrom: Math.max(0, modifiedFrom) }),
    ...(afterwards === undefined ? {} : { modifiedTo: Math.max(0, afterwards - 1) }),
    ...(min === null ? {} : { sizeMin: Math.round(min * MB) }),
    ...(max === null ? {} : { sizeMax: Math.round(max * MB) }),
  };
};

/** Builds a search from a text and filters; null when both are empty. */
export const searchFor = (text: string, narrowing: Narrowing): FileSearch | null => {
  const wide = wideOf(narrowing);
  const type = FILE_TYPES.find((code) => String(code) === narrowing.kind);
  const narrowed = type !== undefined || (wide !== null && Object.keys(wide).length > 1);
  if (text.trim() === '' && !(wide !== null && narrowed)) return null;
  return {
    text,
    regex: narrowing.regex,
    ...(type === undefined ? {} : { type }),
    ...(wide === null ? {} : { wide }),
  };
};
