import { decode, list, num, oneOf, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { left, right } from '@boxwood/command-bus';
import { PLACES as FOLDERS } from '@boxwood/box-sdk/rules';
import { concat, concatMap, defer, from, ignoreElements, map, type Observable, of, switchMap, toArray } from 'rxjs';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import { isLacking, offered } from '../offered.ts';
import { begin, type Failure, type Outcome, rejected, type Result } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import type { WordKey } from '../words.ts';
import { deedsKey } from './deeds-key.ts';
import type { FilesPort, FoundChange } from './port.ts';

const ACTIONS = ['new-folder', 'rename', 'batch-rename', 'trash', 'copy', 'move'] as const;

/** Gestures of this browser that Ctrl+Z remembers. */
const KEPT = 30;
/** Items of one gesture that are remembered; the box makes one task of each. */
const MOST = 5_000;
/** Entries of the box's journal in one answer. */
const PAGE = 500;
/** Entries of others, or of other gestures, that may have come between a gesture and the look for it. */
const BETWEEN = 20;

const Deed = struct(
  {
    action: oneOf(ACTIONS),
    /** The first thing it was done to, and how many there were. */
    name: str,
    count: num,
    /** Entries of the box's journal. */
    changes: list(num, MOST),
    /** Tasks of the box whose journal entries come when they end. */
    tasks: list(str, MOST),
  },
  {},
);

/** What one gesture of a person did, and how it is found in the journal of the box. */
export type Deed = TypeOf<typeof Deed>;
type What = Pick<Deed, 'action' | 'name' | 'count'>;

const Kept = list(Deed, KEPT);

const WORD: Readonly<Record<Deed['action'], WordKey>> = {
  'new-folder': 'did.newFolder',
  rename: 'did.rename',
  'batch-rename': 'did.rename',
  trash: 'did.trash',
  copy: 'did.copy',
  move: 'did.move',
};

/** What was done, in words; nothing where its only name is not told. */
const about = ({ action, name, count }: What): Pick<Notice, 'about'> =>
  name === '' && count === 1 ? {} : { about: { word: WORD[action], values: { name, count } } };

/** What lies behind a second password is not named in what the browser stores. */
const isHidden = (path: string): boolean =>
  path.split('/').some((part) => part === FOLDERS.safe || part === FOLDERS.private);
const named = (what: What, paths: readonly string[]): What => (paths.some(isHidden) ? { ...what, name: '' } : what);

const keyOf = ({ changes, tasks }: Deed): string => `${changes[0] ?? ''} ${tasks[0] ?? ''}`;

export interface DeedsDeps {
  readonly port: Pick<FilesPort, 'changes' | 'undo' | 'redo'>;
  readonly settings: Pick<Settings, 'text' | 'setText'>;
  readonly notifications: Notifications;
  readonly username: string;
  /** Folders that a change back touched. */
  readonly changed: (folders: readonly string[]) => void;
  /** A step failed: nobody knows what it touched. */
  readonly failed: () => void;
}

/**
 * What this browser did to files, gesture by gesture, for Ctrl+Z: in all its tabs and after a reload, never what another device did.
 * The box keeps the journal; here are only the places in it.
 */
export class Deeds {
  readonly #deps: DeedsDeps;
  readonly #undone: Deed[] = [];
  #turnOver$: Observable<unknown> = of(null);
  /** Notices that offer to take a deed back. */
  readonly #offers = new Map<string, string>();
  #journal: boolean | null = null;

  constructor(deps: DeedsDeps) {
    this.#deps = deps;
  }

  /**
   * After a change that worked: remembers it and offers to take it back, when the box has written it down. `told` says what to tell;
   * null tells nothing.
   */
  offering<A>(what: What, paths: readonly string[], told: (result: Result<A>) => Notice | null) {
    return (source: Observable<Result<A>>): Observable<Result<A>> =>
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
      );
  }

  /**
   * After tasks were given to the box: remembers them, tells it, and offers to take them back where the box keeps a journal. `paths`: what
   * they take from where to where.
   */
  sent(what: What, tasks: readonly string[], paths: readonly string[], notice: Notice): void {
    const deed = { ...named(what, paths), changes: [], tasks };
    this.#keepsJournal().subscribe((keeps) => {
      if (keeps) this.offer(this.#keep(deed), notice);
      else this.#deps.notifications.notify({ ...notice, ...about(deed) });
    });
  }

  /** Shows a notice that offers to take the deed back. */
  offer(deed: Deed, notice: Notice): void {
    const id = this.#deps.notifications.notify({
      ...notice,
      ...about(deed),
      undo: () => this.takeBack(deed),
    });
    this.#offers.set(keyOf(deed), id);
  }

  /** Takes the newest deed back; without one it says whether there is nothing to take back or the box keeps no journal. */
  undo(): Outcome<null> {
    return this.#inTurn(() => {
      const newest = this.#kept().at(-1);
      return newest === undefined ? this.#nothing() : this.#back(newest);
    });
  }

  /** Does again what was taken back last in this tab. */
  redo(): Outcome<null> {
    return this.#inTurn(() => {
      const deed = this.#undone.pop();
      return deed === undefined ? of(right(null)) : this.#again(deed);
    });
  }

  takeBack(deed: Deed): Outcome<null> {
    return this.#inTurn(() => this.#back(deed));
  }

  /** One step after the other: who presses Ctrl+Z twice means two deeds, and the first is the newest until it is taken back. */
  #inTurn(step: () => Observable<Result<null>>): Outcome<null> {
    const outcome$ = begin(concat(this.#turnOver$.pipe(ignoreElements()), defer(step)));
    this.#turnOver$ = outcome$;
    return outcome$;
  }

  #nothing(): Observable<Result<null>> {
    return this.#deps.port.changes(0, 1).pipe(
      map((looked) => {
        if (looked._tag === 'Left') return this.#refused(looked, 'files.undoFailed');
        this.#deps.notifications.notify({ level: 'info', word: 'files.nothingToUndo', key: 'undo' });
        return rejected('files.nothingToUndo');
      }),
    );
  }

  #again(deed: Deed): Observable<Result<null>> {
    const { port } = this.#deps;
    const ids = deed.changes.toSorted((a, b) => a - b);
    return this.#turn(ids, (id) => port.redo(id)).pipe(
      map(({ ok, failed, last }): Result<null> => {
        if (ok === 0 && last !== null) return this.#refused(left(last), 'files.redoFailed');
        this.offer(this.#keep(deed), { level: failed > 0 ? 'warning' : 'success', word: 'files.redone' });
        return right(null);
      }),
    );
  }

  #back(deed: Deed): Observable<Result<null>> {
    const { port, notifications } = this.#deps;
    const notice = this.#offers.get(keyOf(deed));
    if (notice !== undefined) notifications.dismiss(notice);
    this.#offers.delete(keyOf(deed));
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
          map(({ ok, failed, last }): Result<null> => {
            this.#forget(deed);
            if (open.length > 0) this.#keep({ ...deed, changes: [], tasks: open });
            if (ok === 0 && last !== null) return this.#refused(left(last), 'files.undoFailed');
            this.#undone.push({ ...deed, changes: ids, tasks: [] });
            if (failed + open.length > 0)
              notifications.notify({
                level: 'warning',
                word: 'files.undonePartly',
                values: { ok, failed: failed + open.length },
                ...about(deed),
              });
            else notifications.notify({ level: 'success', word: 'files.undone', ...about(deed) });
            return right(null);
          }),
        );
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
        return changes.length === 0 ? null : this.#keep({ ...what, changes, tasks: [] });
      }),
    );
  }

  /** Says why a step of the journal was not taken; a box without a journal says so in plain words. */
  #refused(result: Result<never>, word: WordKey): Result<null> {
    const told = offered(result, 'box.noUndo');
    if (told._tag === 'Left') this.#deps.notifications.fail(told.left, isLacking(told.left) ? undefined : word);
    return told;
  }

  /** The journal entries of the deed's tasks that have ended; looks as far back as there are tasks. */
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

  #turn(
    ids: readonly number[],
    step: (id: number) => ReturnType<FilesPort['undo']>,
  ): Observable<{ readonly ok: number; readonly failed: number; readonly last: Failure | null }> {
    return from(ids).pipe(
      concatMap(step),
      toArray(),
      map((results) => {
        const done = results.filter((result) => result._tag === 'Right').flatMap(({ right: folders }) => folders);
        if (done.length > 0) this.#deps.changed(done);
        const refused = results.filter((result) => result._tag === 'Left');
        if (refused.length > 0) this.#deps.failed();
        return {
          ok: results.length - refused.length,
          failed: refused.length,
          last: refused.at(-1)?.left ?? null,
        };
      }),
    );
  }

  get #key(): string {
    return deedsKey(this.#deps.username);
  }

  #kept(): readonly Deed[] {
    const json = parseJson(this.#deps.settings.text(this.#key) ?? '[]');
    const kept = json._tag === 'Right' ? decode(Kept, json.right) : json;
    return kept._tag === 'Right' ? kept.right : [];
  }

  #keep(deed: Deed): Deed {
    this.#write([...this.#kept(), deed].slice(-KEPT));
    return deed;
  }

  #forget(deed: Deed): void {
    this.#write(this.#kept().filter((one) => keyOf(one) !== keyOf(deed)));
  }

  #write(deeds: readonly Deed[]): void {
    this.#deps.settings.setText(this.#key, deeds.length === 0 ? null : JSON.stringify(deeds));
  }
}

const originOf = (task: string): string => `task:${task}`;
