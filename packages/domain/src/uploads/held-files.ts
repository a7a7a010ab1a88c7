import { map, type Observable, of, tap } from 'rxjs';
import { State, type StateStream } from '../state/state-stream.ts';
import type { HandleShelf } from './port.ts';
import type { UploadHandle, UploadId, UploadIds, UploadSource } from './uploads.ts';

const viewOf = (ids: ReadonlySet<UploadId>): UploadIds => ({
  has: (id) => ids.has(id),
  [Symbol.iterator]: () => ids.values(),
});

/** The files of uploads: those open in this page, and those whose handle the browser stores over a reload. */
export class HeldFiles {
  readonly #shelf: HandleShelf | null;
  readonly #open = new Map<UploadId, UploadSource>();
  readonly #ids = new Set<UploadId>();
  readonly #kept = new State(viewOf(this.#ids));

  constructor(shelf: HandleShelf | null) {
    this.#shelf = shelf;
  }

  /** Uploads whose file can be reopened without choosing it. */
  get kept$(): StateStream<UploadIds> {
    return this.#kept.stream;
  }

  get(id: UploadId): UploadSource | undefined {
    return this.#open.get(id);
  }

  has(id: UploadId): boolean {
    return this.#open.has(id);
  }

  hold(id: UploadId, source: UploadSource): void {
    this.#open.set(id, source);
  }

  /** Stores handles for later pages. */
  keep(handles: ReadonlyMap<UploadId, UploadHandle>): void {
    if (this.#shelf === null || handles.size === 0) return;
    this.#shelf.keep(handles);
    this.#add(handles.keys());
  }

  /** Releases files that are no longer needed. */
  drop(ids: readonly UploadId[]): void {
    for (const id of ids) this.#open.delete(id);
    const gone = ids.filter((id) => this.#ids.delete(id));
    if (gone.length === 0) return;
    this.#shelf?.forget(gone);
    this.#kept.set(viewOf(this.#ids));
  }

  /** Loads the stored handle ids and deletes those without an upload. Emits once. */
  load(known: (id: UploadId) => boolean): Observable<void> {
    if (this.#shelf === null) return of(undefined);
    return this.#shelf.ids().pipe(
      tap((stored) => {
        this.#add(stored);
        this.drop(stored.filter((id) => !known(id)));
      }),
      map(() => undefined),
    );
  }

  /**
   * Opens stored files. With `ask` the browser may ask the user for permission, which it only does during a click.
   * Emits once.
   */
  reopen(ids: readonly UploadId[], ask: boolean): Observable<ReadonlyMap<UploadId, UploadSource>> {
    const kept = ids.filter((id) => this.#ids.has(id));
    return this.#shelf === null || kept.length === 0 ? of(new Map()) : this.#shelf.open(kept, ask);
  }

  #add(ids: Iterable<UploadId>): void {
    for (const id of ids) this.#ids.add(id);
    this.#kept.set(viewOf(this.#ids));
  }
}
