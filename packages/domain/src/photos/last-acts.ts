import type { Observable } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import type { Outcome } from '../outcome.ts';
import type { Recorded } from '../store/recorded.ts';

/** What is done to files is taken back by Files, and was meant by whoever takes back after it. */
const FILES: ReadonlySet<BoxEvent['type']> = new Set(['FolderChanged', 'UploadFinished']);
/** Acts that can be taken back one after the other. */
const KEPT = 50;

/** Something that was done to pictures or albums. Neither way is an act of its own: it is told, and kept by nobody. */
export interface Act {
  readonly undo: () => Outcome<unknown>;
  readonly redo: () => Outcome<unknown>;
}

/** What was done to pictures and albums since files were changed: what Ctrl+Z and Ctrl+Y mean, the last one first. */
export class LastActs {
  readonly #notifications: Pick<Notifications, 'notify' | 'dismiss'>;
  readonly #offers = new Map<Act, string>();
  #done: readonly Act[] = [];
  #undone: readonly Act[] = [];

  constructor(
    notifications: Pick<Notifications, 'notify' | 'dismiss'>,
    batches$: Observable<readonly Pick<Recorded<BoxEvent>, 'event'>[]>,
  ) {
    this.#notifications = notifications;
    batches$.subscribe((batch) => {
      if (!batch.some(({ event }) => FILES.has(event.type))) return;
      this.#done = [];
      this.#undone = [];
    });
  }

  /** Keeps what was done, and forgets what was taken back before it. */
  keep(act: Act): void {
    this.#done = [...this.#done, act].slice(-KEPT);
    this.#undone = [];
  }

  /** Keeps it, tells it, and offers to take it back. */
  offer(act: Act, notice: Notice): void {
    this.keep(act);
    this.#offers.set(act, this.#notifications.notify({ ...notice, undo: () => this.#takeBack(act) }));
  }

  /** Takes the last one back; null where nothing is newer than what was done to files. */
  undo(): Outcome<unknown> | null {
    const act = this.#done.at(-1);
    return act === undefined ? null : this.#takeBack(act);
  }

  /** Does again what was taken back last; null where files were changed since, or nothing was taken back. */
  redo(): Outcome<unknown> | null {
    const act = this.#undone.at(-1);
    if (act === undefined) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, act];
    return act.redo();
  }

  #takeBack(act: Act): Outcome<unknown> {
    const offered = this.#offers.get(act);
    if (offered !== undefined) this.#notifications.dismiss(offered);
    this.#offers.delete(act);
    if (this.#done.includes(act)) this.#undone = [...this.#undone, act];
    this.#done = this.#done.filter((one) => one !== act);
    return act.undo();
  }
}
