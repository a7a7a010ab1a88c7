import {
  distinctUntilChanged,
  exhaustMap,
  finalize,
  type Observable,
  of,
  type SchedulerLike,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import { State, type StateStream } from '../state/state-stream.ts';
import type { DomainClock } from '../time/domain-clock.ts';

/**
 * Claims the lead. Subscribing requests it; `true` is emitted once it is held, `false` if it is lost; unsubscribing
 * releases it.
 */
export type LeadClaim = () => Observable<boolean>;

/** The tab that polls for all. Close it with the store. */
export interface Leadership {
  readonly leads$: StateStream<boolean>;
  close(): void;
}

/**
 * Only a visible tab claims the lead: a hidden one does not poll, so it must not block others. Of two visible tabs one
 * leads.
 */
export const startLeadership = (visible$: Observable<boolean>, claim: LeadClaim): Leadership => {
  const leads = new State(false);
  const subscription = visible$
    .pipe(
      distinctUntilChanged(),
      switchMap((visible) => (visible ? claim().pipe(startWith(false)) : of(false))),
    )
    .subscribe((held) => leads.set(held));
  return {
    leads$: leads.stream,
    close: () => {
      subscription.unsubscribe();
      leads.set(false);
    },
  };
};

/** Fallback without locks and shared storage: every tab leads, at the cost of more requests to the box. */
export const everyoneLeads: LeadClaim = () => of(true);

/** A record that one tab holds until a given time, changed only by compare-and-set. */
export interface LeaseStore {
  /** Acquires the lease if it is free, expired at `now`, or already `holder`'s; emits whether `holder` has it now. */
  acquire(holder: string, now: number, until: number): Observable<boolean>;
  /** Frees the lease if `holder` has it. */
  release(holder: string): void;
}

/** Renewed three times within its duration, so one delayed renewal does not lose it. */
const LEASE_DURATION_MS = 3_000;

/** Leadership by lease, for pages without Web Locks (plain http, T1). A dead holder is replaced after 3 s. */
export const leaseClaim =
  (store: LeaseStore, holder: string, clock: DomainClock, scheduler: SchedulerLike): LeadClaim =>
  () =>
    timer(0, LEASE_DURATION_MS / 3, scheduler).pipe(
      exhaustMap(() => {
        const now = clock.now();
        return store.acquire(holder, now, now + LEASE_DURATION_MS);
      }),
      distinctUntilChanged(),
      finalize(() => store.release(holder)),
    );
