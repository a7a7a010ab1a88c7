import type { Observable } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import type { Outcome } from '../outcome.ts';
import type { Recorded } from '../store/recorded.ts';

/** What is done to files is taken back by Files, and was meant by whoever takes back after it. */
const FILES: ReadonlySet<BoxEvent['type']> = new Set(['FolderChanged', 'UploadFinished']);

/** What was done to an album last, as long as nothing was done to files since: what Ctrl+Z means. */
export class LastAct {
  readonly #notifications: Pick<Notifications, 'notify' | 'dismiss'>;
  #undo: (() => Outcome<unknown>) | null = null;

  constructor(
    notifications: Pick<Notifications, 'notify' | 'dismiss'>,
    batches$: Observable<readonly Pick<Recorded<BoxEvent>, 'event'>[]>,
  ) {
    this.#notifications = notifications;
    batches$.subscribe((batch) => {
      if (batch.some(({ event }) => FILES.has(event.type))) this.#undo = null;
    });
  }

  /** Tells what was done, and offers to take it back. */
  offer(notice: Notice, undo: () => Outcome<unknown>): void {
    const step = (): Outcome<unknown> => {
      this.#notifications.dismiss(id);
      const outcome$ = undo();
      // What takes back is no act of its own: another step back means what was before.
      outcome$.subscribe(() => {
        this.#undo = null;
      });
      return outcome$;
    };
    const id = this.#notifications.notify({ ...notice, undo: step });
    this.#undo = step;
  }

  /** Takes it back; null where there is nothing that is newer than what was done to files. */
  undo(): Outcome<unknown> | null {
    const undo = this.#undo;
    this.#undo = null;
    return undo?.() ?? null;
  }
}
