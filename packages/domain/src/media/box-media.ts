import { checkMediaAction, lockAfter, mediaLockOf } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { tap } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import {
  andThen,
  type Answer,
  begin,
  type Failure,
  mapRight,
  type Outcome,
  refusedBy,
  type Result,
  settled,
} from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { MediaAction, MediaLibrary, MediaLock, MediaQuery, MediaState } from './media.ts';
import type { MediaPort } from './port.ts';
import { type KnownMedia, mediaProjection, shownMedia } from './projection.ts';

/** What the media library needs; `username` is who looks. */
export interface MediaDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: MediaPort;
  readonly notifications: Notifications;
  readonly username: string;
}

/** Entries of one question. */
const PAGE = 100;

/** See {@link MediaLibrary}. */
export class BoxMedia implements MediaLibrary {
  readonly #deps: MediaDeps;
  readonly #known: StateStream<KnownMedia>;
  readonly #failure = new State<Failure | null>(null);
  #query: MediaQuery = {};
  readonly state$: StateStream<MediaState>;

  constructor(deps: MediaDeps) {
    this.#deps = deps;
    this.#known = deps.store.state(mediaProjection);
    this.state$ = combine([this.#known, this.#failure.stream], ({ known, list, total }, failure) => ({
      known,
      entries: shownMedia(list, deps.username),
      total,
      failure,
    }));
  }

  load(query: MediaQuery): Outcome<null> {
    this.#query = query;
    return begin(this.#page(0));
  }

  more(): Outcome<null> {
    const { list, total } = this.#known.value;
    return list.length >= total ? settled(right(null)) : begin(this.#page(list.length));
  }

  lock(id: string): Outcome<null> {
    return this.#turn('lock', id, 'locked');
  }

  unlock(id: string): Outcome<null> {
    return this.#turn('unlock', id, 'unlocked');
  }

  scrape(ids: readonly string[]): Outcome<{ readonly skipped: number }> {
    const open = ids.filter((id) => checkMediaAction('scrape', this.#lockOf(id)).ok);
    const locked = ids.length - open.length;
    if (open.length === 0) return settled(right({ skipped: locked }));
    return begin(
      this.#deps.port.scrape(open).pipe(
        tap((result) => {
          this.#tell(result);
        }),
        mapRight(({ skipped }) => ({ skipped: locked + skipped })),
        // Which of them got something is the box's to say: what is shown is listed again.
        andThen((done) => this.#again().pipe(mapRight(() => done))),
      ),
    );
  }

  match(id: string, candidate: string): Outcome<null> {
    const refused = this.#refused('match', id);
    if (refused !== null) return refused;
    return begin(
      this.#deps.port.match(id, candidate).pipe(
        tap((result) => {
          this.#tell(result);
        }),
        tap((result) => {
          if (result._tag === 'Right') this.#append({ type: 'MediaMatched', data: { info: result.right } });
        }),
        mapRight(() => null),
      ),
    );
  }

  #lockOf(id: string): MediaLock {
    return mediaLockOf(this.#known.value.list.find((one) => one.id === id)?.lock ?? '');
  }

  #refused(action: MediaAction, id: string): Outcome<null> | null {
    const refusal = refusedBy(checkMediaAction(action, this.#lockOf(id)));
    if (refusal === null) return null;
    this.#deps.notifications.fail(refusal);
    return settled(left(refusal));
  }

  #turn(action: 'lock' | 'unlock', id: string, lock: 'locked' | 'unlocked'): Outcome<null> {
    const refused = this.#refused(action, id);
    if (refused !== null) return refused;
    return begin(
      this.#deps.port.lock(id, lock).pipe(
        tap((result) => {
          this.#tell(result);
        }),
        tap((result) => {
          if (result._tag === 'Right') this.#append({ type: 'MediaLocked', data: { id, lock: lockAfter(action) } });
        }),
        mapRight(() => null),
      ),
    );
  }

  #append(event: BoxEvent): void {
    this.#deps.store.append([event], 'person');
  }

  /** A failure is told. */
  #tell(result: Result<unknown>): void {
    if (result._tag === 'Left') this.#deps.notifications.fail(result.left);
  }

  #again(): Answer<null> {
    return this.#page(0, Math.max(PAGE, this.#known.value.list.length));
  }

  #page(start: number, count = PAGE): Answer<null> {
    const query = this.#query;
    return this.#deps.port.list(query, start, count).pipe(
      tap((result) => {
        // An answer to an older question has nothing to say any more.
        if (query !== this.#query) return;
        this.#failure.set(result._tag === 'Left' ? result.left : null);
        if (result._tag === 'Right')
          this.#deps.store.append([{ type: 'MediaListed', data: { start, ...result.right } }], 'box');
      }),
      mapRight(() => null),
    );
  }
}
