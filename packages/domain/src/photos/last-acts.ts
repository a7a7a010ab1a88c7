import { right } from '@boxwood/command-bus';
import { concat, defer, EMPTY, ignoreElements, type Observable, of, tap } from 'rxjs';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import { begin, type Outcome, type Result } from '../outcome.ts';

/** Maximum number of actions that can be undone. */
const KEPT = 50;

/** An undoable action on photos, albums or people. Undo and redo notify the user, but add no entries of their own. */
export interface Act {
  readonly undo: () => Outcome<unknown>;
  readonly redo: () => Outcome<unknown>;
}

/** Result of an action: its undo entry, if it can be undone, and its notice, if it needs one. */
export interface Came {
  readonly act: Act | null;
  readonly notice: Notice | null;
}

interface Step {
  /** Null until the box has answered. */
  act: Act | null;
  /** Id of the notice that offers the undo. */
  offer: string | null;
}

/**
 * Undo and redo (Ctrl+Z, Ctrl+Y) of actions on photos, albums and people since the last file action. Actions run one
 * after the other.
 */
export class LastActs {
  readonly #notifications: Pick<Notifications, 'notify' | 'dismiss'>;
  #done: readonly Step[] = [];
  #undone: readonly Step[] = [];
  #turn$: Observable<unknown> = EMPTY;

  /** @param fileActionStarted$ emits when a file action starts: from then on undo refers to Files */
  constructor(notifications: Pick<Notifications, 'notify' | 'dismiss'>, begun$: Observable<unknown>) {
    this.#notifications = notifications;
    begun$.subscribe(() => {
      this.#done = [];
      this.#undone = [];
    });
  }

  /** Starts an action that may be undoable, and clears the redo stack: an undo waits for the response of the box. */
  begin<A>(work$: Observable<Result<A>>, cameOf: (result: Result<A>) => Came | null): Outcome<A> {
    const step: Step = { act: null, offer: null };
    this.#done = [...this.#done, step].slice(-KEPT);
    this.#undone = [];
    const outcome$ = begin(
      work$.pipe(
        tap((result) => {
          const came = cameOf(result);
          step.act = came?.act ?? null;
          if (step.act === null) this.#drop(step);
          if (came === null || came.notice === null) return;
          const undo = step.act === null ? {} : { undo: () => this.#takeBack(step) };
          step.offer = this.#notifications.notify({ ...came.notice, ...undo });
        }),
      ),
    );
    this.#turn$ = begin(concat(this.#turn$.pipe(ignoreElements()), outcome$));
    return outcome$;
  }

  /** Undoes the last action; null when the last action was a file action. */
  undo(): Outcome<unknown> | null {
    const step = this.#done.at(-1);
    return step === undefined ? null : this.#takeBack(step);
  }

  /** Redoes the last undone action; null when there is none, or a file action followed. */
  redo(): Outcome<unknown> | null {
    const step = this.#undone.at(-1);
    if (step === undefined) return null;
    this.#drop(step);
    this.#done = [...this.#done, step];
    return this.#inTurn(() => step.act?.redo());
  }

  #takeBack(step: Step): Outcome<unknown> {
    const isLast = this.#done.includes(step);
    this.#drop(step);
    if (isLast) this.#undone = [...this.#undone, step];
    return this.#inTurn(() => {
      if (step.offer !== null) this.#notifications.dismiss(step.offer);
      return step.act?.undo();
    });
  }

  #drop(step: Step): void {
    this.#done = this.#done.filter((one) => one !== step);
    this.#undone = this.#undone.filter((one) => one !== step);
  }

  #inTurn(work: () => Outcome<unknown> | undefined): Outcome<unknown> {
    const outcome$ = begin(
      concat(
        this.#turn$.pipe(ignoreElements()),
        defer(() => work() ?? of(right(null))),
      ),
    );
    this.#turn$ = outcome$;
    return outcome$;
  }
}
