import { left, right } from '@boxwood/command-bus';
import type { BoxError, Either } from '@boxwood/command-bus';
import { of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { offline } from '../testing/port-answers.ts';
import {
  drive,
  createSessionFixture,
  identity,
  createSignedInFixture,
  createLanFixture,
  ways,
} from '../testing/session-fixture.ts';
import type { BoxAddresses } from './session-ports.ts';

describe('entering a box', () => {
  it('G-06, LOGIN-17: the box on the LAN answers with its id: page tolan, no relay values, and all is stored', () => {
    const { session, settings, calls, results, keep } = createSessionFixture();
    session.signIn('ann', 'secret');
    session.enter(drive).subscribe(keep);
    expect(calls.slice(-2)).toEqual(['boxWays', 'probe http://10.0.0.5:6900']);
    expect(results[0]).toMatchObject({
      right: {
        mode: 'tolan',
        api: 'http://10.0.0.5:6900',
        relay: null,
        nick: 'Attic',
        wanIp: '203.0.113.9',
        ipv6: '2001:db8::1',
        admin: true,
      },
    });
    const stored = (['boxId', 'boxNick', 'boxLAN', 'boxNet', 'boxIp', 'boxAdmin', 'boxType', 'boxApi'] as const).map(
      (key) => settings.get(key),
    );
    expect(stored).toEqual(['B1', 'Attic', 'N', 'LAN', '10.0.0.5', 'Y', 'N3', 'http://10.0.0.5:6900']);
  });

  it('G-06: no answer, or another box at the address, leads through the relay: page towan with relay values', () => {
    for (const near of [left(offline), right({ ...identity, boxId: 'OTHER' })]) {
      const { session, settings, script, calls } = createSessionFixture();
      session.signIn('ann', 'secret');
      let asked = 0;
      script['probe'] = () => of((asked += 1) === 1 ? near : right(identity));
      const modes: string[] = [];
      session.stage$.subscribe((stage) => stage.at === 'connecting' && modes.push(stage.mode));
      session.enter({ ...drive, role: 'user', nick: '' });
      expect(modes).toEqual(['tolan', 'towan']);
      expect(calls.at(-1)).toBe('probe https://relay.example/B1 relay');
      expect(session.stage$.value).toMatchObject({
        at: 'in',
        link: { mode: 'towan', relay: { host: 'h', auth: 'a1' }, admin: false, nick: 'boxwood-1' },
      });
      expect(settings.get('boxNet')).toBe('WAN');
      expect(settings.get('boxAdmin')).toBe('N');
    }
  });

  it.each([
    [
      'the box is offline',
      { boxWays: right({ ...ways, online: false }), probe: left(offline) },
      { _tag: 'Rejected', messageKey: 'session.boxOffline' },
    ],
    [
      'there is no way at all',
      { boxWays: right({ ...ways, lanIp: '', relayUrl: '' }), probe: left(offline) },
      { _tag: 'Rejected', messageKey: 'session.boxOffline' },
    ],
    ['the relay is silent', { boxWays: right(ways), probe: left(offline) }, offline],
    [
      'the relay leads elsewhere',
      { boxWays: right(ways), probe: right({ ...identity, boxId: 'OTHER' }) },
      { _tag: 'Rejected', messageKey: 'session.boxUnreachable' },
    ],
    ['the account service is silent', { boxWays: left(offline), probe: right(identity) }, offline],
  ] as const)('fails with its reason when %s, and can be tried again', (_, answers, failure) => {
    const { session, script, at, results, keep } = createSessionFixture();
    session.signIn('ann', 'secret');
    script['boxWays'] = () => of(answers.boxWays);
    script['probe'] = () => of(answers.probe);
    session.enter(drive).subscribe(keep);
    expect(session.stage$.value).toMatchObject({ at: 'unreachable', target: 'Attic', failure });
    expect(results).toEqual([{ _tag: 'Left', left: failure }]);
    script['boxWays'] = undefined;
    script['probe'] = undefined;
    session.retry();
    expect(at()).toBe('in');
  });

  it('a way out while connecting wins over a late answer', () => {
    const { session, script, at, results, keep } = createSessionFixture();
    session.signIn('ann', 'secret');
    const late = new Subject<Either<BoxError, BoxAddresses>>();
    script['boxWays'] = () => late;
    session.enter(drive).subscribe(keep);
    session.leaveBox();
    late.next(right(ways));
    expect(at()).toBe('choosing');
    expect(results).toEqual([{ _tag: 'Left', left: { _tag: 'Aborted' } }]);
  });

  it('without a session nothing is entered; without a box there is nothing to try again', () => {
    const { session, results, keep } = createSessionFixture();
    session.enter(drive).subscribe(keep);
    session.retry().subscribe(keep);
    expect(results).toMatchObject([
      { left: { messageKey: 'session.expired' } },
      { left: { messageKey: 'session.boxUnreachable' } },
    ]);
  });

  it('leaving the box goes back to the chooser with windows closed; in LAN mode it ends the session', () => {
    const bed = createSignedInFixture();
    bed.session.leaveBox();
    expect(bed.at()).toBe('choosing');
    expect(bed.calls).toEqual(['closeWindows token=kept']);
    const lan = createLanFixture();
    lan.session.leaveBox();
    expect(lan.at()).toBe('signed-out');
    expect(lan.settings.get('token')).toBeNull();
  });

  it('G-06: stale relay values are fetched anew', () => {
    const { session, script, results, keep } = createSessionFixture();
    session.signIn('ann', 'secret');
    let asked = 0;
    script['probe'] = () => of((asked += 1) === 1 ? left(offline) : right(identity));
    session.renewRelay().subscribe(keep);
    session.enter(drive);
    script['boxWays'] = () => of(right({ ...ways, relay: { host: 'h', auth: 'a2' } }));
    session.renewRelay().subscribe(keep);
    expect(session.stage$.value).toMatchObject({ link: { relay: { auth: 'a2' } } });
    script['boxWays'] = () => of(left(offline));
    session.renewRelay().subscribe(keep);
    expect(results).toEqual([right(null), right({ host: 'h', auth: 'a2' }), left(offline)]);
  });

  it('G-08: a session is handed over to another origin and taken over there', () => {
    const here = createSignedInFixture();
    const handed = here.session.exportTransfer();
    expect(handed).toEqual({
      username: 'ann',
      token: 'B'.repeat(32),
      boxId: 'B1',
      boxApi: 'http://10.0.0.5:6900',
      relayAuth: '',
      admin: here.session.admin$.value,
    });
    if (handed === null) return;
    const there = createSessionFixture();
    expect(there.session.exportTransfer()).toBeNull();
    there.session.adoptTransfer(handed);
    expect(there.session.stage$.value).toMatchObject({
      at: 'in',
      username: 'ann',
      link: { mode: 'toloc', token: 'B'.repeat(32) },
    });
    // The account token is not transferred: the other origin does not ask the account service.
    expect(there.settings.get('token')).toBe('offline');
    there.pass(120_000);
    expect(there.calls).not.toContain('checkToken');
    // A new origin has nothing stored, so the transfer contains the admin flag.
    for (const admin of [true, false]) {
      const other = createSessionFixture();
      other.session.adoptTransfer({ ...handed, admin });
      expect(other.session.admin$.value).toBe(admin);
    }
    const far = createSessionFixture();
    far.session.adoptTransfer({ ...handed, boxApi: 'https://relay.example/B1', relayAuth: 'a1' });
    expect(far.session.stage$.value).toMatchObject({
      link: { mode: 'toloc', relay: { host: 'relay.example', auth: 'a1' } },
    });
    const wrong = createSessionFixture();
    wrong.session.adoptTransfer({ ...handed, boxId: 'OTHER', boxApi: 'not an address' }).subscribe(wrong.keep);
    expect(wrong.at()).toBe('signed-out');
    expect(wrong.settings.get('boxToken')).toBeNull();
    expect(wrong.results).toMatchObject([{ left: { messageKey: 'session.boxUnreachable' } }]);
  });

  it("a box is shown the token that was made for it, never the account's own; only a service without such tokens leaves no choice", () => {
    const bed = createSignedInFixture();
    expect(bed.shown).toEqual(['B'.repeat(32)]);
    expect(bed.session.stage$.value).toMatchObject({ link: { token: 'B'.repeat(32) } });
    const plain = createSessionFixture();
    plain.script['boxWays'] = () => of(right({ ...ways, boxToken: null }));
    plain.session.signIn('ann', 'secret');
    plain.session.enter(drive);
    expect(plain.session.stage$.value).toMatchObject({ link: { token: 'T'.repeat(32) } });
  });
});
