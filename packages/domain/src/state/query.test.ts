import { left, right } from '@boxwood/command-bus';
import { BehaviorSubject, delay, NEVER, Observable, of, Subject, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { startNow, type LazyResult, type Result } from '../outcome.ts';
import { offline, refused } from '../testing/port-answers.ts';
import { Query, type QueryDeps } from './query.ts';

const bed = (more: Partial<QueryDeps> = {}) => {
  const scheduler = new VirtualTimeScheduler();
  const visible$ = new BehaviorSubject(true);
  const again$ = new Subject<null>();
  const told$ = new Subject<null>();
  const tells$ = new BehaviorSubject(false);
  const box = { asked: 0, aborted: 0, takes: 10, result: right('a') as Result<string> };
  const ask = (): LazyResult<string> =>
    new Observable((subscriber) => {
      box.asked += 1;
      let answered = false;
      const call = of(null)
        .pipe(delay(box.takes, scheduler))
        .subscribe(() => {
          answered = true;
          subscriber.next(box.result);
          subscriber.complete();
        });
      return () => {
        if (!answered) box.aborted += 1;
        call.unsubscribe();
      };
    });
  const query = new Query(ask, { visible$, retry$: again$, changed$: told$, isLive$: tells$, scheduler, ...more });
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { query, box, pass, visible$, again$, told$, tells$ };
};

describe('a query', () => {
  it('asks when somebody watches, however many, and keeps what it knows while it asks again', () => {
    const { query, box, pass } = bed();
    pass(50);
    expect(box.asked).toBe(0);
    query.watch();
    query.watch();
    expect(query.state$.value).toEqual({ at: 'loading' });
    pass(10);
    expect(query.state$.value).toEqual({ at: 'ready', value: 'a', failure: null });
    box.result = right('b');
    query.reload();
    expect(query.state$.value).toMatchObject({ at: 'ready', value: 'a' });
    pass(10);
    expect(query.state$.value).toMatchObject({ at: 'ready', value: 'b' });
    expect(box.asked).toBe(2);
  });

  it('is aborted when the last one leaves, and asked anew by the next', () => {
    const { query, box, pass } = bed();
    const [one, other] = [query.watch(), query.watch()];
    pass(5);
    one.close();
    expect(box.aborted).toBe(0);
    other.close();
    expect(box.aborted).toBe(1);
    pass(50);
    expect(query.state$.value).toEqual({ at: 'loading' });
    query.watch();
    pass(10);
    expect(query.state$.value).toMatchObject({ at: 'ready' });
  });

  it('a reload does not wait for an older answer; another question replaces the one on its way', () => {
    const { query, box, pass } = bed();
    query.watch();
    pass(5);
    query.reload();
    expect([box.asked, box.aborted]).toEqual([2, 1]);
    const same = () => of(right('other'));
    query.changeRequest(same);
    expect(box.aborted).toBe(2);
    expect(query.state$.value).toEqual({ at: 'ready', value: 'other', failure: null });
    query.changeRequest(same);
    pass(50);
    expect(box.asked).toBe(2);
  });

  it('says why it failed and heals by itself; a failure after an answer leaves the answer', () => {
    const { query, box, pass, again$ } = bed();
    box.result = left(offline);
    query.watch();
    again$.next(null);
    pass(10);
    expect(query.state$.value).toEqual({ at: 'failed', failure: offline });
    box.result = right('b');
    again$.next(null);
    again$.next(null);
    pass(10);
    expect(query.state$.value).toEqual({ at: 'ready', value: 'b', failure: null });
    again$.next(null);
    expect(box.asked).toBe(2);
    box.result = left(refused(19));
    query.reload();
    pass(10);
    expect(query.state$.value).toEqual({ at: 'ready', value: 'b', failure: refused(19) });
    // What the box does not offer is not retried.
    again$.next(null);
    expect(box.asked).toBe(3);
  });

  it('asks nothing in a hidden tab, and once on return for all that came due', () => {
    const { query, box, pass, visible$, told$ } = bed({ pollIntervalMs: 100 });
    visible$.next(false);
    query.watch();
    query.reload();
    pass(1_000);
    expect(box.asked).toBe(0);
    visible$.next(true);
    pass(10);
    expect(box.asked).toBe(1);
    visible$.next(false);
    told$.next(null);
    told$.next(null);
    visible$.next(true);
    expect(box.asked).toBe(2);
    // A reload that became due during a long call still runs.
    visible$.next(false);
    pass(10);
    expect(box.aborted).toBe(0);
    visible$.next(true);
    expect(box.asked).toBe(2);
  });

  it('follows what is told: once more after the answer that may be older, never twice at a time', () => {
    const { query, box, pass, told$ } = bed();
    query.watch();
    told$.next(null);
    told$.next(null);
    expect([box.asked, box.aborted]).toEqual([1, 0]);
    pass(10);
    expect(box.asked).toBe(2);
    pass(50);
    expect(box.asked).toBe(2);
  });

  it('asks at an interval while nobody tells, and drops what falls due while it asks', () => {
    const { query, box, pass, tells$ } = bed({ pollIntervalMs: 100 });
    const watch = query.watch();
    pass(310);
    expect(box.asked).toBe(4);
    box.takes = 250;
    pass(90);
    pass(110);
    expect(box.asked).toBe(5);
    pass(250);
    tells$.next(true);
    const { asked } = box;
    pass(1_000);
    expect(box.asked).toBe(asked);
    tells$.next(false);
    pass(100);
    expect(box.asked).toBe(asked + 1);
    watch.close();
    pass(1_000);
    expect(box.asked).toBe(asked + 1);
  });

  it('takes no action that has started: nobody could abort it', () => {
    const { visible$, again$ } = bed();
    // @ts-expect-error -- an Outcome is no Question
    expect(new Query(() => startNow(NEVER), { visible$, retry$: again$ }).state$.value).toEqual({ at: 'loading' });
  });
});
