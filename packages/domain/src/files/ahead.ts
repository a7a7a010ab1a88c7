import { finalize, ReplaySubject, type SchedulerLike, Subscription } from 'rxjs';
import type { BoxError, Either } from '@boxwood/command-bus';
import { touches } from '../changes/changes.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Answer } from '../outcome.ts';
import type { EventStore } from '../store/event-store.ts';
import type { FilesPort, PageAnswer, PageRequest } from './port.ts';

/** So long what was asked for ahead may wait for the one who wants it, ms: a double click, a finger that is lifted late. */
const FRESH_MS = 1_000;

interface Begun {
  readonly key: string;
  readonly path: string;
  readonly at: number;
  readonly answer$: ReplaySubject<Either<BoxError, PageAnswer>>;
  readonly asking: Subscription;
}

/**
 * Asks for the first page of a folder before that is opened. Between a press and what it leads to (the second click, the finger that is lifted, the
 * frame in which the row is seen pressed) lies more time than the box needs to answer. At most one is on its way.
 */
export class Ahead {
  readonly #port: Pick<FilesPort, 'page'>;
  readonly #store: Pick<EventStore<BoxEvent>, 'batches$'>;
  readonly #scheduler: Pick<SchedulerLike, 'now'>;
  #begun: Begun | null = null;

  constructor(
    port: Pick<FilesPort, 'page'>,
    store: Pick<EventStore<BoxEvent>, 'batches$'>,
    scheduler: Pick<SchedulerLike, 'now'>,
  ) {
    this.#port = port;
    this.#store = store;
    this.#scheduler = scheduler;
  }

  /** The folder that may be opened next; null when there is none. */
  get path(): string | null {
    return this.#begun?.path ?? null;
  }

  /** Asks now. What was asked for before and is not wanted any more ends. */
  begin(request: PageRequest): void {
    const key = JSON.stringify(request);
    const { path } = request.location;
    if (this.#begun?.key === key && this.#isFresh(this.#begun)) return;
    this.drop();
    const answer$ = new ReplaySubject<Either<BoxError, PageAnswer>>(1);
    const asking = new Subscription();
    asking.add(this.#port.page(request).subscribe(answer$));
    // What changes meanwhile is asked for when it is wanted.
    asking.add(
      this.#store.batches$.subscribe((batch) => {
        const isOld = batch.some(
          ({ event }) => touches(event, path) || (event.type === 'FolderChanged' && event.data.folders.includes(path)),
        );
        if (isOld) this.drop();
      }),
    );
    this.#begun = { key, path, at: this.#scheduler.now(), answer$, asking };
  }

  /** The page: what is on its way already or has come, otherwise asked for now. */
  readonly page = (request: PageRequest): Answer<PageAnswer> => {
    const begun = this.#begun;
    if (begun === null || begun.key !== JSON.stringify(request)) return this.#port.page(request);
    if (!this.#isFresh(begun)) {
      this.drop();
      return this.#port.page(request);
    }
    // Once: whoever asks again wants to know it anew.
    this.#begun = null;
    return begun.answer$.pipe(
      finalize(() => {
        begun.asking.unsubscribe();
      }),
    );
  };

  /** Nobody wants it any more. */
  drop(): void {
    this.#begun?.asking.unsubscribe();
    this.#begun = null;
  }

  #isFresh({ at }: Begun): boolean {
    return this.#scheduler.now() - at <= FRESH_MS;
  }
}
