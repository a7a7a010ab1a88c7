import type { Observable } from 'rxjs';
import type { SavedState } from './projection.ts';
import type { DomainEvent, Recorded, TabId } from './recorded.ts';

/** What tabs of one person on one box say to each other. `schema` is the event format of the sender. */
export type TabMessage<E extends DomainEvent> =
  | { readonly kind: 'events'; readonly schema: number; readonly from: TabId; readonly events: readonly Recorded<E>[] }
  /** The person signed out: every store ends its part of what is stored when it closes. */
  | { readonly kind: 'forget'; readonly schema: number; readonly from: TabId }
  /** Sent once by a page that opens: whoever has events that may not be stored yet sends them again. */
  | { readonly kind: 'hello'; readonly schema: number; readonly from: TabId }
  /** The leading tab's answer: the ephemeral states, which no log has. */
  | {
      readonly kind: 'state';
      readonly schema: number;
      readonly from: TabId;
      readonly to: TabId;
      readonly states: Readonly<Record<string, SavedState>>;
      /** Highest count per origin that the states contain. */
      readonly heard: Readonly<Record<string, number>>;
    };

/** A line to the other tabs. Whatever is posted arrives at all others, never at the sender. */
export interface Channel {
  readonly messages$: Observable<unknown>;
  post(message: unknown): void;
  close(): void;
}
