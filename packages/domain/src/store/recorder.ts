import type { BoxEvent } from '../events/event.ts';
import type { Cause } from './recorded.ts';

/** How many events wait for a history at most; the older ones go first. */
const HELD = 100;

/** Where the events of a service go that lives longer than any history. */
export interface Records {
  append(events: readonly BoxEvent[], cause: Cause): unknown;
}

/**
 * Takes down what happens while there is no history to write it into: a sign-in happens before the store of whoever signs in is there. What was held
 * is the beginning of the next history.
 */
export class Recorder implements Records {
  #held: { readonly event: BoxEvent; readonly cause: Cause }[] = [];
  #store: Records | null = null;

  append(events: readonly BoxEvent[], cause: Cause): void {
    if (this.#store !== null) this.#store.append(events, cause);
    else this.#held = [...this.#held, ...events.map((event) => ({ event, cause }))].slice(-HELD);
  }

  /** Writes into this history until the returned handle is closed. */
  into(store: Records): { close(): void } {
    this.#store = store;
    for (const { event, cause } of this.#held.splice(0)) store.append([event], cause);
    return {
      close: () => {
        if (this.#store === store) this.#store = null;
      },
    };
  }
}
