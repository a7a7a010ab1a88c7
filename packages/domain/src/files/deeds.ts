import { decode, list, parseJson } from '@boxwood/command-bus/codecs';
import { right } from '@boxwood/command-bus';
import { PLACES as FOLDERS } from '@boxwood/box-sdk/rules';
import { concat, defer, ignoreElements, map, type Observable, of, Subject, switchMap, tap } from 'rxjs';
import type { Notice } from '../notifications/notifications.ts';
import { isLacking, offered } from '../offered.ts';
import { andThen, begin, type Outcome, type Result } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { about, Deed, type DeedBook, PAGE, type What } from './deed.ts';
import { deedsKey } from './deeds-key.ts';
import type { BringTakingBack, TakingBack, TakingBackDeps } from './taking-back.ts';

/** Maximum number of actions that Ctrl+Z remembers. */
const KEPT = 30;
/** Journal entries of other actions that may lie between an action and the search for it. */
const BETWEEN = 20;

const Kept = list(Deed, KEPT);

/** Names in password-protected areas are not written to browser storage. */
const isHidden = (path: string): boolean =>
  path.split('/').some((part) => part === FOLDERS.safe || part === FOLDERS.private);
const named = (what: What, paths: readonly string[]): What =>
  paths.some(isHidden) ? { action: what.action, count: what.count, name: '' } : what;

const keyOf = ({ changes, tasks }: Deed): string => `${changes[0] ?? ''} ${tasks[0] ?? ''}`;

export interface DeedsDeps extends Omit<TakingBackDeps, 'deeds' | 'beside'> {
  readonly settings: Pick<Settings, 'text' | 'setText'>;
  readonly username: string;
  readonly takingBack: BringTakingBack;
}

/**
 * The actions of this browser on files, for Ctrl+Z: across tabs and reloads, never those of another device. The box
 * keeps the journal; this stack stores only ids of its entries.
 */
export class Deeds implements DeedBook {
  readonly #deps: DeedsDeps;
  #taken: TakingBack | null = null;
  #turnOver$: Observable<Result<unknown>> = of(right(null));
  /** Ids of notices that offer an undo, by entry key. */
  readonly #offers = new Map<string, string>();
  #journal: boolean | null = null;
  readonly #begun = new Subject<What>();

  constructor(deps: DeedsDeps) {
    this.#deps = deps;
  }

  /** Emits when the user starts an action on files, which is then what Ctrl+Z undoes. */
  get begun$(): Observable<What> {
    return this.#begun;
  }

  /**
   * Operator for an action on files: after success it finds the change in the journal and offers an undo. `describe`
   * returns the notice, or null for none. An undo requested during the action waits for it.
   */
  offering<A>(what: What, paths: readonly string[], told: (result: Result<A>) => Notice | null) {
    return (source: Observable<Result<A>>): Observable<Result<A>> =>
      defer(() => {
        this.#begun.next(what);
        const outcome$ = begin(
          source.pipe(
            switchMap((result) => {
              const notice = told(result);
              if (result._tag === 'Left' || paths.length === 0) return of(result);
              return this.#acted(named(what, paths), paths).pipe(
                map((deed) => {
                  if (notice === null) return result;
                  if (deed === null) this.#deps.notifications.notify({ ...notice, ...about(what) });
                  else this.offer(deed, notice);
                  return result;
                }),
              );
            }),
          ),
        );
        this.#turnOver$ = begin(concat(this.#turnOver$.pipe(ignoreElements()), outcome$));
        return outcome$;
      });
  }

  /**
   * After tasks were submitted: remembers them, notifies, and offers an undo if the box keeps a journal. `paths`:
   * sources and targets of the tasks.
   */
  sent(what: What, tasks: readonly string[], paths: readonly string[], notice: Notice): void {
    this.#begun.next(what);
    const deed = { ...named(what, paths), changes: [], tasks };
    this.#keepsJournal().subscribe((keeps) => {
      if (keeps) this.offer(this.keep(deed), notice);
      else this.#deps.notifications.notify({ ...notice, ...about(deed) });
    });
  }

  offer(deed: Deed, notice: Notice): void {
    const id = this.#deps.notifications.notify({
      ...notice,
      // For several trashed files the notice text already says how many.
      ...(notice.word === 'files.trashed' && deed.count > 1 ? {} : about(deed)),
      undo: () => this.takeBack(deed),
    });
    this.#offers.set(keyOf(deed), id);
  }

  /** Undoes the newest entry. Without one it reports whether nothing can be undone or the box keeps no journal. */
  undo(): Outcome<null> {
    return this.#inTurn((taking) => taking.undo());
  }

  /** Repeats what was last undone in this tab. */
  redo(): Outcome<null> {
    return this.#inTurn((taking) => taking.redo());
  }

  takeBack(deed: Deed): Outcome<null> {
    return this.#inTurn((taking) => taking.takeBack(deed));
  }

  kept(): readonly Deed[] {
    const json = parseJson(this.#deps.settings.text(this.#key) ?? '[]');
    const kept = json._tag === 'Right' ? decode(Kept, json.right) : json;
    return kept._tag === 'Right' ? kept.right : [];
  }

  keep(deed: Deed): Deed {
    this.#write([...this.kept(), deed].slice(-KEPT));
    return deed;
  }

  replace(deed: Deed, rest: readonly Deed[]): void {
    this.#write(this.kept().flatMap((one) => (keyOf(one) === keyOf(deed) ? rest : one)));
  }

  withdraw(deed: Deed): void {
    const notice = this.#offers.get(keyOf(deed));
    if (notice !== undefined) this.#deps.notifications.dismiss(notice);
    this.#offers.delete(keyOf(deed));
  }

  /** Runs undo steps one after the other, so that pressing Ctrl+Z twice undoes two actions. */
  #inTurn(step: (taking: TakingBack) => Observable<Result<null>>): Outcome<null> {
    const taken$ = defer(() => this.#taking()).pipe(andThen(step));
    const outcome$ = begin(concat(this.#turnOver$.pipe(ignoreElements()), taken$));
    this.#turnOver$ = outcome$;
    return outcome$;
  }

  #taking(): Observable<Result<TakingBack>> {
    if (this.#taken !== null) return of(right(this.#taken));
    return this.#deps.takingBack({ ...this.#deps, deeds: this }).pipe(
      tap((came) => {
        if (came._tag === 'Right') this.#taken = came.right;
        else this.#deps.notifications.fail(came.left, 'files.undoFailed', 'undo');
      }),
    );
  }

  /** Whether the box keeps a journal; requested once. Counts as yes while unknown. */
  #keepsJournal(): Observable<boolean> {
    if (this.#journal !== null) return of(this.#journal);
    return this.#deps.port.changes(0, 1).pipe(
      map((looked) => {
        const told = offered(looked);
        if (told._tag === 'Right') this.#journal = true;
        else if (isLacking(told.left)) this.#journal = false;
        return this.#journal ?? true;
      }),
    );
  }

  /** Finds the journal entries of an action that has just ended. Null when none of them can be undone. */
  #acted(what: What, paths: readonly string[]): Observable<Deed | null> {
    const wanted = new Set(paths);
    return this.#deps.port.changes(0, Math.min(PAGE, paths.length + BETWEEN)).pipe(
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
        return changes.length === 0 ? null : this.keep({ ...what, changes, tasks: [] });
      }),
    );
  }

  get #key(): string {
    return deedsKey(this.#deps.username);
  }

  #write(deeds: readonly Deed[]): void {
    this.#deps.settings.setText(this.#key, deeds.length === 0 ? null : JSON.stringify(deeds));
  }
}
