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
  readonly answer$: ReplaySubject<Either<BoxError, PageAnswer>>;
  readonly asking: Subscription;
  /** What ends it before anybody wants it. */
  readonly waiting: Subscription;
}

/**
 * Asks for the first page of a folder before that is opened. Between a press and what it leads to (the second click, the finger that is lifted, the
 * frame in which the row is seen pressed) lies more time than the box needs to answer. At most one is on its way.
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
    /** It was asked for, and nobody came: it is no folder of theirs any more. */
    onEnd: () => void,
  ) {
    this.#port = port;
    this.#store = store;
    this.#scheduler = scheduler;
    this.#onEnd = onEnd;
  }

  /** The folder that may be opened next; null when there is none. */
  get path(): string | null {
    return this.#begun?.path ?? null;
  }

  /** Asks now. What was asked for before and is not wanted any more ends. */
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
    // What changes meanwhile is asked for when it is wanted.
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

  /** The page: what is on its way already or has come, otherwise asked for now. */
  readonly page = (request: PageRequest): Answer<PageAnswer> => {
    const begun = this.#begun;
    if (begun === null || begun.key !== JSON.stringify(request)) return this.#port.page(request);
    // Once: whoever asks again wants to know it anew.
    this.#begun = null;
    begun.waiting.unsubscribe();
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
}
