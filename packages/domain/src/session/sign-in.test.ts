import { left, right } from '@boxwood/command-bus';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { offline, refused, noAnswer } from '../testing/port-answers.ts';
import { createSessionFixture, createSignedInFixture, createLanFixture } from '../testing/session-fixture.ts';

describe('signing in', () => {
  it('LOGIN-04: by account stores token and name, and stands before the chooser', () => {
    const { session, settings, results, keep, at, events } = createSessionFixture();
    session.signIn('ann@example.org', 'secret').subscribe(keep);
    expect(results).toEqual([{ _tag: 'Right', right: { username: 'ann' } }]);
    expect([settings.get('username'), settings.get('token'), settings.get('phone'), settings.get('avatar')]).toEqual([
      'ann',
      'T'.repeat(32),
      '13800000000',
      '/a.png',
    ]);
    expect(at()).toBe('choosing');
    expect(events).toContain('SignedIn');
  });

  it('LOGIN-05: any other code is handed back unchanged and nothing is stored', () => {
    const { session, local, script, results, keep, at } = createSessionFixture();
    script['signIn'] = () => of(left(refused(1009, 'ACC')));
    session.signIn('ann', 'wrong!').subscribe(keep);
    expect(results).toEqual([{ _tag: 'Left', left: refused(1009, 'ACC') }]);
    expect(local.all).toEqual({});
    expect(at()).toBe('signed-out');
  });

  it('LOGIN-08, LOGIN-09, LOGIN-10, VALID-48, VALID-49, VALID-58: empty fields and 5 characters are refused before any call', () => {
    const { session, calls, results, keep } = createSessionFixture();
    session.signIn(' ', 'secret').subscribe(keep);
    session.signIn('ann', '').subscribe(keep);
    session.signIn('ann', '12345').subscribe(keep);
    session.signInOffline(' ', 'ann', 'secret').subscribe(keep);
    session.signInOffline('10.0.0.5', '', 'secret').subscribe(keep);
    expect(results.every((result) => (result as { _tag: string })._tag === 'Left')).toBe(true);
    expect(calls).toEqual([]);
    session.signIn('ann', '123456').subscribe(keep);
    expect(calls).toContain('signIn');
  });

  it('LOGIN-06, G-05, G-06: offline sign-in stores the name, the dummy token, the box token and the LAN flag, and is in', () => {
    const { session, settings, calls, results, keep } = createSessionFixture();
    session.signInOffline('10.0.0.5', 'ann', 'secret').subscribe(keep);
    expect(calls).toEqual(['boxSignIn http://10.0.0.5:6900', 'probe http://10.0.0.5:6900']);
    expect(results).toEqual([{ _tag: 'Right', right: { username: 'ann' } }]);
    const stored = (
      [
        'username',
        'token',
        'boxToken',
        'avatar',
        'boxLAN',
        'boxNet',
        'boxApi',
        'boxId',
        'boxIp',
        'boxAdmin',
        'boxType',
        'boxVersion',
      ] as const
    ).map((key) => settings.get(key));
    expect(stored).toEqual([
      'ann',
      'offline',
      'K'.repeat(32),
      null,
      'Y',
      'LAN',
      'http://10.0.0.5:6900',
      'B1',
      '10.0.0.5',
      'Y',
      'N3',
      '1.0.30',
    ]);
    expect(session.stage$.value).toMatchObject({
      at: 'in',
      link: { mode: 'toloc', token: 'K'.repeat(32), relay: null, admin: true },
    });
    expect([session.lanMode$.value, session.admin$.value]).toEqual([true, true]);
  });

  it.each([
    ['box.local:7000', 'http://box.local:7000'],
    ['http://10.0.0.5/', 'http://10.0.0.5:6900'],
    ['fe80::1', 'http://[fe80::1]:6900'],
    ['[fe80::1]:80', 'http://[fe80::1]:80'],
  ])('a box address may be typed as %s', (typed, api) => {
    const { session, calls } = createSessionFixture();
    session.signInOffline(typed, 'ann', 'secret');
    expect(calls[0]).toBe(`boxSignIn ${api}`);
  });

  it('LOGIN-07, ERR-090: a mail address offline is refused with 2000; a refusal or a silent box leaves nothing stored', () => {
    const { session, local, script, results, keep, at } = createSessionFixture();
    session.signInOffline('10.0.0.5', 'ann@example.org', 'secret').subscribe(keep);
    script['boxSignIn'] = () => of(left(refused(2003, 'ACC')));
    session.signInOffline('10.0.0.5', 'ann', 'secret').subscribe(keep);
    script['boxSignIn'] = undefined;
    script['probe'] = () => of(left(offline));
    session.signInOffline('10.0.0.5', 'ann', 'secret').subscribe(keep);
    expect(results).toEqual(
      [refused(2000, 'ACC'), refused(2003, 'ACC'), offline].map((error) => ({ _tag: 'Left', left: error })),
    );
    expect(local.all).toEqual({});
    expect(at()).toBe('signed-out');
  });
});

describe('a stored session', () => {
  const stored = (bed: ReturnType<typeof createSessionFixture>) => createSessionFixture(bed.local);

  it('G-08: is good when the check passes; LAN mode goes straight in', () => {
    const again = stored(createSignedInFixture());
    again.session.resume().subscribe(again.keep);
    expect(again.results).toMatchObject([{ right: { at: 'choosing', username: 'ann' } }]);
    const lan = stored(createLanFixture());
    lan.session.resume();
    expect(lan.session.stage$.value).toMatchObject({ at: 'in', link: { mode: 'toloc', token: 'K'.repeat(32) } });
  });

  it('ends when the check refuses, stays stored when nobody answers, and none is none', () => {
    const elsewhere = stored(createSignedInFixture());
    elsewhere.script['checkToken'] = () => of(left(refused(1001, 'ACC')));
    elsewhere.session.resume().subscribe(elsewhere.keep);
    expect(elsewhere.session.stage$.value).toMatchObject({ at: 'signed-out', why: 'elsewhere' });
    expect(elsewhere.settings.get('token')).toBeNull();
    const silent = stored(createSignedInFixture());
    silent.script['checkToken'] = () => of(left(offline));
    silent.session.resume();
    expect(silent.session.stage$.value).toMatchObject({ at: 'signed-out', why: 'start' });
    expect(silent.settings.get('token')).not.toBeNull();
    const lan = stored(createLanFixture());
    lan.script['probe'] = () => of(left(refused(18)));
    lan.session.resume();
    expect(lan.session.stage$.value).toMatchObject({ at: 'signed-out', why: 'expired' });
    const none = createSessionFixture();
    none.session.resume().subscribe(none.keep);
    expect(none.results).toMatchObject([{ left: { messageKey: 'session.expired' } }]);
    const half = stored(createLanFixture());
    half.settings.set('boxToken', null);
    half.session.resume().subscribe(half.keep);
    expect(half.results).toMatchObject([{ left: { messageKey: 'session.expired' } }]);
  });
});

describe('signing out', () => {
  it('LOGIN-12, STATE-07: closes windows, tells the server, clears the stored data, goes to the sign-in page, in that order', () => {
    const { session, settings, calls, script, results, keep } = createSignedInFixture();
    const seen: string[] = [];
    script['signOut'] = () => {
      seen.push(`server token=${settings.get('token') === null ? 'gone' : 'kept'}`);
      return of(right(null));
    };
    session.stage$.subscribe(({ at }) => seen.push(`${at} token=${settings.get('token') === null ? 'gone' : 'kept'}`));
    session.signOut().subscribe(keep);
    expect(calls).toEqual(['closeWindows token=kept', 'forget ann', 'signOut']);
    expect(seen).toEqual(['in token=kept', 'server token=kept', 'signed-out token=gone']);
    expect(results).toEqual([right(null)]);
    expect(session.stage$.value).toEqual({ at: 'signed-out', why: 'asked' });
  });

  it('LOGIN-20: in LAN mode the account service is not asked', () => {
    const { session, calls } = createLanFixture();
    session.signOut();
    expect(calls).toEqual(['closeWindows token=kept', 'forget ann', 'boxSignOut http://10.0.0.5:6900']);
  });

  it('what the browser stores of a person’s acts ends with a sign-out that they asked for, and with no other end', () => {
    const forgets = (bed: ReturnType<typeof createSignedInFixture>): boolean => bed.calls.includes('forget ann');
    const expired = createLanFixture();
    expired.session.report({ _tag: 'Refused', family: 'GEN', code: 18, fields: {} });
    expect([expired.at(), forgets(expired)]).toEqual(['signed-out', false]);
    const gone = createSignedInFixture();
    gone.local.changeElsewhere(null, null);
    expect([gone.at(), forgets(gone)]).toEqual(['signed-out', false]);
    const left = createLanFixture();
    left.session.leaveBox();
    expect([left.at(), forgets(left)]).toEqual(['signed-out', true]);
    const chooser = createSignedInFixture();
    chooser.session.leaveBox();
    expect(forgets(chooser)).toBe(false);
  });

  it('a server that does not answer does not keep anyone signed in', () => {
    const { session, script, at, pass } = createSignedInFixture();
    script['signOut'] = () => noAnswer;
    session.signOut();
    expect(at()).toBe('in');
    pass(3000);
    expect(at()).toBe('signed-out');
  });

  it('STATE-29: a sign-out in another tab ends this one, and close stops watching', () => {
    const { local, at, calls, pass } = createSignedInFixture();
    local.changeElsewhere(null, null);
    expect(at()).toBe('signed-out');
    pass(600_000);
    expect(calls).toEqual([]);
    const other = createSignedInFixture();
    other.session.close();
    other.pass(600_000);
    expect(other.calls).toEqual([]);
  });

  it('without a profile nothing is remembered of it', () => {
    const { session, script, settings } = createSessionFixture();
    script['profile'] = () => of(right({ mobile: '', avatar: '' }));
    session.signIn('ann', 'secret');
    expect([settings.get('phone'), settings.get('avatar')]).toEqual([null, null]);
    script['profile'] = () => of(left(offline));
    session.signIn('ann', 'secret');
    expect(settings.get('phone')).toBeNull();
  });
});
