import { right } from '@boxwood/command-bus';
import { concat, defer, EMPTY, ignoreElements, type Observable, of, tap } from 'rxjs';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import { startNow, type Outcome, type Result } from '../outcome.ts';

/** Maximum number of actions that can be undone. */
const MAX_UNDO_STEPS = 50;

/** An undoable action on photos, albums or people. Undo and redo notify the user, but add no entries of their own. */
export interface PhotoUndoEntry {
  readonly undo: () => Outcome<unknown>;
  readonly redo: () => Outcome<unknown>;
}

/** Result of an action: its undo entry, if it can be undone, and its notice, if it needs one. */
export interface PhotoActionResult {
  readonly undoEntry: PhotoUndoEntry | null;
  readonly notice: Notice | null;
}

interface PhotoUndoStep {
  /** Null until the box has answered. */
  undoEntry: PhotoUndoEntry | null;
  /** Id of the notice that offers the undo. */
  offerNoticeId: string | null;
}

/**
 * Undo and redo (Ctrl+Z, Ctrl+Y) of actions on photos, albums and people since the last file action. Actions run one
 * after the other.
 */
export class PhotoUndoStack {
  readonly #notifications: Pick<Notifications, 'notify' | 'dismiss'>;
  #done: readonly PhotoUndoStep[] = [];
  #undone: readonly PhotoUndoStep[] = [];
  #previous$: Observable<unknown> = EMPTY;

  /** @param fileActionStarted$ emits when a file action starts: from then on undo refers to Files */
  constructor(notifications: Pick<Notifications, 'notify' | 'dismiss'>, fileActionStarted$: Observable<unknown>) {
    this.#notifications = notifications;
    fileActionStarted$.subscribe(() => {
      this.#done = [];
      this.#undone = [];
    });
  }

  /** Starts an action that may be undoable, and clears the redo stack: an undo waits for the response of the box. */
  run<A>(work$: Observable<Result<A>>, actionResultOf: (result: Result<A>) => PhotoActionResult | null): Outcome<A> {
    const step: PhotoUndoStep = { undoEntry: null, offerNoticeId: null };
    this.#done = [...this.#done, step].slice(-MAX_UNDO_STEPS);
    this.#undone = [];
    const outcome$ = startNow(
      work$.pipe(
        tap((result) => {
          const actionResult = actionResultOf(result);
          step.undoEntry = actionResult?.undoEntry ?? null;
          if (step.undoEntry === null) this.#drop(step);
          if (actionResult === null || actionResult.notice === null) return;
          const undo = step.undoEntry === null ? {} : { undo: () => this.#undoStep(step) };
          step.offerNoticeId = this.#notifications.notify({ ...actionResult.notice, ...undo });
        }),
      ),
    );
    this.#previous$ = startNow(concat(this.#previous$.pipe(ignoreElements()), outcome$));
    return outcome$;
  }

  /** Undoes the last action; null when the last action was a file action. */
  undo(): Outcome<unknown> | null {
    const step = this.#done.at(-1);
    return step === undefined ? null : this.#undoStep(step);
  }

  /** Redoes the last undone action; null when there is none, or a file action followed. */
  redo(): Outcome<unknown> | null {
    const step = this.#undone.at(-1);
    if (step === undefined) return null;
    this.#drop(step);
    this.#done = [...this.#done, step];
    return this.#enqueue(() => step.undoEntry?.redo());
  }

  #undoStep(step: PhotoUndoStep): Outcome<unknown> {
    const isLast = this.#done.includes(step);
    this.#drop(step);
    if (isLast) this.#undone = [...this.#undone, step];
    return this.#enqueue(() => {
      if (step.offerNoticeId !== null) this.#notifications.dismiss(step.offerNoticeId);
      return step.undoEntry?.undo();
    });
  }

  #drop(step: PhotoUndoStep): void {
    this.#done = this.#done.filter((one) => one !== step);
    this.#undone = this.#undone.filter((one) => one !== step);
  }

  #enqueue(work: () => Outcome<unknown> | undefined): Outcome<unknown> {
    const outcome$ = startNow(
      concat(
        this.#previous$.pipe(ignoreElements()),
        defer(() => work() ?? of(right(null))),
      ),
    );
    this.#previous$ = outcome$;
    return outcome$;
  }
}
