import type { MonthCount } from '@boxwood/box-sdk';

/** A photo in a timeline: its file, and its local wall-clock time in seconds, encoded as if it were UTC. */
interface TimelinePosition {
  readonly file: number;
  readonly wall: number;
}

/** The files of a timeline, newest first, and the start of each month in it. */
export interface OrderedFiles {
  readonly files: Uint32Array;
  readonly months: readonly (MonthCount & { readonly start: number })[];
}

/** A month and its range in seconds; `to` is exclusive. */
interface MonthBucket {
  readonly month: string;
  readonly from: number;
  readonly to: number;
  readonly entries: TimelinePosition[];
}

/** Photos sorted before yielding to the event loop. */
const PHOTOS_PER_BATCH = 20_000;

const monthKeyOf = (wall: number): string => new Date(wall * 1000).toISOString().slice(0, 7);

const emptyBucketFor = (wall: number): MonthBucket => {
  const day = new Date(wall * 1000);
  const first = (months: number): number => Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1) / 1000;
  return { month: monthKeyOf(wall), from: first(0), to: first(1), entries: [] };
};

/**
 * Sorts photos into timeline order, newest first. Photos are grouped by month and each month is sorted separately, so
 * the cost per photo does not grow with the library, and the event loop is not blocked.
 */
export class MonthBuckets {
  readonly #buckets = new Map<string, MonthBucket>();
  #last: MonthBucket | null = null;

  add(entry: TimelinePosition): void {
    this.#bucketFor(entry.wall).entries.push(entry);
  }

  /** @param pause yields to the event loop */
  async inOrder(pause: () => Promise<unknown>): Promise<OrderedFiles> {
    const newestFirst = [...this.#buckets.values()].sort((one, other) => other.from - one.from);
    const files = new Uint32Array(newestFirst.reduce((sum, { entries }) => sum + entries.length, 0));
    const months: OrderedFiles['months'][number][] = [];
    let start = 0;
    let paused = 0;
    for (const { month, entries } of newestFirst) {
      entries.sort((one, other) => other.wall - one.wall || other.file - one.file);
      for (const [index, { file }] of entries.entries()) files[start + index] = file;
      months.push({ month, count: entries.length, start });
      start += entries.length;
      if (start - paused < PHOTOS_PER_BATCH) continue;
      paused = start;
      await pause();
    }
    return { files, months };
  }

  /** The month of a time. Usually the same as for the previous photo. */
  #bucketFor(wall: number): MonthBucket {
    const last = this.#last;
    if (last !== null && wall >= last.from && wall < last.to) return last;
    const empty = emptyBucketFor(wall);
    const found = this.#buckets.get(empty.month) ?? empty;
    this.#buckets.set(found.month, found);
    this.#last = found;
    return found;
  }
}
