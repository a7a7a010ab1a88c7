import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { State } from '../state/state-stream.ts';

/** Somebody who looks at a screen; closing twice is closing once. */
export interface Watch {
  close(): void;
}

/** Counts who looks, so that nothing is asked for a screen that nobody has open. */
export class Watchers {
  readonly #count = new State(0);

  /** Whether somebody looks. */
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
