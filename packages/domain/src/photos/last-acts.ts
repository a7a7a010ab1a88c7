import { right } from '@boxwood/command-bus';
import { concat, defer, EMPTY, ignoreElements, type Observable, of, tap } from 'rxjs';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import { begin, type Outcome, type Result } from '../outcome.ts';

/** Acts that can be taken back one after the other. */
const KEPT = 50;

/** Something that was done to pictures, albums or people. Neither way is an act of its own: it is told, and kept by nobody. */
export interface Act {
  readonly undo: () => Outcome<unknown>;
  readonly redo: () => Outcome<unknown>;
}

/** What came of something: the act, if it can be taken back, and how it is told, if it is. */
export interface Came {
  readonly act: Act | null;
  readonly notice: Notice | null;
}

interface Step {
  /** Null until the box has answered. */
  act: Act | null;
  /** The notice that offers to take it back. */
  offer: string | null;
}

/** What was done to pictures, albums and people since files were changed: what Ctrl+Z and Ctrl+Y mean, the last one first, and one after the other. */
export class LastActs {
  readonly #notifications: Pick<Notifications, 'notify' | 'dismiss'>;
  #done: readonly Step[] = [];
  #undone: readonly Step[] = [];
  #turn$: Observable<unknown> = EMPTY;

  /** @param begun$ something is done to files: Files takes it back, and was meant by whoever takes back after it */
  constructor(notifications: Pick<Notifications, 'notify' | 'dismiss'>, begun$: Observable<unknown>) {
    this.#notifications = notifications;
    begun$.subscribe(() => {
      this.#done = [];
      this.#undone = [];
    });
  }

  /** Begins what may become an act, and forgets what was taken back before it: a step back waits for the answer of the box. */
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

  /** Takes the last one back; null where nothing is newer than what was done to files. */
  undo(): Outcome<unknown> | null {
    const step = this.#done.at(-1);
    return step === undefined ? null : this.#takeBack(step);
  }

  /** Does again what was taken back last; null where files were changed since, or nothing was taken back. */
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
