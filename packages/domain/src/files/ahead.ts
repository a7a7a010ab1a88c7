import { finalize, ReplaySubject, type SchedulerLike, Subscription } from 'rxjs';
import type { BoxError, Either } from '@boxwood/command-bus';
import { touches } from '../changes/changes.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Answer } from '../outcome.ts';
import type { EventStore } from '../store/event-store.ts';
import type { FilesPort, PageAnswer, PageRequest } from './port.ts';

/** How long a prefetched page stays usable, in ms: the time of a double click, or until a finger is lifted. */
const FRESH_MS = 1_000;

interface Begun {
  readonly key: string;
  readonly path: string;
  readonly answer$: ReplaySubject<Either<BoxError, PageAnswer>>;
  readonly asking: Subscription;
  /** Cancels the prefetch when it expires or becomes stale. */
  readonly waiting: Subscription;
}

/**
 * Fetches the first page of a folder before the user opens it, because the time between press and click is longer than
 * the box needs to answer. Holds at most one prefetch.
 */
export class Ahead {
  readonly #port: Pick<FilesPort, 'page'>;
  readonly #store: Pick<EventStore<BoxEvent>, 'batches$'>;
  readonly #scheduler: SchedulerLike;
  readonly #onEnd: () => void;
  #begun: Begun | null = null;

  constructor(
    port: Pick<FilesPort, 'page'>,
    store: Pick<EventStore<BoxEvent>, 'batches$'>,
    scheduler: SchedulerLike,
    /** Called when a prefetched page expires without being used. */
    onEnd: () => void,
  ) {
    this.#port = port;
    this.#store = store;
    this.#scheduler = scheduler;
    this.#onEnd = onEnd;
  }

  /** The folder that is being prefetched, or null. */
  get path(): string | null {
    return this.#begun?.path ?? null;
  }

  /** Starts a prefetch and cancels the previous one. */
  begin(request: PageRequest): void {
    const key = JSON.stringify(request);
    const { path } = request.location;
    if (this.#begun?.key === key) return;
    this.drop();
    const answer$ = new ReplaySubject<Either<BoxError, PageAnswer>>(1);
    const asking = new Subscription();
    asking.add(this.#port.page(request).subscribe(answer$));
    const waiting = new Subscription();
    asking.add(waiting);
    // A change in the folder makes the prefetched page stale.
    waiting.add(
      this.#store.batches$.subscribe((batch) => {
        const isOld = batch.some(
          ({ event }) => touches(event, path) || (event.type === 'FolderChanged' && event.data.folders.includes(path)),
        );
        if (isOld) this.drop();
      }),
    );
    waiting.add(
      this.#scheduler.schedule(() => {
        this.drop();
        this.#onEnd();
      }, FRESH_MS),
    );
    this.#begun = { key, path, answer$, asking, waiting };
  }

  /** Returns the prefetched page if it matches the request, otherwise fetches it. */
  readonly page = (request: PageRequest): Answer<PageAnswer> => {
    const begun = this.#begun;
    if (begun === null || begun.key !== JSON.stringify(request)) return this.#port.page(request);
    // A prefetched page is used once, so a later request fetches fresh data.
    this.#begun = null;
    begun.waiting.unsubscribe();
    return begun.answer$.pipe(
      finalize(() => {
        begun.asking.unsubscribe();
      }),
    );
  };

  /** Cancels the prefetch. */
  drop(): void {
    this.#begun?.asking.unsubscribe();
    this.#begun = null;
  }
}
