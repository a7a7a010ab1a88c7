import { BUNDLE_FILES } from '@boxwood/box-sdk';
import { concatMap, finalize, from, last, type Observable, observeOn, of, type SchedulerLike, tap } from 'rxjs';

/** Files that are looked at in one go, some 60 ms: as many as go together to the box, so that the first of them begin at once. */
const PORTION = BUNDLE_FILES;

/** A portion of what is queued. */
export interface Portion<T> {
  readonly items: readonly T[];
  readonly isLast: boolean;
  /** Everything was paused since its first portion: these wait as well. */
  readonly waits: boolean;
}

/**
 * Queues what was chosen portion by portion: a browser asks the disk for the size and the time of each file, one after the other, and ten thousand of them
 * would hold the page for seconds. The first goes up while the last is still looked at.
 */
export class Portions {
  readonly #scheduler: SchedulerLike;
  /** So many choices are being queued. */
  #under = 0;
  #waits = false;
  #cleared = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Everything is paused: what is still being queued as well. */
  pause(): void {
    this.#waits = this.#under > 0;
  }

  resume(): void {
    this.#waits = false;
  }

  /** Everything is cleared away: what is still being queued is not queued any more. */
  clear(): void {
    this.#cleared += 1;
  }

  /** The first portion is taken at once, the others with moments for the page between. Emits when it is over. */
  take<T>(all: readonly T[], take: (portion: Portion<T>) => void): Observable<unknown> {
    const starts = Array.from({ length: Math.max(1, Math.ceil(all.length / PORTION)) }, (_, at) => at * PORTION);
    const cleared = this.#cleared;
    this.#under += 1;
    return from(starts).pipe(
      concatMap((start) => (start === 0 ? of(start) : of(start).pipe(observeOn(this.#scheduler)))),
      tap((start) => {
        const end = start + PORTION;
        if (cleared === this.#cleared)
          take({ items: all.slice(start, end), isLast: end >= all.length, waits: this.#waits });
      }),
      last(),
      finalize(() => {
        this.#under -= 1;
        this.#waits &&= this.#under > 0;
      }),
    );
  }
}
