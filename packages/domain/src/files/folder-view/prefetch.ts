import { finalize, ReplaySubject, type SchedulerLike, Subscription } from 'rxjs';
import type { BoxError, Either } from '@boxwood/command-bus';
import { affectsFolder } from '../../changes/changes.ts';
import type { BoxEvent } from '../../events/box-event.ts';
import type { PortResult } from '../../outcome.ts';
import type { EventStore } from '../../store/event-store.ts';
import type { FilesPort, PageAnswer, PageRequest } from '../port.ts';

/** How long a prefetched page stays usable, in ms: the time of a double click, or until a finger is lifted. */
const PREFETCH_TTL_MS = 1_000;

interface PendingPrefetch {
  readonly key: string;
  readonly path: string;
  readonly page$: ReplaySubject<Either<BoxError, PageAnswer>>;
  readonly requestSubscription: Subscription;
  /** Cancels the prefetch when it expires or becomes stale. */
  readonly expirySubscription: Subscription;
}

/**
 * Fetches the first page of a folder before the user opens it, because the time between press and click is longer than
 * the box needs to answer. Holds at most one prefetch.
 */
export class Prefetch {
  readonly #port: Pick<FilesPort, 'page'>;
  readonly #store: Pick<EventStore<BoxEvent>, 'batches$'>;
  readonly #scheduler: SchedulerLike;
  readonly #onExpire: () => void;
  #pending: PendingPrefetch | null = null;

  constructor(
    port: Pick<FilesPort, 'page'>,
    store: Pick<EventStore<BoxEvent>, 'batches$'>,
    scheduler: SchedulerLike,
    /** Called when a prefetched page expires without being used. */
    onExpire: () => void,
  ) {
    this.#port = port;
    this.#store = store;
    this.#scheduler = scheduler;
    this.#onExpire = onExpire;
  }

  /** The folder that is being prefetched, or null. */
  get path(): string | null {
    return this.#pending?.path ?? null;
  }

  /** Starts a prefetch and cancels the previous one. */
  start(request: PageRequest): void {
    const key = JSON.stringify(request);
    const { path } = request.location;
    if (this.#pending?.key === key) return;
    this.cancel();
    const answer$ = new ReplaySubject<Either<BoxError, PageAnswer>>(1);
    const asking = new Subscription();
    asking.add(this.#port.page(request).subscribe(answer$));
    const waiting = new Subscription();
    asking.add(waiting);
    // A change in the folder makes the prefetched page stale.
    waiting.add(
      this.#store.batches$.subscribe((batch) => {
        const isStale = batch.some(
          ({ event }) =>
            affectsFolder(event, path) || (event.type === 'FolderChanged' && event.data.folders.includes(path)),
        );
        if (isStale) this.cancel();
      }),
    );
    waiting.add(
      this.#scheduler.schedule(() => {
        this.cancel();
        this.#onExpire();
      }, PREFETCH_TTL_MS),
    );
    this.#pending = { key, path, page$: answer$, requestSubscription: asking, expirySubscription: waiting };
  }

  /** Returns the prefetched page if it matches the request, otherwise fetches it. */
  readonly page = (request: PageRequest): PortResult<PageAnswer> => {
    const pending = this.#pending;
    if (pending === null || pending.key !== JSON.stringify(request)) return this.#port.page(request);
    // A prefetched page is used once, so a later request fetches fresh data.
    this.#pending = null;
    pending.expirySubscription.unsubscribe();
    return pending.page$.pipe(
      finalize(() => {
        pending.requestSubscription.unsubscribe();
      }),
    );
  };

  /** Cancels the prefetch. */
  cancel(): void {
    this.#pending?.requestSubscription.unsubscribe();
    this.#pending = null;
  }
}
