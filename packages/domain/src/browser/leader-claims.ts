import { openDB } from 'idb';
import { catchError, from, Observable, of, type SchedulerLike } from 'rxjs';
import type { DomainClock } from '../time/domain-clock.ts';
import { type LeadClaim, everyoneLeads, leaseClaim, type LeaseStore } from '../store/tab-leadership.ts';

/** The required part of `navigator.locks`. */
export interface LockManagerLike {
  request(name: string, options: { readonly signal: AbortSignal }, onAcquired: () => Promise<void>): Promise<unknown>;
}

/** Leader election by Web Locks (secure contexts): the browser passes the lock on when a tab closes. */
export const lockClaim =
  (locks: LockManagerLike, name: string): LeadClaim =>
  () =>
    new Observable<boolean>((subscriber) => {
      const wait = new AbortController();
      let release: () => void = () => undefined;
      const onAcquired = (): Promise<void> =>
        new Promise((resolve) => {
          release = resolve;
          subscriber.next(true);
        });
      locks.request(name, { signal: wait.signal }, onAcquired).catch(() => subscriber.next(false));
      return () => {
        wait.abort();
        release();
      };
    });

interface LeaseRecord {
  readonly holder: string;
  readonly until: number;
}

/**
 * The lease as one IndexedDB record; readwrite transactions serialise the tabs (T1). If the database fails, every tab
 * leads.
 */
export const idbLeaseStore = (name: string): LeaseStore => {
  const open = () =>
    openDB(name, 1, {
      upgrade: (created) => {
        created.createObjectStore('lease');
      },
    });
  let db: ReturnType<typeof open> | null = null;
  const updateLease = async (
    change: (lease: LeaseRecord | undefined) => LeaseRecord | null | undefined,
  ): Promise<void> => {
    // Opened on first use: where storage is blocked this throws, and `catchError` handles it.
    const tx = (await (db ??= open())).transaction('lease', 'readwrite');
    const found: unknown = await tx.store.get('holder');
    const next = change(isLease(found) ? found : undefined);
    if (next === null) await tx.store.delete('holder');
    else if (next !== undefined) await tx.store.put(next, 'holder');
    await tx.done;
  };
  const acquire = async (holder: string, now: number, until: number): Promise<boolean> => {
    let isAcquired = false;
    await updateLease((lease) => {
      isAcquired = lease === undefined || lease.holder === holder || lease.until <= now;
      return isAcquired ? { holder, until } : undefined;
    });
    return isAcquired;
  };
  return {
    acquire: (holder, now, until) => from(acquire(holder, now, until)).pipe(catchError(() => of(true))),
    release: (holder) => {
      updateLease((lease) => (lease?.holder === holder ? null : undefined)).catch(() => undefined);
    },
  };
};

const isLease = (value: unknown): value is LeaseRecord =>
  typeof value === 'object' &&
  value !== null &&
  'holder' in value &&
  'until' in value &&
  typeof value.until === 'number';

/** The best leader election of this browser: Web Locks, a lease, or every tab leads. */
export const browserClaim = (name: string, holder: string, clock: DomainClock, scheduler: SchedulerLike): LeadClaim => {
  if (typeof navigator !== 'undefined' && 'locks' in navigator) return lockClaim(navigator.locks, name);
  if (typeof indexedDB !== 'undefined') return leaseClaim(idbLeaseStore(`${name}:lease`), holder, clock, scheduler);
  return everyoneLeads;
};
