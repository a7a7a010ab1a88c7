import type { MonthCount } from '@boxwood/box-sdk';

/** A photo in a timeline: its file, and its local wall-clock time in seconds, encoded as if it were UTC. */
interface Shown {
  readonly file: number;
  readonly wall: number;
}

/** The files of a timeline, newest first, and the start of each month in it. */
export interface InOrder {
  readonly files: Uint32Array;
  readonly months: readonly (MonthCount & { readonly start: number })[];
}

/** A month and its range in seconds; `to` is exclusive. */
interface Month {
  readonly month: string;
  readonly from: number;
  readonly to: number;
  readonly shown: Shown[];
}

/** Photos sorted before yielding to the event loop. */
const PIECE = 20_000;

const monthOf = (wall: number): string => new Date(wall * 1000).toISOString().slice(0, 7);

const emptyMonthOf = (wall: number): Month => {
  const day = new Date(wall * 1000);
  const first = (months: number): number => Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1) / 1000;
  return { month: monthOf(wall), from: first(0), to: first(1), shown: [] };
};

/**
 * Sorts photos into timeline order, newest first. Photos are grouped by month and each month is sorted separately, so
 * the cost per photo does not grow with the library, and the event loop is not blocked.
 */
export class Months {
  readonly #months = new Map<string, Month>();
  #last: Month | null = null;

  add(shown: Shown): void {
    this.#monthAt(shown.wall).shown.push(shown);
  }

  /** @param pause yields to the event loop */
  async inOrder(pause: () => Promise<unknown>): Promise<InOrder> {
    const newestFirst = [...this.#months.values()].sort((one, other) => other.from - one.from);
    const files = new Uint32Array(newestFirst.reduce((sum, { shown }) => sum + shown.length, 0));
    const months: InOrder['months'][number][] = [];
    let start = 0;
    let paused = 0;
    for (const { month, shown } of newestFirst) {
      shown.sort((one, other) => other.wall - one.wall || other.file - one.file);
      for (const [at, { file }] of shown.entries()) files[start + at] = file;
      months.push({ month, count: shown.length, start });
      start += shown.length;
      if (start - paused < PIECE) continue;
      paused = start;
      await pause();
    }
    return { files, months };
  }

  /** The month of a time. Usually the same as for the previous photo. */
  #monthAt(wall: number): Month {
    const last = this.#last;
    if (last !== null && wall >= last.from && wall < last.to) return last;
    const empty = emptyMonthOf(wall);
    const found = this.#months.get(empty.month) ?? empty;
    this.#months.set(found.month, found);
    this.#last = found;
    return found;
  }
}
