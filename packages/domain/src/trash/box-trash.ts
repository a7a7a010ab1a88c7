import { PAGE_SIZES } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { concatMap, from, map, reduce, tap } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Tally } from '../files/files.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type Answer, begin, type Outcome, type Result, settled } from '../outcome.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { TrashPort } from './port.ts';
import { restoreBeside } from './restore-beside.ts';
import type { Trash, TrashedItem, TrashState } from './trash.ts';

/** Dependencies of {@link BoxTrash}. */
export interface TrashDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: TrashPort;
  readonly notifications: Notifications;
}

/** See {@link Trash}. */
export class BoxTrash implements Trash {
  readonly #deps: TrashDeps;
  readonly #state = new State<TrashState>({ items: [], total: 0, loading: false, failure: null });

  constructor(deps: TrashDeps) {
    this.#deps = deps;
  }

  get state$(): StateStream<TrashState> {
    return this.#state.stream;
  }

  load(): Outcome<readonly TrashedItem[]> {
    return this.#fetch(0);
  }

  more(): Outcome<readonly TrashedItem[]> {
    const { items, total } = this.#state.value;
    return items.length >= total ? settled(right(items)) : this.#fetch(items.length);
  }

  restore(ids: readonly string[], keepBoth = false): Outcome<Tally> {
    const { port } = this.#deps;
    if (!keepBoth) return this.#act(port.restore(ids), ids, 'restore');
    const wanted = new Set(ids);
    const items = this.#state.value.items.filter(({ id }) => wanted.has(id));
    const each$ = from(items).pipe(
      concatMap((item) =>
        restoreBeside(port, item).pipe(map((result) => (result._tag === 'Left' ? [item.id] : result.right.failed))),
      ),
      reduce((failed: readonly string[], more) => [...failed, ...more], []),
      map((failed) => right({ failed })),
    );
    return this.#act(each$, ids, 'restore');
  }

  remove(ids: readonly string[]): Outcome<Tally> {
    return this.#act(this.#deps.port.remove(ids), ids, 'remove');
  }

  empty(): Outcome<null> {
    return begin(
      this.#deps.port.empty().pipe(
        map((result): Result<null> => (result._tag === 'Left' ? result : right(null))),
        tap((result) => {
          if (result._tag === 'Left') this.#deps.notifications.fail(result.left);
          else this.#state.set({ items: [], total: 0, loading: false, failure: null });
        }),
      ),
    );
  }

  #fetch(offset: number): Outcome<readonly TrashedItem[]> {
    this.#state.update((state) => ({ ...state, loading: true }));
    return begin(
      this.#deps.port.list(offset, PAGE_SIZES.listing).pipe(
        map((result): Result<readonly TrashedItem[]> => {
          if (result._tag === 'Left') {
            this.#state.update((state) => ({ ...state, loading: false, failure: result.left }));
            return result;
          }
          const before = this.#state.value.items.slice(0, offset);
          const known = new Set(before.map(({ id }) => id));
          const items = [...before, ...result.right.items.filter(({ id }) => !known.has(id))];
          this.#state.set({ items, total: result.right.total, loading: false, failure: null });
          return right(items);
        }),
      ),
    );
  }

  #act(
    call: Answer<{ readonly failed: readonly string[] }>,
    ids: readonly string[],
    action: 'restore' | 'remove',
  ): Outcome<Tally> {
    // Read the items now: the box may report the change, and the list reload, before the response arrives.
    const wanted = new Set(ids);
    const items = this.#state.value.items.filter(({ id }) => wanted.has(id));
    return begin(
      call.pipe(
        map((result): Result<Tally> => {
          if (result._tag === 'Left') {
            this.#deps.notifications.fail(result.left);
            return result;
          }
          const stayed = new Set(result.right.failed);
          const gone = items.filter(({ id }) => !stayed.has(id));
          const ok = ids.filter((id) => !stayed.has(id)).length;
          return right(this.#settle(gone, { ok, failed: ids.length - ok }, action));
        }),
      ),
    );
  }

  #settle(gone: readonly TrashedItem[], tally: Tally, action: 'restore' | 'remove'): Tally {
    const ids = new Set(gone.map(({ id }) => id));
    this.#state.update((state) => {
      const items = state.items.filter(({ id }) => !ids.has(id));
      return { ...state, items, total: state.total - (state.items.length - items.length) };
    });
    const folders = [...new Set(gone.map(({ from }) => from))];
    this.#deps.store.append(
      [
        {
          type: 'FilesActed',
          data: { action, paths: gone.slice(0, 20).map(({ name }) => name), target: null, ...tally },
        },
        ...(action === 'restore' && folders.length > 0 ? [{ type: 'FolderChanged', data: { folders } } as const] : []),
      ],
      'person',
    );
    const { ok, failed } = tally;
    const word = action === 'restore' ? 'files.restored' : 'files.removed';
    if (failed > 0)
      this.#deps.notifications.notify({ level: 'warning', word: 'files.partly', values: { ok, done: ok, failed } });
    else this.#deps.notifications.notify({ level: 'success', word, values: { count: ok } });
    return tally;
  }
}
