import { left, right } from '@boxwood/command-bus';
import type { BoxError, Either } from '@boxwood/command-bus';
import { failed } from '@boxwood/command-bus/rules';
import { firstValueFrom, of, Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import {
  andThen,
  startNow,
  fromTask,
  isConnectionFailure,
  mapRight,
  rejectionOf,
  rejected,
  type Result,
} from '../outcome.ts';
import { offline, refused } from '../testing/port-answers.ts';
import { DOMAIN_MESSAGE_KEYS } from '../message-keys.ts';
import { epochSeconds } from '../time/domain-clock.ts';
import { TIMERS } from '../time/timers.ts';
import { combine, constant, select, State } from './state-stream.ts';

describe('state streams', () => {
  it('emit the current value at once, and equal values once', () => {
    const state = new State(1);
    const seen: number[] = [];
    state.stream.subscribe((value) => seen.push(value));
    state.set(1);
    state.set(2);
    state.update((value) => value + 1);
    expect(seen).toEqual([1, 2, 3]);
    expect([state.value, state.stream.value]).toEqual([3, 3]);
  });

  it('select computes once per change, for readers and subscribers together, and only when somebody looks', () => {
    const state = new State({ a: 1, b: 1 });
    const view = vi.fn(({ a }: { a: number }) => a * 10);
    const selected = select(state.stream, view);
    state.set({ a: 2, b: 1 });
    expect(view).not.toHaveBeenCalled();
    const seen: number[] = [];
    selected.subscribe((value) => seen.push(value));
    expect(selected.value).toBe(20);
    expect(view).toHaveBeenCalledOnce();
    state.set({ a: 2, b: 2 });
    state.set({ a: 3, b: 2 });
    expect(seen).toEqual([20, 30]);
  });

  it('combine follows all its sources', () => {
    const [a, b] = [new State(1), new State(2)];
    const view = vi.fn((x: number, y: number) => x + y);
    const sum = combine([a.stream, b.stream], view);
    expect([sum.value, sum.value]).toEqual([3, 3]);
    expect(view).toHaveBeenCalledOnce();
    const seen: number[] = [];
    sum.subscribe((value) => seen.push(value));
    a.set(5);
    b.set(-3);
    expect(seen).toEqual([3, 7, 2]);
    expect(constant('x').value).toBe('x');
  });
});

describe('outcomes', () => {
  it('fromTask is cold, aborts when nobody waits any more, and turns a throw into a Network failure', async () => {
    const start = vi.fn((_: AbortSignal) => () => Promise.resolve(right(1)));
    const answer$ = fromTask(start);
    expect(start).not.toHaveBeenCalled();
    expect(await firstValueFrom(answer$)).toEqual(right(1));
    let signal: AbortSignal | undefined;
    const waiting = fromTask((given) => {
      signal = given;
      return () => new Promise<Either<BoxError, never>>(() => undefined);
    }).subscribe();
    expect(signal?.aborted).toBe(false);
    waiting.unsubscribe();
    expect(signal?.aborted).toBe(true);
    const bug = new Error('bug');
    expect(await firstValueFrom(fromTask(() => () => Promise.reject(bug)))).toEqual(
      left({ _tag: 'Network', cause: bug }),
    );
  });

  it('begin starts at once and keeps the result for late subscribers', () => {
    const work = new Subject<Result<number>>();
    const outcome = startNow(work);
    work.next(right(1));
    const seen: unknown[] = [];
    outcome.subscribe((result) => seen.push(result));
    expect(seen).toEqual([right(1)]);
  });

  it('mapRight and andThen pass failures on', () => {
    const seen: unknown[] = [];
    const keep = (result: unknown): void => void seen.push(result);
    of(right(1))
      .pipe(mapRight((value) => value + 1))
      .subscribe(keep);
    of(left(offline))
      .pipe(mapRight(() => 1))
      .subscribe(keep);
    of<Result<number>>(right(1))
      .pipe(andThen((value) => of(right(value * 5))))
      .subscribe(keep);
    of<Result<number>>(left(offline))
      .pipe(andThen(() => of(right(0))))
      .subscribe(keep);
    expect(seen).toEqual([right(2), left(offline), right(5), left(offline)]);
  });

  it('refusals of rules carry their key and values', () => {
    expect(rejectionOf({ ok: true })).toBeNull();
    expect(rejectionOf(failed('name.tooLong', { max: 128 }))).toEqual({
      _tag: 'Rejected',
      messageKey: 'name.tooLong',
      values: { max: 128 },
    });
    expect(rejected('files.partly', { ok: 1 })).toEqual(
      left({ _tag: 'Rejected', messageKey: 'files.partly', values: { ok: 1 } }),
    );
    expect(rejected('upload.nothing')).toEqual(left({ _tag: 'Rejected', messageKey: 'upload.nothing' }));
  });

  it('tells a line from a decision', () => {
    const failures = [
      offline,
      { _tag: 'Timeout', ms: 1 },
      { _tag: 'Http', status: 500, body: '' },
      { _tag: 'Aborted' },
      refused(3),
    ] as const;
    expect(failures.map(isConnectionFailure)).toEqual([true, true, true, false, false]);
  });
});

describe('tables', () => {
  it('CONST-19, CONST-20, CONST-21, CONST-22, CONST-23, CONST-24, CONST-25, CONST-26, CONST-77: intervals of the product', () => {
    expect(TIMERS).toMatchObject({
      pluginPoll: 5000,
      afterAction: 4000,
      upgradeRefresh: 1000,
      rebootRedirect: 3000,
      tasks: 60_000,
      messages: 60_000,
      loginCheck: 60_000,
      status: 5000,
      keyRenewal: 3_600_000,
      searchDebounce: 500,
      chunkLoad: 120_000,
    });
    expect(epochSeconds({ now: () => 1999 })).toBe(1);
  });

  it('every word is there once', () => {
    expect(new Set(DOMAIN_MESSAGE_KEYS).size).toBe(DOMAIN_MESSAGE_KEYS.length);
  });
});
