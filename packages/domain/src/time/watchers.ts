import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { State } from '../state/state-stream.ts';

/** Handle of a watching screen; closing it twice has no further effect. */
export interface WatchHandle {
  close(): void;
}

/** Counts watching screens, so that no requests are sent for a screen that is not open. */
export class Watchers {
  readonly #count = new State(0);

  /** Whether any screen watches. */
  get isWatched$(): Observable<boolean> {
    return this.#count.stream.pipe(
      map((count) => count > 0),
      distinctUntilChanged(),
    );
  }

  watch(): WatchHandle {
    let isOpen = true;
    this.#count.update((count) => count + 1);
    return {
      close: () => {
        if (isOpen) this.#count.update((count) => count - 1);
        isOpen = false;
      },
    };
  }
}
