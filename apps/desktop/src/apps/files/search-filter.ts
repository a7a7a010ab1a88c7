import { FILE_TYPES } from '@boxwood/box-sdk';
import type { FileSearch, WideSearch } from '@boxwood/domain';
import { SEARCHABLE_PLACES } from '../../kit/files/file-places.ts';

/** Filters of the search panel; days as `YYYY-MM-DD`, sizes in MB. */
export interface SearchFilter {
  /** Scope: empty for below the current folder, `all`, or the number of a place. */
  readonly where: string;
  readonly kind: string;
  readonly regex: boolean;
  readonly from: string;
  readonly to: string;
  readonly min: number | null;
  readonly max: number | null;
}

export const NO_FILTER: SearchFilter = { where: '', kind: '', regex: false, from: '', to: '', min: null, max: null };

/** Whether the scope is whole places. */
export const isPlaceSearch = ({ where }: SearchFilter): boolean => where !== '';

const MEGABYTE = 1024 * 1024;

/** Midnight of a day in the local time zone, in epoch seconds; undefined for no day. */
const dayStart = (day: string, addedDays = 0): number | undefined => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + addedDays).getTime();
  return day === '' || Number.isNaN(at) ? undefined : Math.floor(at / 1000);
};

const wideSearchOf = ({ where, from, to, min, max }: SearchFilter): WideSearch | null => {
  if (where === '') return null;
  const places = where === 'all' ? SEARCHABLE_PLACES : SEARCHABLE_PLACES.filter((place) => String(place) === where);
  const [modifiedFrom, afterwards] = [dayStart(from), dayStart(to, 1)];
  return {
    places,
    ...(modifiedFrom === undefined ? {} : { modifiedFrom: Math.max(0, modifiedFrom) }),
    ...(afterwards === undefined ? {} : { modifiedTo: Math.max(0, afterwards - 1) }),
    ...(min === null ? {} : { sizeMin: Math.round(min * MEGABYTE) }),
    ...(max === null ? {} : { sizeMax: Math.round(max * MEGABYTE) }),
  };
};

/** Builds a search from a text and filters; null when both are empty. */
export const buildSearch = (text: string, filter: SearchFilter): FileSearch | null => {
  const wide = wideSearchOf(filter);
  const type = FILE_TYPES.find((code) => String(code) === filter.kind);
  const isFiltered = type !== undefined || (wide !== null && Object.keys(wide).length > 1);
  if (text.trim() === '' && !(wide !== null && isFiltered)) return null;
  return {
    text,
    regex: filter.regex,
    ...(type === undefined ? {} : { type }),
    ...(wide === null ? {} : { wide }),
  };
};
