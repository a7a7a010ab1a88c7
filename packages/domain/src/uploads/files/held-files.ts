import { map, type Observable, of, tap } from 'rxjs';
import { State, type StateStream } from '../../state/state-stream.ts';
import type { HandleRepository } from '../port.ts';
import type { UploadHandle, UploadId, UploadIds, UploadSource } from '../uploads.ts';

const viewOf = (ids: ReadonlySet<UploadId>): UploadIds => ({
  has: (id) => ids.has(id),
  [Symbol.iterator]: () => ids.values(),
});

/** The files of uploads: those open in this page, and those whose handle the browser stores over a reload. */
export class HeldFiles {
  readonly #repository: HandleRepository | null;
  readonly #open = new Map<UploadId, UploadSource>();
  readonly #ids = new Set<UploadId>();
  readonly #reopenable = new State(viewOf(this.#ids));

  constructor(repository: HandleRepository | null) {
    this.#repository = repository;
  }

  /** Uploads whose file can be reopened without choosing it. */
  get reopenable$(): StateStream<UploadIds> {
    return this.#reopenable.stream;
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
  storeHandles(handles: ReadonlyMap<UploadId, UploadHandle>): void {
    if (this.#repository === null || handles.size === 0) return;
    this.#repository.store(handles);
    this.#add(handles.keys());
  }

  /** Releases files that are no longer needed. */
  release(ids: readonly UploadId[]): void {
    for (const id of ids) this.#open.delete(id);
    const forgotten = ids.filter((id) => this.#ids.delete(id));
    if (forgotten.length === 0) return;
    this.#repository?.forget(forgotten);
    this.#reopenable.set(viewOf(this.#ids));
  }

  /** Loads the stored handle ids and deletes those without an upload. Emits once. */
  load(known: (id: UploadId) => boolean): Observable<void> {
    if (this.#repository === null) return of(undefined);
    return this.#repository.ids().pipe(
      tap((stored) => {
        this.#add(stored);
        this.release(stored.filter((id) => !known(id)));
      }),
      map(() => undefined),
    );
  }

  /**
   * Opens stored files. With `ask` the browser may ask the user for permission, which it only does during a click.
   * Emits once.
   */
  reopen(ids: readonly UploadId[], ask: boolean): Observable<ReadonlyMap<UploadId, UploadSource>> {
    const reopenable = ids.filter((id) => this.#ids.has(id));
    return this.#repository === null || reopenable.length === 0
      ? of(new Map())
      : this.#repository.open(reopenable, ask);
  }

  #add(ids: Iterable<UploadId>): void {
    for (const id of ids) this.#ids.add(id);
    this.#reopenable.set(viewOf(this.#ids));
  }
}
