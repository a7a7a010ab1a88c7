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

/** Gestures of this browser that Ctrl+Z remembers. */
const KEPT = 30;
/** Entries of others, or of other gestures, that may have come between a gesture and the look for it. */
const BETWEEN = 20;

const Kept = list(Deed, KEPT);

/** What lies behind a second password is not named in what the browser stores. */
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
 * What this browser did to files, gesture by gesture, for Ctrl+Z: in all its tabs and after a reload, never what another device did.
 * The box keeps the journal; here are only the places in it.
 */
export class Deeds implements DeedBook {
  readonly #deps: DeedsDeps;
  #taken: TakingBack | null = null;
  #turnOver$: Observable<Result<unknown>> = of(right(null));
  /** Notices that offer to take a deed back. */
  readonly #offers = new Map<string, string>();
  #journal: boolean | null = null;
  readonly #begun = new Subject<What>();

  constructor(deps: DeedsDeps) {
    this.#deps = deps;
  }

  /** What somebody has begun to do to files, which Ctrl+Z means from then on. */
  get begun$(): Observable<What> {
    return this.#begun;
  }

  /**
   * After a change that worked: remembers it and offers to take it back, when the box has written it down. `told` says what to tell;
   * null tells nothing. A step back that is asked for meanwhile waits: it means this deed.
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
   * After tasks were given to the box: remembers them, tells it, and offers to take them back where the box keeps a journal. `paths`: what
   * they take from where to where.
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
      // Of several the first line says as much.
      ...(notice.word === 'files.trashed' && deed.count > 1 ? {} : about(deed)),
      undo: () => this.takeBack(deed),
    });
    this.#offers.set(keyOf(deed), id);
  }

  /** Takes the newest deed back; without one it says whether there is nothing to take back or the box keeps no journal. */
  undo(): Outcome<null> {
    return this.#inTurn((taking) => taking.undo());
  }

  /** Does again what was taken back last in this tab. */
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

  /** One step after the other: who presses Ctrl+Z twice means two deeds, and the first is the newest until it is taken back. */
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

  /** Whether the box keeps a journal, asked once: only some do. What is not known yet counts as yes. */
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

  /** Finds in the box's journal what it has just done. Null when nothing of it can be taken back. */
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
