import type { FileEntry } from '@boxwood/domain';

/** The pictures of one day, the newest first. */
export interface Day {
  /** Midnight in the person's time zone, epoch milliseconds. */
  readonly at: number;
  readonly photos: readonly FileEntry[];
}

const midnight = (seconds: number): number => {
  const day = new Date(seconds * 1000);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
};

/** Pictures and films by the day they were made, the newest first. */
export const byDay = (entries: readonly FileEntry[]): readonly Day[] => {
  const days = new Map<number, FileEntry[]>();
  for (const entry of entries.toSorted((a, b) => b.mtime - a.mtime)) {
    const at = midnight(entry.mtime);
    const day = days.get(at);
    if (day === undefined) days.set(at, [entry]);
    else day.push(entry);
  }
  return [...days].map(([at, photos]) => ({ at, photos }));
};

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
