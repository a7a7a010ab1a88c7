import { decode, list, parseJson } from '@boxwood/command-bus/codecs';
import { right } from '@boxwood/command-bus';
import { BOX_PATHS as FOLDERS } from '@boxwood/box-sdk/rules';
import { concat, defer, ignoreElements, map, type Observable, of, Subject, switchMap, tap } from 'rxjs';
import type { Notice } from '../../notifications/notifications.ts';
import { isNotOfferedRejection, explainNotOffered } from '../../not-offered.ts';
import { andThen, startNow, type Outcome, type Result } from '../../outcome.ts';
import type { Settings } from '../../settings/settings.ts';
import { about, UndoEntry, type UndoHistory, JOURNAL_PAGE_SIZE, type UndoSubject } from './undo-entry.ts';
import { undoStorageKey } from './undo-storage-key.ts';
import type { LoadUndoExecutor, UndoExecutor, UndoExecutorDeps } from './undo-executor.ts';

/** Maximum number of actions that Ctrl+Z remembers. */
const MAX_UNDO_ENTRIES = 30;
/** Journal entries of other actions that may lie between an action and the search for it. */
const MAX_INTERLEAVED_ENTRIES = 20;

const StoredUndoEntries = list(UndoEntry, MAX_UNDO_ENTRIES);

/** Names in password-protected areas are not written to browser storage. */
const isProtectedPath = (path: string): boolean =>
  path.split('/').some((part) => part === FOLDERS.safe || part === FOLDERS.private);
const withoutProtectedName = (what: UndoSubject, paths: readonly string[]): UndoSubject =>
  paths.some(isProtectedPath) ? { action: what.action, count: what.count, name: '' } : what;

const undoKeyOf = ({ changes, tasks }: UndoEntry): string => `${changes[0] ?? ''} ${tasks[0] ?? ''}`;

/** Result of an action on files, with its entries in the box's journal as far as the box reported them. */
export interface Recorded<A> {
  readonly value: A;
  readonly changes: readonly number[];
}

export interface UndoStackDeps extends Omit<UndoExecutorDeps, 'undoHistory' | 'restoreWithNewName'> {
  readonly settings: Pick<Settings, 'text' | 'setText'>;
  readonly username: string;
  readonly loadUndoExecutor: LoadUndoExecutor;
}

/**
 * The actions of this browser on files, for Ctrl+Z: across tabs and reloads, never those of another device. The box
 * keeps the journal; this stack stores only ids of its entries.
 */
export class UndoStack implements UndoHistory {
  readonly #deps: UndoStackDeps;
  #executor: UndoExecutor | null = null;
  #previousStep$: Observable<Result<unknown>> = of(right(null));
  /** Ids of notices that offer an undo, by entry key. */
  readonly #offers = new Map<string, string>();
  #hasJournal: boolean | null = null;
  readonly #actionStarted = new Subject<UndoSubject>();

  constructor(deps: UndoStackDeps) {
    this.#deps = deps;
  }

  /** Emits when the user starts an action on files, which is then what Ctrl+Z undoes. */
  get actionStarted$(): Observable<UndoSubject> {
    return this.#actionStarted;
  }

  /**
   * Operator for an action on files: after success it remembers the entries of the journal and offers an undo. It
   * searches the journal of a box that did not report them. `describe` returns the notice, or null for none. An undo
   * requested during the action waits for it.
   */
  withUndo<A>(what: UndoSubject, paths: readonly string[], describe: (result: Result<A>) => Notice | null) {
    return (source: Observable<Result<Recorded<A>>>): Observable<Result<A>> =>
      defer(() => {
        this.#actionStarted.next(what);
        const outcome$ = startNow(
          source.pipe(
            switchMap((recorded) => {
              const result: Result<A> = recorded._tag === 'Left' ? recorded : right(recorded.right.value);
              const notice = describe(result);
              if (recorded._tag === 'Left' || paths.length === 0) return of(result);
              const subject = withoutProtectedName(what, paths);
              const { changes } = recorded.right;
              const entry$ =
                changes.length > 0
                  ? of(this.push({ ...subject, changes, tasks: [] }))
                  : this.#findChanges(subject, paths);
              return entry$.pipe(
                map((entry) => {
                  if (notice === null) return result;
                  if (entry === null) this.#deps.notifications.notify({ ...notice, ...about(what) });
                  else this.offer(entry, notice);
                  return result;
                }),
              );
            }),
          ),
        );
        this.#previousStep$ = startNow(concat(this.#previousStep$.pipe(ignoreElements()), outcome$));
        return outcome$;
      });
  }

  /**
   * After tasks were submitted: remembers them, notifies, and offers an undo if the box keeps a journal. `paths`:
   * sources and targets of the tasks.
   */
  addTasks(what: UndoSubject, tasks: readonly string[], paths: readonly string[], notice: Notice): void {
    this.#actionStarted.next(what);
    const entry = { ...withoutProtectedName(what, paths), changes: [], tasks };
    this.#checkJournal().subscribe((hasJournal) => {
      if (hasJournal) this.offer(this.push(entry), notice);
      else this.#deps.notifications.notify({ ...notice, ...about(entry) });
    });
  }

  offer(entry: UndoEntry, notice: Notice): void {
    const id = this.#deps.notifications.notify({
      ...notice,
      // For several trashed files the notice text already says how many.
      ...(notice.messageKey === 'files.trashed' && entry.count > 1 ? {} : about(entry)),
      undo: () => this.undoEntry(entry),
    });
    this.#offers.set(undoKeyOf(entry), id);
  }

  /** Undoes the newest entry. Without one it reports whether nothing can be undone or the box keeps no journal. */
  undo(): Outcome<null> {
    return this.#enqueue((executor) => executor.undo());
  }

  /** Repeats what was last undone in this tab. */
  redo(): Outcome<null> {
    return this.#enqueue((executor) => executor.redo());
  }

  undoEntry(entry: UndoEntry): Outcome<null> {
    return this.#enqueue((executor) => executor.undoEntry(entry));
  }

  entries(): readonly UndoEntry[] {
    const json = parseJson(this.#deps.settings.text(this.#key) ?? '[]');
    const stored = json._tag === 'Right' ? decode(StoredUndoEntries, json.right) : json;
    return stored._tag === 'Right' ? stored.right : [];
  }

  push(entry: UndoEntry): UndoEntry {
    this.#write([...this.entries(), entry].slice(-MAX_UNDO_ENTRIES));
    return entry;
  }

  replace(entry: UndoEntry, rest: readonly UndoEntry[]): void {
    this.#write(this.entries().flatMap((one) => (undoKeyOf(one) === undoKeyOf(entry) ? rest : one)));
  }

  withdrawOffer(entry: UndoEntry): void {
    const notice = this.#offers.get(undoKeyOf(entry));
    if (notice !== undefined) this.#deps.notifications.dismiss(notice);
    this.#offers.delete(undoKeyOf(entry));
  }

  /** Runs undo steps one after the other, so that pressing Ctrl+Z twice undoes two actions. */
  #enqueue(step: (executor: UndoExecutor) => Observable<Result<null>>): Outcome<null> {
    const result$ = defer(() => this.#loadExecutor()).pipe(andThen(step));
    const outcome$ = startNow(concat(this.#previousStep$.pipe(ignoreElements()), result$));
    this.#previousStep$ = outcome$;
    return outcome$;
  }

  #loadExecutor(): Observable<Result<UndoExecutor>> {
    if (this.#executor !== null) return of(right(this.#executor));
    return this.#deps.loadUndoExecutor({ ...this.#deps, undoHistory: this }).pipe(
      tap((loaded) => {
        if (loaded._tag === 'Right') this.#executor = loaded.right;
        else this.#deps.notifications.fail(loaded.left, 'files.undoFailed', 'undo');
      }),
    );
  }

  /** Whether the box keeps a journal; requested once. Counts as yes while unknown. */
  #checkJournal(): Observable<boolean> {
    if (this.#hasJournal !== null) return of(this.#hasJournal);
    return this.#deps.port.changes(0, 1).pipe(
      map((page) => {
        const result = explainNotOffered(page);
        if (result._tag === 'Right') this.#hasJournal = true;
        else if (isNotOfferedRejection(result.left)) this.#hasJournal = false;
        return this.#hasJournal ?? true;
      }),
    );
  }

  /** Finds the journal entries of an action that has just ended. Null when none of them can be undone. */
  #findChanges(what: UndoSubject, paths: readonly string[]): Observable<UndoEntry | null> {
    const wanted = new Set(paths);
    return this.#deps.port.changes(0, Math.min(JOURNAL_PAGE_SIZE, paths.length + MAX_INTERLEAVED_ENTRIES)).pipe(
      map((found) => {
        if (found._tag === 'Left') return null;
        const seen = new Set<string>();
        const changes = found.right
          .filter(({ path, origin, state }) => {
            if (origin !== 'call' || state !== 'done' || !wanted.has(path) || seen.has(path)) return false;
            seen.add(path);
            return true;
          })
          .map(({ id }) => id);
        return changes.length === 0 ? null : this.push({ ...what, changes, tasks: [] });
      }),
    );
  }

  get #key(): string {
    return undoStorageKey(this.#deps.username);
  }

  #write(entries: readonly UndoEntry[]): void {
    this.#deps.settings.setText(this.#key, entries.length === 0 ? null : JSON.stringify(entries));
  }
}
