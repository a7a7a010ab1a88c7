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
