import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { State } from '../state/state-stream.ts';

/** Handle of a watching screen; closing it twice has no further effect. */
export interface Watch {
  close(): void;
}

/** Counts watching screens, so that no requests are sent for a screen that is not open. */
export class Watchers {
  readonly #count = new State(0);

  /** Whether any screen watches. */
  get any$(): Observable<boolean> {
    return this.#count.stream.pipe(
      map((count) => count > 0),
      distinctUntilChanged(),
    );
  }

  watch(): Watch {
    let open = true;
    this.#count.update((count) => count + 1);
    return {
      close: () => {
        if (open) this.#count.update((count) => count - 1);
        open = false;
      },
    };
  }
}
