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

/**
 * Files inspected in one batch, which takes about 60 ms: as many as are sent together, so that the first batch can
 * start at once.
 */
const PORTION = BUNDLE_FILES;

/** Something with a file. */
interface Sourced {
  readonly source: UploadSource;
}

/** An item with the facts of its file. */
export type Looked<T> = T & { readonly facts: FileFacts };

/** A batch of inspected files. */
export interface Portion<T> {
  readonly items: readonly Looked<T>[];
  readonly isLast: boolean;
  /** Uploads were paused after the first batch: these are paused as well. */
  readonly waits: boolean;
}

const factsOf = ({ size, lastModified }: UploadSource): FileFacts => ({ size, lastModified });

/**
 * Inspects chosen files in batches: a browser reads size and time of each file from the disk one by one, so ten
 * thousand would block the page for seconds. The first files are sent while the last are still inspected.
 */
export class Portions {
  readonly #look: LookAtFiles;
  readonly #here: LookAtFiles;
  /** Number of choices being inspected. */
  #under = 0;
  #waits = false;
  readonly #clear$ = new Subject<null>();

  /**
   * @param inspect inspects all batches but the first; where it fails or is omitted, they are inspected here, yielding
   * to the page in between
   */
  constructor(scheduler: SchedulerLike, look?: LookAtFiles) {
    this.#here = (portions) =>
      from(portions).pipe(
        concatMap((files) => of(files).pipe(observeOn(scheduler))),
        map((files) => files.map(factsOf)),
      );
    this.#look = look ?? this.#here;
  }

  /** Pauses the uploads that are still being inspected. */
  pause(): void {
    this.#waits = this.#under > 0;
  }

  resume(): void {
    this.#waits = false;
  }

  /** Discards the files that are still being inspected. */
  clear(): void {
    this.#clear$.next(null);
  }

  /** Passes the first batch at once and the others when they are inspected. Emits at the end. */
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
      // Batches that `inspect` did not return are inspected here.
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
