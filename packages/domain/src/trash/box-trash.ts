import { PAGE_SIZES } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { concatMap, from, map, reduce, tap } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { ActionCounts } from '../files/files.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type PortResult, startNow, type Outcome, type Result, settled } from '../outcome.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { TrashPort } from './port.ts';
import { restoreKeepingBoth } from './restore-keeping-both.ts';
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

  loadMore(): Outcome<readonly TrashedItem[]> {
    const { items, total } = this.#state.value;
    return items.length >= total ? settled(right(items)) : this.#fetch(items.length);
  }

  restore(ids: readonly string[], keepBoth = false): Outcome<ActionCounts> {
    const { port } = this.#deps;
    if (!keepBoth) return this.#runOnItems(port.restore(ids), ids, 'restore');
    const requestedIds = new Set(ids);
    const items = this.#state.value.items.filter(({ id }) => requestedIds.has(id));
    const each$ = from(items).pipe(
      concatMap((item) =>
        restoreKeepingBoth(port, item).pipe(
          map((result) => (result._tag === 'Left' ? [item.id] : result.right.failed)),
        ),
      ),
      reduce((failed: readonly string[], more) => [...failed, ...more], []),
      map((failed) => right({ failed })),
    );
    return this.#runOnItems(each$, ids, 'restore');
  }

  remove(ids: readonly string[]): Outcome<ActionCounts> {
    return this.#runOnItems(this.#deps.port.remove(ids), ids, 'remove');
  }

  empty(): Outcome<null> {
    return startNow(
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
    return startNow(
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

  #runOnItems(
    call: PortResult<{ readonly failed: readonly string[] }>,
    ids: readonly string[],
    action: 'restore' | 'remove',
  ): Outcome<ActionCounts> {
    // Read the items now: the box may report the change, and the list reload, before the response arrives.
    const requestedIds = new Set(ids);
    const items = this.#state.value.items.filter(({ id }) => requestedIds.has(id));
    return startNow(
      call.pipe(
        map((result): Result<ActionCounts> => {
          if (result._tag === 'Left') {
            this.#deps.notifications.fail(result.left);
            return result;
          }
          const failedIds = new Set(result.right.failed);
          const removed = items.filter(({ id }) => !failedIds.has(id));
          const ok = ids.filter((id) => !failedIds.has(id)).length;
          return right(this.#applyResult(removed, { ok, failed: ids.length - ok }, action));
        }),
      ),
    );
  }

  #applyResult(removed: readonly TrashedItem[], tally: ActionCounts, action: 'restore' | 'remove'): ActionCounts {
    const ids = new Set(removed.map(({ id }) => id));
    this.#state.update((state) => {
      const items = state.items.filter(({ id }) => !ids.has(id));
      return { ...state, items, total: state.total - (state.items.length - items.length) };
    });
    const folders = [...new Set(removed.map(({ from }) => from))];
    this.#deps.store.append(
      [
        {
          type: 'FilesActed',
          data: { action, paths: removed.slice(0, 20).map(({ name }) => name), target: null, ...tally },
        },
        ...(action === 'restore' && folders.length > 0 ? [{ type: 'FolderChanged', data: { folders } } as const] : []),
      ],
      'person',
    );
    const { ok, failed } = tally;
    const messageKey = action === 'restore' ? 'files.restored' : 'files.removed';
    if (failed > 0)
      this.#deps.notifications.notify({
        level: 'warning',
        messageKey: 'files.partly',
        values: { ok, done: ok, failed },
      });
    else this.#deps.notifications.notify({ level: 'success', messageKey, values: { count: ok } });
    return tally;
  }
}
