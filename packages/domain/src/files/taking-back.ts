import { GEN } from '@boxwood/box-sdk';
import { left, right } from '@boxwood/command-bus';
import { concatMap, from, map, type Observable, of, switchMap, toArray } from 'rxjs';
import type { Notifications } from '../notifications/notifications.ts';
import { isLacking, offered } from '../offered.ts';
import { type Answer, andThen, begin, type Failure, mapRight, rejected, type Result } from '../outcome.ts';
import { restoreBeside } from '../trash/restore-beside.ts';
import type { WordKey } from '../words.ts';
import { about, type Deed, type DeedBook, PAGE } from './deed.ts';
import { parentOf } from './places.ts';
import type { FilesPort, FoundChange } from './port.ts';

/** Refusal detail: the original name is occupied. */
const TAKEN = 'taken';
/** Refusal details of conditions that may end: an occupied name, a folder that is not empty. */
const PASSING: ReadonlySet<string> = new Set([TAKEN, 'notEmpty']);

/**
 * Whether a refused step can never succeed: codes 11 and 15 concern the change itself, not the connection or
 * permissions.
 */
const isForGood = (failure: Failure): boolean =>
  failure._tag === 'Refused' &&
  (failure.code === GEN.invalid || failure.code === GEN.path) &&
  !PASSING.has(failure.info ?? '');

/** The journal does not record folders, so a restored item is renamed like a file (`a_copy.txt`). */
const FILE = 0;

/** Result of the undo or redo steps of one entry. */
interface Turn {
  readonly done: readonly number[];
  /** Refused for now; can be retried. */
  readonly later: readonly number[];
  readonly failed: number;
  readonly last: Failure | null;
}

export interface TakingBackDeps {
  readonly deeds: DeedBook;
  readonly port: Pick<FilesPort, 'changes' | 'undo' | 'redo' | 'taken' | 'rename'>;
  readonly notifications: Notifications;
  /**
   * Restores what a change deleted under a new name. Returns its path; null when the box cannot do that in one step.
   */
  readonly beside: (change: number) => Answer<string | null>;
  /** Called with the folders that an undo affected. */
  readonly changed: (folders: readonly string[]) => void;
  /** Called when a step failed, as it is unknown what it affected. */
  readonly failed: () => void;
}

/** Loads the lazy {@link UndoExecutor} before the first undo. */
export type BringTakingBack = (deps: Omit<TakingBackDeps, 'beside'>) => Observable<Result<TakingBack>>;

/**
 * Undoes and redoes entries through the box's journal. An entry that is refused for now stays the newest, so Ctrl+Z
 * never skips to an older one. An entry that can never be undone is removed.
 */
export class TakingBack {
  readonly #deps: TakingBackDeps;
  readonly #undone: Deed[] = [];

  constructor(deps: TakingBackDeps) {
    this.#deps = deps;
  }

  /** Undoes the newest entry. Without one it reports whether nothing can be undone or the box keeps no journal. */
  undo(): Observable<Result<null>> {
    const newest = this.#deps.deeds.kept().at(-1);
    return newest === undefined ? this.#nothing() : this.takeBack(newest);
  }

  /** Repeats what was last undone in this tab. */
  redo(): Observable<Result<null>> {
    const deed = this.#undone.pop();
    return deed === undefined ? of(right(null)) : this.#again(deed);
  }

  takeBack(deed: Deed): Observable<Result<null>> {
    const { deeds, port, notifications } = this.#deps;
    deeds.withdraw(deed);
    return this.#found(deed).pipe(
      switchMap((looked) => {
        if (looked._tag === 'Left') return of(this.#refused(looked, 'files.undoFailed'));
        const found = looked.right;
        const ids = [...deed.changes, ...found.map(({ id }) => id)].sort((a, b) => b - a);
        const ended = new Set(found.map(({ origin }) => origin));
        const open = deed.tasks.filter((task) => !ended.has(originOf(task)));
        if (ids.length === 0) {
          notifications.notify({ level: 'info', word: 'files.undoLater', ...about(deed), key: 'undo' });
          return of<Result<null>>(right(null));
        }
        return this.#turn(ids, (id) => port.undo(id)).pipe(
          map(({ done, later, failed, last }): Result<null> => {
            const rest = { ...deed, changes: later, tasks: open };
            deeds.replace(deed, later.length + open.length > 0 ? [rest] : []);
            if (done.length === 0 && last !== null) return this.#refused(left(last), 'files.undoFailed', rest);
            this.#undone.push({ ...deed, changes: done, tasks: [] });
            this.#told(deed, done.length, failed + open.length);
            return right(null);
          }),
        );
      }),
    );
  }

  #nothing(): Observable<Result<null>> {
    const { port, notifications } = this.#deps;
    return port.changes(0, 1).pipe(
      map((looked) => {
        if (looked._tag === 'Left') return this.#refused(looked, 'files.undoFailed');
        notifications.notify({ level: 'info', word: 'files.nothingToUndo', key: 'undo' });
        return rejected('files.nothingToUndo');
      }),
    );
  }

  #again(deed: Deed): Observable<Result<null>> {
    const { deeds, port } = this.#deps;
    const ids = deed.changes.toSorted((a, b) => a - b);
    return this.#turn(ids, (id) => port.redo(id)).pipe(
      map(({ done, later, failed, last }): Result<null> => {
        if (later.length > 0) this.#undone.push({ ...deed, changes: later });
        if (done.length === 0 && last !== null) return this.#refused(left(last), 'files.redoFailed');
        const again = deeds.keep({ ...deed, changes: done });
        deeds.offer(again, { level: failed > 0 ? 'warning' : 'success', word: 'files.redone' });
        return right(null);
      }),
    );
  }

  #told(deed: Deed, ok: number, failed: number): void {
    const { notifications } = this.#deps;
    const shared = { ...about(deed), key: 'undo' };
    if (failed === 0) notifications.notify({ level: 'success', word: 'files.undone', ...shared });
    else notifications.notify({ level: 'warning', word: 'files.undonePartly', values: { ok, failed }, ...shared });
  }

  /**
   * Notifies why a journal step was refused, also when the box has no journal. For one deleted item whose name is
   * occupied, the notice offers to keep both.
   */
  #refused(result: Result<never>, word: WordKey, deed?: Deed): Result<null> {
    const { notifications } = this.#deps;
    const told = offered(result, 'box.noUndo');
    if (told._tag === 'Right') return told;
    const { left: failure } = told;
    const isTaken = failure._tag === 'Refused' && failure.info === TAKEN;
    if (isTaken && deed?.action === 'trash' && deed.count === 1 && deed.name !== '')
      notifications.notify({
        level: 'error',
        word,
        failure,
        key: 'undo',
        action: { word: 'files.keepBoth', run: () => begin(this.#besides(deed)) },
      });
    else notifications.fail(failure, isLacking(failure) ? undefined : word, 'undo');
    return told;
  }

  /** Undoes the deletion of an item whose name is occupied: restores it under a new name, as the recycle bin does. */
  #besides(deed: Deed): Observable<Result<null>> {
    const { deeds, port, notifications, changed, beside } = this.#deps;
    const { name } = deed;
    const [id = 0] = deed.changes;
    return port.changes(id + 1, 1).pipe(
      andThen(([change]) => {
        if (change?.id !== id || !change.path.endsWith(`/${name}`)) return of(rejected('files.undoFailed'));
        const from = parentOf(change.path);
        const restore = () => port.undo(id).pipe(mapRight(() => ({ failed: [] })));
        const places = {
          beside: () => beside(id),
          taken: port.taken.bind(port),
          rename: port.rename.bind(port),
          restore,
        };
        return restoreBeside(places, { id: '', name, type: FILE, from }).pipe(
          map((back) => (back._tag === 'Right' && back.right.failed.length > 0 ? rejected('files.undoFailed') : back)),
          mapRight(() => from),
        );
      }),
      map((back): Result<null> => {
        if (back._tag === 'Left') {
          notifications.fail(back.left, 'files.undoFailed', 'undo');
          return back;
        }
        deeds.replace(deed, []);
        changed([back.right]);
        this.#told(deed, 1, 0);
        return right(null);
      }),
    );
  }

  /** Journal entries of the entry's finished tasks; reads pages until all are found. */
  #found(
    { tasks }: Pick<Deed, 'tasks'>,
    after = 0,
    before: readonly FoundChange[] = [],
  ): Observable<Result<readonly FoundChange[]>> {
    if (tasks.length === 0) return of(right([]));
    const wanted = new Set(tasks.map(originOf));
    return this.#deps.port.changes(after, PAGE).pipe(
      switchMap((page) => {
        if (page._tag === 'Left') return of(before.length === 0 ? page : right(before));
        const found = [...before, ...page.right.filter(({ origin, state }) => wanted.has(origin) && state === 'done')];
        const oldest = page.right.at(-1);
        return found.length >= tasks.length || oldest === undefined || found.length === before.length
          ? of(right(found))
          : this.#found({ tasks }, oldest.id, found);
      }),
    );
  }

  #turn(ids: readonly number[], step: (id: number) => ReturnType<FilesPort['undo']>): Observable<Turn> {
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
          later: refused.filter(({ why }) => !isForGood(why)).map(({ id }) => id),
          failed: refused.length,
          last: refused.at(-1)?.why ?? null,
        };
      }),
    );
  }
}

const originOf = (task: string): string => `task:${task}`;
