import { left, right } from '@boxwood/command-bus';
import type { BoxError } from '@boxwood/command-bus';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { offline, refused } from '../testing/port-answers.ts';
import { createSignedInFixture, createLanFixture, ways } from '../testing/session-fixture.ts';
import { connectionAfter } from './login-watch.ts';

describe('the login check', () => {
  it('LOGIN-13, CONST-23, G-60: runs every 60 s, first 60 s after sign-in, pauses while hidden, runs once on return', () => {
    const { calls, visible$, pass } = createSignedInFixture();
    pass(59_999);
    expect(calls).toEqual([]);
    pass(60_001);
    expect(calls).toEqual(['checkToken', 'checkToken']);
    visible$.next(false);
    pass(600_000);
    expect(calls).toHaveLength(2);
    visible$.next(true);
    pass(1);
    expect(calls).toHaveLength(3);
  });

  it('LOGIN-14, LOGIN-15, ERR-145: code 1001 closes windows, signs out, clears the stored data and says elsewhere', () => {
    const { session, settings, calls, script, pass } = createSignedInFixture();
    script['checkToken'] = () => of(left(refused(1001, 'ACC')));
    pass(60_000);
    expect(session.stage$.value).toEqual({ at: 'signed-out', why: 'elsewhere', who: 'ann' });
    expect(calls).toEqual(['checkToken', 'keepWindows', 'closeWindows token=kept', 'signOut']);
    expect(settings.get('token')).toBeNull();
    pass(600_000);
    expect(calls).toHaveLength(4);
  });

  it('LOGIN-20, G-28: is not run in LAN mode', () => {
    const { calls, pass } = createLanFixture();
    pass(600_000);
    expect(calls).toEqual([]);
  });

  it('LOGIN-19, ERR-098, ERR-101, ERR-102, G-28: three failures by network mean lost, ten more failed, one success ends both; no network says so', () => {
    const { session, script, online$, pass, events } = createSignedInFixture();
    const line: string[] = [];
    session.connection$.subscribe((state) => line.push(state));
    script['checkToken'] = () => of(left(offline));
    // Checked every minute; after a missing response at once, a second later, and then every three seconds.
    pass(60_999);
    expect(line).toEqual(['ok']);
    pass(1);
    expect(line).toEqual(['ok', 'lost']);
    pass(29_999);
    expect(session.connection$.value).toBe('lost');
    pass(1);
    expect(session.connection$.value).toBe('failed');
    script['checkToken'] = undefined;
    pass(3_000);
    expect(session.connection$.value).toBe('ok');
    online$.next(false);
    expect(session.connection$.value).toBe('offline');
    online$.next(true);
    expect(session.connection$.value).toBe('ok');
    expect(events.filter((type) => type === 'LineChanged')).toHaveLength(5);
    expect([0, 2, 3, 12, 13].map(connectionAfter)).toEqual(['ok', 'ok', 'lost', 'lost', 'failed']);
  });

  it('a call without an answer is the first of three, at the box as well; in LAN mode the box alone is asked', () => {
    for (const [bed, asked] of [
      [createSignedInFixture(), ['checkToken', 'probe http://10.0.0.5:6900']],
      [createLanFixture(), ['probe http://10.0.0.5:6900']],
    ] as const) {
      const { session, calls, script, pass } = bed;
      script['probe'] = () => of(left(offline));
      session.report(offline);
      session.report({ _tag: 'Timeout', ms: 1 });
      pass(0);
      expect(calls).toEqual(asked);
      expect(session.connection$.value).toBe('ok');
      pass(1_000);
      expect(session.connection$.value).toBe('lost');
      // "Try now" checks immediately.
      session.checkNow();
      expect(calls.filter((call) => call.startsWith('probe'))).toHaveLength(3);
      script['probe'] = undefined;
      pass(3_000);
      expect(session.connection$.value).toBe('ok');
      pass(30_000);
      expect(calls.filter((call) => call.startsWith('probe'))).toHaveLength(4);
    }
  });

  it('the account service that answers does not hide a box that is silent', () => {
    const { session, script, pass } = createSignedInFixture();
    script['probe'] = () => of(left(offline));
    session.report(offline);
    pass(2_000);
    expect(session.connection$.value).toBe('lost');
    const line: string[] = [];
    session.connection$.subscribe((state) => line.push(state));
    pass(120_000);
    expect(line).toEqual(['lost', 'failed']);
  });

  it('what could not be read is asked for again: every three seconds while there is a line and somebody looks, at once when it is back', () => {
    const { session, script, visible$, pass } = createLanFixture();
    let asked = 0;
    session.retry$.subscribe(() => (asked += 1));
    pass(2_999);
    expect(asked).toBe(0);
    pass(1);
    expect(asked).toBe(1);
    script['probe'] = () => of(left(offline));
    session.report(offline);
    pass(1_000);
    pass(10_000);
    expect(asked).toBe(1);
    script['probe'] = undefined;
    session.checkNow();
    pass(0);
    expect(asked).toBe(2);
    visible$.next(false);
    pass(60_000);
    expect(asked).toBe(2);
  });

  it('an answer that refuses with something else, a service without the check, and a cancelled one, are no lost line', () => {
    const { session, script, pass } = createSignedInFixture();
    script['checkToken'] = () => of(left(refused(503, 'ACC')));
    pass(60_000 * 5);
    script['checkToken'] = () => of(left<BoxError>({ _tag: 'Http', status: 404, body: 'no such call' }));
    pass(60_000 * 5);
    script['checkToken'] = () => of(left<BoxError>({ _tag: 'Aborted' }));
    pass(60_000 * 5);
    expect(session.connection$.value).toBe('ok');
  });

  it('G-28: 1001 in any other call, and a refused box token, run the check at once; box 18 in LAN mode means expired', () => {
    const { session, calls } = createSignedInFixture();
    session.report(refused(1001, 'ACC'));
    session.report(refused(18));
    session.report(refused(3));
    session.report(offline);
    expect(calls).toEqual(['checkToken', 'checkToken', 'boxWays']);
    const lan = createLanFixture();
    lan.session.report(refused(18));
    expect(lan.session.stage$.value).toEqual({ at: 'signed-out', why: 'expired', who: 'ann' });
    expect(lan.calls).toEqual(['keepWindows', 'closeWindows token=kept']);
  });

  it('a box that does not take its token any more gets a new one, and not a third at once', () => {
    const { session, calls, script, pass } = createSignedInFixture();
    script['boxWays'] = () => of(right({ ...ways, boxToken: 'N'.repeat(32) }));
    session.report(refused(18));
    expect(session.stage$.value).toMatchObject({ at: 'in', link: { token: 'N'.repeat(32), relay: null } });
    session.report(refused(18));
    expect(calls.filter((call) => call === 'boxWays')).toHaveLength(1);
    pass(60_000);
    session.report(refused(18));
    expect(calls.filter((call) => call === 'boxWays')).toHaveLength(2);
  });

  it('ACCOUNT-08: who was removed from the box is led out of it: the box takes no token, and the account knows no way to it', () => {
    const { session, calls, script, settings } = createSignedInFixture();
    script['boxWays'] = () => of(left(refused(1035, 'ACC')));
    session.report(refused(18));
    expect(session.stage$.value).toEqual({ at: 'choosing', username: 'ann', removed: true });
    expect(calls).toEqual(['checkToken', 'boxWays', 'closeWindows token=kept']);
    expect(settings.get('token')).not.toBeNull();
    // An unreachable or busy service does not mean that the box was removed.
    for (const otherwise of [offline, refused(503, 'ACC')]) {
      const bed = createSignedInFixture();
      bed.script['boxWays'] = () => of(left(otherwise));
      bed.session.report(refused(18));
      expect(bed.at()).toBe('in');
    }
  });
});
