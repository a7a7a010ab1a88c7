import { GEN } from '@boxwood/box-sdk';
import { left, right } from '@boxwood/command-bus';
import { concatMap, from, map, type Observable, of, switchMap, toArray } from 'rxjs';
import type { Notifications } from '../../notifications/notifications.ts';
import { isNotOfferedRejection, explainNotOffered } from '../../not-offered.ts';
import { type PortResult, andThen, startNow, type Failure, mapRight, rejected, type Result } from '../../outcome.ts';
import { restoreKeepingBoth } from '../../trash/restore-keeping-both.ts';
import type { DomainMessageKey } from '../../message-keys.ts';
import { about, type UndoEntry, type UndoHistory, JOURNAL_PAGE_SIZE } from './undo-entry.ts';
import { parentOf } from '../file-paths.ts';
import type { FilesPort, JournalChange } from '../port.ts';

/** Refusal detail: the original name is occupied. */
const NAME_OCCUPIED = 'taken';
/** Refusal details of conditions that may end: an occupied name, a folder that is not empty. */
const TRANSIENT_REFUSALS: ReadonlySet<string> = new Set([NAME_OCCUPIED, 'notEmpty']);

/**
 * Whether a refused step can never succeed: codes 11 and 15 concern the change itself, not the connection or
 * permissions.
 */
const isPermanent = (failure: Failure): boolean =>
  failure._tag === 'Refused' &&
  (failure.code === GEN.invalid || failure.code === GEN.path) &&
  !TRANSIENT_REFUSALS.has(failure.info ?? '');

/** The journal does not record folders, so a restored item is renamed like a file (`a_copy.txt`). */
const FILE_TYPE = 0;

/** Result of the undo or redo steps of one entry. */
interface UndoStepsResult {
  readonly done: readonly number[];
  /** Refused for now; can be retried. */
  readonly deferred: readonly number[];
  readonly failed: number;
  readonly last: Failure | null;
}

export interface UndoExecutorDeps {
  readonly undoHistory: UndoHistory;
  readonly port: Pick<FilesPort, 'changes' | 'undo' | 'redo' | 'findExisting' | 'rename'>;
  readonly notifications: Notifications;
  /**
   * Restores what a change deleted under a new name. Returns its path; null when the box cannot do that in one step.
   */
  readonly restoreWithNewName: (change: number) => PortResult<string | null>;
  /** Called with the folders that an undo affected. */
  readonly changed: (folders: readonly string[]) => void;
  /** Called when a step failed, as it is unknown what it affected. */
  readonly failed: () => void;
}

/** Loads the lazy {@link UndoExecutor} before the first undo. */
export type LoadUndoExecutor = (deps: Omit<UndoExecutorDeps, 'restoreWithNewName'>) => Observable<Result<UndoExecutor>>;

/**
 * Undoes and redoes entries through the box's journal. An entry that is refused for now stays the newest, so Ctrl+Z
 * never skips to an older one. An entry that can never be undone is removed.
 */
export class UndoExecutor {
  readonly #deps: UndoExecutorDeps;
  readonly #undone: UndoEntry[] = [];

  constructor(deps: UndoExecutorDeps) {
    this.#deps = deps;
  }

  /** Undoes the newest entry. Without one it reports whether nothing can be undone or the box keeps no journal. */
  undo(): Observable<Result<null>> {
    const newest = this.#deps.undoHistory.entries().at(-1);
    return newest === undefined ? this.#reportNothing() : this.undoEntry(newest);
  }

  /** Repeats what was last undone in this tab. */
  redo(): Observable<Result<null>> {
    const entry = this.#undone.pop();
    return entry === undefined ? of(right(null)) : this.#redoEntry(entry);
  }

  undoEntry(entry: UndoEntry): Observable<Result<null>> {
    const { undoHistory, port, notifications } = this.#deps;
    undoHistory.withdrawOffer(entry);
    return this.#findTaskChanges(entry).pipe(
      switchMap((page) => {
        if (page._tag === 'Left') return of(this.#reportRefused(page, 'files.undoFailed'));
        const found = page.right;
        const ids = [...entry.changes, ...found.map(({ id }) => id)].sort((a, b) => b - a);
        const ended = new Set(found.map(({ origin }) => origin));
        const open = entry.tasks.filter((task) => !ended.has(originOf(task)));
        if (ids.length === 0) {
          notifications.notify({ level: 'info', messageKey: 'files.undoLater', ...about(entry), key: 'undo' });
          return of<Result<null>>(right(null));
        }
        return this.#runSteps(ids, (id) => port.undo(id)).pipe(
          map(({ done, deferred, failed, last }): Result<null> => {
            const rest = { ...entry, changes: deferred, tasks: open };
            undoHistory.replace(entry, deferred.length + open.length > 0 ? [rest] : []);
            if (done.length === 0 && last !== null) return this.#reportRefused(left(last), 'files.undoFailed', rest);
            this.#undone.push({ ...entry, changes: done, tasks: [] });
            this.#reportUndone(entry, done.length, failed + open.length);
            return right(null);
          }),
        );
      }),
    );
  }

  #reportNothing(): Observable<Result<null>> {
    const { port, notifications } = this.#deps;
    return port.changes(0, 1).pipe(
      map((page) => {
        if (page._tag === 'Left') return this.#reportRefused(page, 'files.undoFailed');
        notifications.notify({ level: 'info', messageKey: 'files.nothingToUndo', key: 'undo' });
        return rejected('files.nothingToUndo');
      }),
    );
  }

  #redoEntry(entry: UndoEntry): Observable<Result<null>> {
    const { undoHistory, port } = this.#deps;
    const ids = entry.changes.toSorted((a, b) => a - b);
    return this.#runSteps(ids, (id) => port.redo(id)).pipe(
      map(({ done, deferred, failed, last }): Result<null> => {
        if (deferred.length > 0) this.#undone.push({ ...entry, changes: deferred });
        if (done.length === 0 && last !== null) return this.#reportRefused(left(last), 'files.redoFailed');
        const redone = undoHistory.push({ ...entry, changes: done });
        undoHistory.offer(redone, { level: failed > 0 ? 'warning' : 'success', messageKey: 'files.redone' });
        return right(null);
      }),
    );
  }

  #reportUndone(entry: UndoEntry, ok: number, failed: number): void {
    const { notifications } = this.#deps;
    const shared = { ...about(entry), key: 'undo' };
    if (failed === 0) notifications.notify({ level: 'success', messageKey: 'files.undone', ...shared });
    else
      notifications.notify({ level: 'warning', messageKey: 'files.undonePartly', values: { ok, failed }, ...shared });
  }

  /**
   * Notifies why a journal step was refused, also when the box has no journal. For one deleted item whose name is
   * occupied, the notice offers to keep both.
   */
  #reportRefused(result: Result<never>, messageKey: DomainMessageKey, entry?: UndoEntry): Result<null> {
    const { notifications } = this.#deps;
    const outcome = explainNotOffered(result, 'box.noUndo');
    if (outcome._tag === 'Right') return outcome;
    const { left: failure } = outcome;
    const isNameOccupied = failure._tag === 'Refused' && failure.info === NAME_OCCUPIED;
    if (isNameOccupied && entry?.action === 'trash' && entry.count === 1 && entry.name !== '')
      notifications.notify({
        level: 'error',
        messageKey: messageKey,
        failure,
        key: 'undo',
        action: { messageKey: 'files.keepBoth', run: () => startNow(this.#restoreWithNewName(entry)) },
      });
    else notifications.fail(failure, isNotOfferedRejection(failure) ? undefined : messageKey, 'undo');
    return outcome;
  }

  /** Undoes the deletion of an item whose name is occupied: restores it under a new name, as the recycle bin does. */
  #restoreWithNewName(entry: UndoEntry): Observable<Result<null>> {
    const { undoHistory, port, notifications, changed, restoreWithNewName } = this.#deps;
    const { name } = entry;
    const [id = 0] = entry.changes;
    return port.changes(id + 1, 1).pipe(
      andThen(([change]) => {
        if (change?.id !== id || !change.path.endsWith(`/${name}`)) return of(rejected('files.undoFailed'));
        const from = parentOf(change.path);
        const restore = () => port.undo(id).pipe(mapRight(() => ({ failed: [] })));
        const restoreDeps = {
          restoreWithNewName: () => restoreWithNewName(id),
          occupiedNames: port.findExisting.bind(port),
          rename: port.rename.bind(port),
          restore,
        };
        return restoreKeepingBoth(restoreDeps, { id: '', name, type: FILE_TYPE, from }).pipe(
          map((back) => (back._tag === 'Right' && back.right.failed.length > 0 ? rejected('files.undoFailed') : back)),
          mapRight(() => from),
        );
      }),
      map((back): Result<null> => {
        if (back._tag === 'Left') {
          notifications.fail(back.left, 'files.undoFailed', 'undo');
          return back;
        }
        undoHistory.replace(entry, []);
        changed([back.right]);
        this.#reportUndone(entry, 1, 0);
        return right(null);
      }),
    );
  }

  /** Journal entries of the entry's finished tasks; reads pages until all are found. */
  #findTaskChanges(
    { tasks }: Pick<UndoEntry, 'tasks'>,
    after = 0,
    before: readonly JournalChange[] = [],
  ): Observable<Result<readonly JournalChange[]>> {
    if (tasks.length === 0) return of(right([]));
    const wanted = new Set(tasks.map(originOf));
    return this.#deps.port.changes(after, JOURNAL_PAGE_SIZE).pipe(
      switchMap((page) => {
        if (page._tag === 'Left') return of(before.length === 0 ? page : right(before));
        const found = [...before, ...page.right.filter(({ origin, state }) => wanted.has(origin) && state === 'done')];
        const oldest = page.right.at(-1);
        return found.length >= tasks.length || oldest === undefined || found.length === before.length
          ? of(right(found))
          : this.#findTaskChanges({ tasks }, oldest.id, found);
      }),
    );
  }

  #runSteps(ids: readonly number[], step: (id: number) => ReturnType<FilesPort['undo']>): Observable<UndoStepsResult> {
    return from(ids).pipe(
      concatMap((id) => step(id).pipe(map((result) => ({ id, result })))),
      toArray(),
      map((steps) => {
        const done = steps.flatMap(({ id, result }) => (result._tag === 'Left' ? [] : { id, folders: result.right }));
        const refused = steps.flatMap(({ id, result }) => (result._tag === 'Left' ? { id, why: result.left } : []));
        if (done.length > 0) this.#deps.changed(done.flatMap(({ folders }) => folders));
        if (refused.length > 0) this.#deps.failed();
        return {
          done: done.map(({ id }) => id),
          deferred: refused.filter(({ why }) => !isPermanent(why)).map(({ id }) => id),
          failed: refused.length,
          last: refused.at(-1)?.why ?? null,
        };
      }),
    );
  }
}

const originOf = (task: string): string => `task:${task}`;
