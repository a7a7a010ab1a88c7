import type { FileEntry } from '@boxwood/domain';
import type { TimeBucket } from '@boxwood/ui';
import { byDay } from '../../file-kit/pictures/by-day.ts';
import { FILM } from '../../file-kit/pictures/types.ts';

/** The parts of the window. */
export type Section = 'all' | 'films';

/** What a section shows of everything there is: each word has to be in the path, in any order and spelling of capitals. */
export const shownOf = (entries: readonly FileEntry[], section: Section, text: string): readonly FileEntry[] => {
  const words = text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter(({ type, path }) => {
    if (section === 'films' && type !== FILM) return false;
    const low = words.length === 0 ? '' : path.toLocaleLowerCase();
    return words.every((word) => low.includes(word));
  });
};

/** How days and months are called, and where thumbnails are read. */
export interface LineWords {
  readonly day: (at: number) => string;
  readonly month: (at: number) => string;
  readonly name: (entry: FileEntry) => string;
  readonly src: (entry: FileEntry) => string | null;
}

/** Days of a time line; the newest first. Nobody has measured the pictures: they are squares. */
export const bucketsOf = (entries: readonly FileEntry[], words: LineWords): readonly TimeBucket[] =>
  byDay(entries).map(({ at, photos }) => ({
    id: String(at),
    title: words.day(at),
    year: String(new Date(at).getFullYear()),
    month: words.month(at),
    count: photos.length,
    tiles: photos.map((entry) => ({
      key: entry.path,
      name: words.name(entry),
      ratio: null,
      src: words.src(entry),
      film: entry.type === FILM,
    })),
  }));
