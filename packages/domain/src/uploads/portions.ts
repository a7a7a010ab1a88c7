import { BUNDLE_FILES } from '@boxwood/box-sdk';
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  finalize,
  from,
  last,
  map,
  type Observable,
  observeOn,
  of,
  type SchedulerLike,
  Subject,
  takeUntil,
  tap,
} from 'rxjs';
import type { FileFacts, LookAtFiles, UploadSource } from './uploads.ts';

/** Files that are looked at in one go, some 60 ms: as many as go together to the box, so that the first of them begin at once. */
const PORTION = BUNDLE_FILES;

/** Something with a file. */
interface Sourced {
  readonly source: UploadSource;
}

/** With what is known of its file. */
export type Looked<T> = T & { readonly facts: FileFacts };

/** A portion of what is queued. */
export interface Portion<T> {
  readonly items: readonly Looked<T>[];
  readonly isLast: boolean;
  /** Everything was paused since its first portion: these wait as well. */
  readonly waits: boolean;
}

const factsOf = ({ size, lastModified }: UploadSource): FileFacts => ({ size, lastModified });

/**
 * Queues what was chosen portion by portion: a browser asks the disk for the size and the time of each file, one after the other, and ten thousand of them
 * would hold the page for seconds. The first goes up while the last is still looked at.
 */
export class Portions {
  readonly #look: LookAtFiles;
  readonly #here: LookAtFiles;
  /** So many choices are being queued. */
  #under = 0;
  #waits = false;
  readonly #clear$ = new Subject<null>();

  /** @param look looks at all portions but the first; where it cannot, or is left out, they are looked at here, with moments for the page between */
  constructor(scheduler: SchedulerLike, look?: LookAtFiles) {
    this.#here = (portions) =>
      from(portions).pipe(
        concatMap((files) => of(files).pipe(observeOn(scheduler))),
        map((files) => files.map(factsOf)),
      );
    this.#look = look ?? this.#here;
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
    this.#clear$.next(null);
  }

  /** The first portion is taken at once, the others as they were looked at. Emits when it is over. */
  take<T extends Sourced>(all: readonly T[], take: (portion: Portion<T>) => void): Observable<unknown> {
    const portions = Array.from({ length: Math.max(1, Math.ceil(all.length / PORTION)) }, (_, at) =>
      all.slice(at * PORTION, (at + 1) * PORTION),
    );
    let taken = 0;
    this.#under += 1;
    const rest = (): readonly (readonly UploadSource[])[] =>
      portions.slice(taken).map((items) => items.map(({ source }) => source));
    const [first = []] = portions;
    const looked$ = concat(
      of(first.map(({ source }) => factsOf(source))),
      portions.length === 1 ? EMPTY : defer(() => this.#look(rest()).pipe(catchError(() => EMPTY))),
      // What it did not tell of is looked at here.
      defer(() => this.#here(rest())),
    );
    return looked$.pipe(
      tap((facts) => {
        const items = (portions[taken] ?? []).map((item, at) => ({
          ...item,
          facts: facts[at] ?? factsOf(item.source),
        }));
        taken += 1;
        take({ items, isLast: taken === portions.length, waits: this.#waits });
      }),
      takeUntil(this.#clear$),
      last(undefined, null),
      finalize(() => {
        this.#under -= 1;
        this.#waits &&= this.#under > 0;
      }),
    );
  }
}
