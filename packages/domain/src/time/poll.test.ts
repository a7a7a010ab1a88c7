import { left, right } from '@boxwood/command-bus';
import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { poll } from './poll.ts';

const runInScheduler = (body: (helpers: RunHelpers) => void): void => {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(body);
};

const good = { g: right('x'), f: left({ _tag: 'Network', cause: 0 } as const) };

describe('poll', () => {
  it('asks at once and then every interval', () => {
    runInScheduler(({ cold, hot, expectObservable }) => {
      const active$ = hot('a-------------z|', { a: true, z: false });
      const polled$ = poll({ every: 5, run: () => cold('(g|)', good), active$ });
      expectObservable(polled$).toBe('g----g----g----|', good);
    });
  });

  it('STATE-29: nothing is asked after active$ turned false', () => {
    runInScheduler(({ cold, hot, expectObservable }) => {
      const active$ = hot('a-z------------', { a: true, z: false });
      expectObservable(poll({ every: 5, run: () => cold('(g|)', good), active$ }), '^--------------!').toBe(
        'g--------------',
        good,
      );
    });
  });

  it('G-60: begins one interval after sign-in, pauses while hidden, asks once on return', () => {
    runInScheduler(({ cold, hot, expectObservable }) => {
      const active$ = hot('a-------z-----a', { a: true, z: false });
      const polled$ = poll({ every: 5, run: () => cold('(g|)', good), active$, first: 'after-interval' });
      expectObservable(polled$, '^----------------------!').toBe('-----g--------g----g----', good);
    });
  });

  it('a slow box is never asked twice at a time', () => {
    runInScheduler(({ cold, hot, expectObservable }) => {
      const active$ = hot('a', { a: true });
      const polled$ = poll({ every: 3, run: () => cold('-------(g|)', good), active$ });
      expectObservable(polled$, '^------------------!').toBe('-------g--------g---', good);
    });
  });

  it('backs off after failures up to the longest interval and returns to the full rate after a good answer', () => {
    let calls = 0;
    runInScheduler(({ cold, hot, expectObservable }) => {
      const active$ = hot('a', { a: true });
      const run = () => cold((calls += 1) <= 3 ? '(f|)' : '(g|)', good);
      // every 2: failures at 0, then 4 later (doubled), then 8 later is capped to 6
      const polled$ = poll({ every: 2, run, active$, backoffMax: 6 });
      expectObservable(polled$, '^-------------------!').toBe('f---f-----f-----g-g-', good);
    });
  });

  it('a run that throws or errors becomes a Network failure, and the stream goes on', () => {
    let calls = 0;
    runInScheduler(({ cold, hot, expectObservable }) => {
      const active$ = hot('a', { a: true });
      const run = () => {
        if ((calls += 1) === 1) throw new Error('bug');
        return calls === 2 ? cold<never>('#') : cold('(g|)', good);
      };
      const values = {
        ...good,
        t: left({ _tag: 'Network', cause: new Error('bug') }),
        e: left({ _tag: 'Network', cause: 'error' }),
      };
      expectObservable(poll({ every: 3, run, active$ }), '^-------!').toBe('t--e--g--', values);
    });
  });
});
