import 'fake-indexeddb/auto';
import { asyncScheduler, BehaviorSubject, firstValueFrom, Observable, of, VirtualTimeScheduler } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserClaim, idbLeaseStore, lockClaim, type LockManagerLike } from '../browser/leader-claims.ts';
import { everyoneLeads, startLeadership, leaseClaim, type LeaseStore } from './tab-leadership.ts';

/** A lease shared by tabs of one test, in memory. */
const sharedLease = (): LeaseStore & { holder: string; until: number } => ({
  holder: '',
  until: 0,
  acquire(holder, now, until) {
    return new Observable((subscriber) => {
      const taken = this.holder === '' || this.holder === holder || this.until <= now;
      if (taken) Object.assign(this, { holder, until });
      subscriber.next(taken);
      subscriber.complete();
    });
  },
  release(holder) {
    if (this.holder === holder) this.holder = '';
  },
});

const bed = () => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => scheduler.now() };
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { scheduler, clock, pass };
};

describe('leadership', () => {
  it('T1, A6: of the visible tabs exactly one leads; a hidden one gives the lead up at once', () => {
    const { scheduler, clock, pass } = bed();
    const store = sharedLease();
    const tabs = ['a', 'b', 'c', 'd'].map((name) => {
      const visible$ = new BehaviorSubject(true);
      return { visible$, leadership: startLeadership(visible$, leaseClaim(store, name, clock, scheduler)) };
    });
    const leading = () => tabs.map(({ leadership }) => leadership.leads$.value);
    pass(10_000);
    expect(leading().filter(Boolean)).toHaveLength(1);
    const first = leading().indexOf(true);
    tabs[first]?.visible$.next(false);
    expect(leading().filter(Boolean)).toHaveLength(0);
    pass(1001);
    expect(leading().filter(Boolean)).toHaveLength(1);
    expect(leading().indexOf(true)).not.toBe(first);
    tabs[first]?.visible$.next(true);
    pass(5000);
    expect(leading().filter(Boolean)).toHaveLength(1);
    for (const { leadership } of tabs) leadership.close();
    expect(leading()).toEqual([false, false, false, false]);
    expect(store.holder).toBe('');
  });

  it('a tab that dies without a word is replaced after 3 s', () => {
    const { scheduler, clock, pass } = bed();
    const store = sharedLease();
    store.holder = 'dead';
    store.until = 3000;
    const leadership = startLeadership(of(true), leaseClaim(store, 'alive', clock, scheduler));
    pass(2999);
    expect(leadership.leads$.value).toBe(false);
    pass(2);
    expect(leadership.leads$.value).toBe(true);
  });

  it('a tab whose lease was taken away no longer leads', () => {
    const { scheduler, clock, pass } = bed();
    const store = sharedLease();
    const leadership = startLeadership(of(true), leaseClaim(store, 'slow', clock, scheduler));
    pass(1);
    expect(leadership.leads$.value).toBe(true);
    Object.assign(store, { holder: 'other', until: 60_000 });
    pass(1001);
    expect(leadership.leads$.value).toBe(false);
  });

  it('where there is nothing to agree with, every tab leads', () => {
    expect(startLeadership(of(true), everyoneLeads).leads$.value).toBe(true);
  });
});

describe('claims of a browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** Web Locks as in the standard, for one name. */
  const lockManager = (): LockManagerLike => {
    let tail: Promise<unknown> = Promise.resolve();
    return {
      request: (_, { signal }, held) => {
        const turn = tail.then(() =>
          signal.aborted ? Promise.reject(new DOMException('aborted', 'AbortError')) : held(),
        );
        tail = turn.catch(() => undefined);
        return turn;
      },
    };
  };

  it('Web Locks: held by one, handed on when it is released, a waiting claim can be withdrawn', async () => {
    const locks = lockManager();
    const seen: string[] = [];
    const claims = ['a', 'b', 'c'].map((name) =>
      lockClaim(locks, 'x')().subscribe((held) => seen.push(`${name} ${held}`)),
    );
    await vi.waitFor(() => expect(seen).toEqual(['a true']));
    claims[1]?.unsubscribe();
    claims[0]?.unsubscribe();
    await vi.waitFor(() => expect(seen).toContain('c true'));
    expect(seen).not.toContain('b true');
  });

  it('T1: the lease in IndexedDB is taken by one, kept by renewal, free after its time or its release', async () => {
    const store = idbLeaseStore(`lease-${Math.random()}`);
    const take = (holder: string, now: number) => firstValueFrom(store.acquire(holder, now, now + 3000));
    const first = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => take(holder, 0)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const holder = ['a', 'b', 'c', 'd'][first.indexOf(true)] ?? '';
    expect(await take(holder, 1000)).toBe(true);
    expect(await take('late', 3999)).toBe(false);
    expect(await take('late', 4000)).toBe(true);
    store.release(holder);
    store.release('late');
    await vi.waitFor(async () => expect(await take('next', 4001)).toBe(true));
  });

  it('a lease whose database is broken lets every tab lead', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('closed');
      },
    });
    expect(await firstValueFrom(idbLeaseStore('broken').acquire('a', 0, 1))).toBe(true);
  });

  it('takes locks where there are some, else a lease, else everyone', async () => {
    const clock = { now: () => 0 };
    vi.stubGlobal('navigator', { locks: lockManager() });
    expect(await firstValueFrom(browserClaim('n1', 'a', clock, asyncScheduler)())).toBe(true);
    vi.stubGlobal('navigator', {});
    const held: boolean[] = [];
    const holding = browserClaim('n2', 'a', clock, asyncScheduler)().subscribe((has) => held.push(has));
    await vi.waitFor(() => expect(held).toEqual([true]));
    expect(await firstValueFrom(browserClaim('n2', 'b', clock, asyncScheduler)())).toBe(false);
    holding.unsubscribe();
    vi.stubGlobal('indexedDB', undefined);
    expect(browserClaim('n3', 'a', clock, asyncScheduler)).toBe(everyoneLeads);
  });
});
