import { MAX_BUNDLE_FILES } from '@boxwood/box-sdk';
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
import type { FileFacts, InspectFiles, UploadSource } from '../uploads.ts';

/**
 * Files inspected in one batch, which takes about 60 ms: as many as are sent together, so that the first batch can
 * start at once.
 */
const BATCH_FILES = MAX_BUNDLE_FILES;

/** Something with a file. */
interface WithSource {
  readonly source: UploadSource;
}

/** An item with the facts of its file. */
export type Inspected<T> = T & { readonly facts: FileFacts };

/** A batch of inspected files. */
export interface InspectedBatch<T> {
  readonly items: readonly Inspected<T>[];
  readonly isLast: boolean;
  /** Uploads were paused after the first batch: these are paused as well. */
  readonly isPaused: boolean;
}

const factsOf = ({ size, lastModified }: UploadSource): FileFacts => ({ size, lastModified });

/**
 * Inspects chosen files in batches: a browser reads size and time of each file from the disk one by one, so ten
 * thousand would block the page for seconds. The first files are sent while the last are still inspected.
 */
export class FileInspector {
  readonly #inspect: InspectFiles;
  readonly #inspectHere: InspectFiles;
  /** Number of choices being inspected. */
  #inspecting = 0;
  #isPaused = false;
  readonly #clear$ = new Subject<null>();

  /**
   * @param inspect inspects all batches but the first; where it fails or is omitted, they are inspected here, yielding
   * to the page in between
   */
  constructor(scheduler: SchedulerLike, inspect?: InspectFiles) {
    this.#inspectHere = (batches) =>
      from(batches).pipe(
        concatMap((files) => of(files).pipe(observeOn(scheduler))),
        map((files) => files.map(factsOf)),
      );
    this.#inspect = inspect ?? this.#inspectHere;
  }

  /** Pauses the uploads that are still being inspected. */
  pause(): void {
    this.#isPaused = this.#inspecting > 0;
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** Discards the files that are still being inspected. */
  clear(): void {
    this.#clear$.next(null);
  }

  /** Passes the first batch at once and the others when they are inspected. Emits at the end. */
  take<T extends WithSource>(all: readonly T[], onBatch: (batch: InspectedBatch<T>) => void): Observable<unknown> {
    const batches = Array.from({ length: Math.max(1, Math.ceil(all.length / BATCH_FILES)) }, (_, index) =>
      all.slice(index * BATCH_FILES, (index + 1) * BATCH_FILES),
    );
    let passed = 0;
    this.#inspecting += 1;
    const remaining = (): readonly (readonly UploadSource[])[] =>
      batches.slice(passed).map((items) => items.map(({ source }) => source));
    const [first = []] = batches;
    const facts$ = concat(
      of(first.map(({ source }) => factsOf(source))),
      batches.length === 1 ? EMPTY : defer(() => this.#inspect(remaining()).pipe(catchError(() => EMPTY))),
      // Batches that `inspect` did not return are inspected here.
      defer(() => this.#inspectHere(remaining())),
    );
    return facts$.pipe(
      tap((facts) => {
        const items = (batches[passed] ?? []).map((item, index) => ({
          ...item,
          facts: facts[index] ?? factsOf(item.source),
        }));
        passed += 1;
        onBatch({ items, isLast: passed === batches.length, isPaused: this.#isPaused });
      }),
      takeUntil(this.#clear$),
      last(undefined, null),
      finalize(() => {
        this.#inspecting -= 1;
        this.#isPaused &&= this.#inspecting > 0;
      }),
    );
  }
}
