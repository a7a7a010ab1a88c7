import type { Observable } from 'rxjs';
import type { SavedState } from './projection.ts';
import type { DomainEvent, Recorded, TabId } from './recorded.ts';

/** Messages between tabs of one user on one box. `schema` is the sender's event format. */
export type TabMessage<E extends DomainEvent> =
  | { readonly kind: 'events'; readonly schema: number; readonly from: TabId; readonly events: readonly Recorded<E>[] }
  /** The user signed out: every store deletes its stored part when it closes. */
  | { readonly kind: 'forget'; readonly schema: number; readonly from: TabId }
  /** Sent once by a new page. Tabs with events that may not be stored yet send them again. */
  | { readonly kind: 'hello'; readonly schema: number; readonly from: TabId }
  /** Answer of the leading tab: the ephemeral states, which are not in the log. */
  | {
      readonly kind: 'state';
      readonly schema: number;
      readonly from: TabId;
      readonly to: TabId;
      readonly states: Readonly<Record<string, SavedState>>;
      /** Highest sequence number per origin that the states contain. */
      readonly heard: Readonly<Record<string, number>>;
    };

/** Broadcasts to the other tabs. A message reaches all others, never the sender. */
export interface TabChannel {
  readonly messages$: Observable<unknown>;
  post(message: unknown): void;
  close(): void;
}
