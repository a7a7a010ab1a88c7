/**
 * Scope of an event:
 * - `durable`: stored, and sent to the user's other tabs;
 * - `session`: this tab only (a window opened here must not open there);
 * - `ephemeral`: sent to other tabs, but not stored, because the box can be asked again.
 */
export type EventScope = 'durable' | 'session' | 'ephemeral';

/** A type of events: its scope, and its data type, which exists at compile time only. */
export interface EventKind<D extends object> {
  readonly scope: EventScope;
  readonly data?: D;
}

export const durable = <D extends object>(): EventKind<D> => ({ scope: 'durable' });
export const session = <D extends object>(): EventKind<D> => ({ scope: 'session' });
export const ephemeral = <D extends object>(): EventKind<D> => ({ scope: 'ephemeral' });

/** The events of an area, derived from its table of kinds. */
export type EventsOf<K> = {
  readonly [T in keyof K & string]: K[T] extends EventKind<infer D> ? { readonly type: T; readonly data: D } : never;
}[keyof K & string];
