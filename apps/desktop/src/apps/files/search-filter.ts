import { FILE_TYPES } from '@boxwood/box-sdk';
import type { FileSearch, PlaceSearch } from '@boxwood/domain';
import { SEARCHABLE_PLACES } from '../../kit/files/file-places.ts';

/** Filters of the search panel; days as `YYYY-MM-DD`, sizes in MB. */
export interface SearchFilter {
  /** `''` for the current folder and below, `all` for every place, or the number of a place. */
  readonly scope: string;
  readonly fileType: string;
  readonly regex: boolean;
  readonly modifiedFrom: string;
  readonly modifiedTo: string;
  readonly minSizeMb: number | null;
  readonly maxSizeMb: number | null;
}

export const NO_FILTER: SearchFilter = {
  scope: '',
  fileType: '',
  regex: false,
  modifiedFrom: '',
  modifiedTo: '',
  minSizeMb: null,
  maxSizeMb: null,
};

/** Whether whole places are searched instead of a folder. */
export const isPlaceSearch = ({ scope }: SearchFilter): boolean => scope !== '';

const MEGABYTE = 1024 * 1024;

/** Midnight of a day in the local time zone, in epoch seconds; undefined for no day. */
const startOfDay = (day: string, addedDays = 0): number | undefined => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const timeMs = new Date(year, month - 1, date + addedDays).getTime();
  return day === '' || Number.isNaN(timeMs) ? undefined : Math.floor(timeMs / 1000);
};

const placeSearchOf = ({
  scope,
  modifiedFrom: firstDay,
  modifiedTo: lastDay,
  minSizeMb,
  maxSizeMb,
}: SearchFilter): PlaceSearch | null => {
  if (scope === '') return null;
  const places = scope === 'all' ? SEARCHABLE_PLACES : SEARCHABLE_PLACES.filter((place) => String(place) === scope);
  const [modifiedFrom, dayAfter] = [startOfDay(firstDay), startOfDay(lastDay, 1)];
  return {
    places,
    ...(modifiedFrom === undefined ? {} : { modifiedFrom: Math.max(0, modifiedFrom) }),
    ...(dayAfter === undefined ? {} : { modifiedTo: Math.max(0, dayAfter - 1) }),
    ...(minSizeMb === null ? {} : { sizeMin: Math.round(minSizeMb * MEGABYTE) }),
    ...(maxSizeMb === null ? {} : { sizeMax: Math.round(maxSizeMb * MEGABYTE) }),
  };
};

/**
 * Builds a search from a text and filters. Null without a text, unless whole places are searched with at least one
 * other filter.
 */
export const buildSearch = (text: string, filter: SearchFilter): FileSearch | null => {
  const placeSearch = placeSearchOf(filter);
  const type = FILE_TYPES.find((code) => String(code) === filter.fileType);
  const isFiltered = type !== undefined || (placeSearch !== null && Object.keys(placeSearch).length > 1);
  if (text.trim() === '' && !(placeSearch !== null && isFiltered)) return null;
  return {
    text,
    regex: filter.regex,
    ...(type === undefined ? {} : { type }),
    ...(placeSearch === null ? {} : { placeSearch }),
  };
};
