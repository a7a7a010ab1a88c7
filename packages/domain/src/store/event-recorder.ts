import type { BoxEvent } from '../events/box-event.ts';
import type { Cause } from './recorded.ts';

/** Maximum number of events that wait for a store; the oldest are dropped first. */
const MAX_HELD_EVENTS = 100;

/** Receives the events of a service that outlives a store. */
export interface EventSink {
  append(events: readonly BoxEvent[], cause: Cause): unknown;
}

/**
 * Holds events while there is no store, as a sign-in happens before the user's store exists. Held events start the next
 * history.
 */
export class EventRecorder implements EventSink {
  #held: { readonly event: BoxEvent; readonly cause: Cause }[] = [];
  #store: EventSink | null = null;

  append(events: readonly BoxEvent[], cause: Cause): void {
    if (this.#store !== null) this.#store.append(events, cause);
    else this.#held = [...this.#held, ...events.map((event) => ({ event, cause }))].slice(-MAX_HELD_EVENTS);
  }

  /** Writes into this store until the returned handle is closed. */
  recordInto(store: EventSink): { close(): void } {
    this.#store = store;
    for (const { event, cause } of this.#held.splice(0)) store.append([event], cause);
    return {
      close: () => {
        if (this.#store === store) this.#store = null;
      },
    };
  }
}
