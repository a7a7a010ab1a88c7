/** A session over scripted ports, in virtual time. For tests. */
import { right } from '@boxwood/command-bus';
import type { BoxError, Either } from '@boxwood/command-bus';
import { BehaviorSubject, Observable, of, VirtualTimeScheduler } from 'rxjs';
import type { Drive } from '../model.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { MemoryKeyValue } from './memory-key-value.ts';
import { testStore } from './test-store.ts';
import { BoxSession } from '../session/box-session.ts';
import type { AccountPort, BoxSignInPort, BoxIdentity, BoxAddresses } from '../session/session-ports.ts';

export const drive: Drive = {
  boxName: 'boxwood-1',
  boxId: 'B1',
  boxJID: 'B1@box',
  nick: 'Attic',
  model: 'N3',
  online: 'Y',
  edition: 'standard',
  role: 'owner',
  version: '1.0.30',
  lanIp: '10.0.0.5',
};
export const identity: BoxIdentity = { boxId: 'B1', boxName: 'boxwood-1', model: 'N3', version: '1.0.30' };
export const ways: BoxAddresses = {
  lanIp: '10.0.0.5',
  wanIp: '203.0.113.9',
  ipv6: '2001:db8::1',
  apiPort: 6900,
  relayUrl: 'https://relay.example/B1',
  relay: { host: 'h', auth: 'a1' },
  online: true,
  boxToken: 'B'.repeat(32),
};

export const createSessionFixture = (local = new MemoryKeyValue()) => {
  const scheduler = new VirtualTimeScheduler();
  const tab = new MemoryKeyValue();
  const settings = new BrowserSettings(local, tab);
  const calls: string[] = [];
  /** The tokens that were sent to boxes. */
  const shown: string[] = [];
  const script: Record<string, (() => Observable<Either<BoxError, unknown>>) | undefined> = {};
  const answer = <A>(name: string, value: A): Observable<Either<BoxError, A>> =>
    new Observable((subscriber) => {
      calls.push(name);
      // A test's script answers with the type of the call that it replaces.
      const scripted = script[name.split(' ')[0] ?? ''] as (() => Observable<Either<BoxError, A>>) | undefined;
      return (scripted === undefined ? of(right(value)) : scripted()).subscribe(subscriber);
    });
  const account: AccountPort = {
    signIn: (userName) => answer('signIn', { token: 'T'.repeat(32), username: userName.replace(/@.*/, '') }),
    signOut: () => answer('signOut', null),
    checkToken: () => answer('checkToken', null),
    boxAddresses: () => answer('boxWays', ways),
    profile: () => answer('profile', { mobile: '13800000000', avatar: '/a.png' }),
  };
  const box: BoxSignInPort = {
    probe: (api, token, relay) => {
      shown.push(token);
      return answer(`probe ${api}${relay === null ? '' : ' relay'}`, identity);
    },
    signIn: (api, userName) =>
      answer(`boxSignIn ${api}`, { boxToken: 'K'.repeat(32), username: userName, admin: true }),
    signOut: (api) => answer(`boxSignOut ${api}`, null),
  };
  const visible$ = new BehaviorSubject(true);
  const online$ = new BehaviorSubject(true);
  const store = testStore();
  const events: string[] = [];
  store.batches$.subscribe((batch) => events.push(...batch.map(({ event }) => event.type)));
  const session = new BoxSession({
    account,
    box,
    settings,
    records: store,
    visible$,
    online$,
    rememberWindows: () => calls.push('keepWindows'),
    closeWindows: () => calls.push(`closeWindows token=${settings.get('token') === null ? 'gone' : 'kept'}`),
    deletePendingActions: (username) => {
      calls.push(`forget ${username}`);
      return of(null);
    },
    scheduler,
  });
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  const results: unknown[] = [];
  const keep = (result: unknown): void => void results.push(result);
  const at = () => session.stage$.value.at;
  return { session, settings, shown, local, tab, calls, script, visible$, online$, events, pass, results, keep, at };
};
export const createSignedInFixture = () => {
  const bed = createSessionFixture();
  bed.session.signIn('ann', 'secret');
  bed.session.enter(drive);
  bed.calls.length = 0;
  return bed;
};
export const createLanFixture = () => {
  const bed = createSessionFixture();
  bed.session.signInOffline('10.0.0.5', 'ann', 'secret');
  bed.calls.length = 0;
  return bed;
};
