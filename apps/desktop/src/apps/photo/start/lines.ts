import type { FileEntry } from '@boxwood/domain';
import type { Day } from '../../../file-kit/pictures/by-day.ts';

/** One line of the page: the head of a day, or as many of its pictures as stand side by side. */
export type Line =
  | { readonly kind: 'day'; readonly at: number; readonly count: number }
  | { readonly kind: 'photos'; readonly at: number; readonly photos: readonly FileEntry[] };

export const linesOf = (days: readonly Day[], columns: number): readonly Line[] =>
  days.flatMap(({ at, photos }): readonly Line[] => [
    { kind: 'day', at, count: photos.length },
    ...Array.from({ length: Math.ceil(photos.length / columns) }, (_, row): Line => ({
      kind: 'photos',
      at,
      photos: photos.slice(row * columns, (row + 1) * columns),
    })),
  ]);
