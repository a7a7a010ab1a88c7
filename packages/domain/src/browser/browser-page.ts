import { asyncScheduler, fromEvent, map, merge, type Observable, startWith } from 'rxjs';
import { State, type StateStream } from '../state/state-stream.ts';
import type { DomainClock } from '../time/domain-clock.ts';
import type { TabId } from '../store/recorded.ts';

/** The wall clock. */
export const systemClock: DomainClock = { now: () => Date.now() };

/** Real timers. */
export const systemScheduler = asyncScheduler;

/** A random id of 128 bits in hex. `crypto.randomUUID` is not available on plain http pages (T1). */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A new id for this page. */
export const newTabId = (): TabId => randomId() as TabId;

/** The events and flags of a page that the domain uses; `window` and `document` satisfy it. */
export interface PageLike {
  readonly document: EventTarget & { readonly visibilityState: string };
  readonly navigator: { readonly onLine: boolean };
  readonly window: EventTarget;
}

/** Whether the page is visible. */
export const pageVisible = (page: PageLike): StateStream<boolean> => {
  const visible = new State(page.document.visibilityState !== 'hidden');
  fromEvent(page.document, 'visibilitychange').subscribe(() => visible.set(page.document.visibilityState !== 'hidden'));
  return visible.stream;
};

/** Whether the browser reports a network connection; the box may still be unreachable. */
export const pageOnline = (page: PageLike): Observable<boolean> =>
  merge(fromEvent(page.window, 'online'), fromEvent(page.window, 'offline')).pipe(
    map(() => page.navigator.onLine),
    startWith(page.navigator.onLine),
  );

/** Emits when the page may be about to close (hidden or left): pending data must be written now. */
export const pageLeaving = (page: PageLike): Observable<unknown> =>
  merge(fromEvent(page.document, 'visibilitychange'), fromEvent(page.window, 'pagehide'));
