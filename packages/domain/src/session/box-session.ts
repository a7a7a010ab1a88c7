import { ACC, GEN } from '@boxwood/box-sdk';
import { left, right } from '@boxwood/command-bus';
import {
  asyncScheduler,
  concat,
  distinctUntilChanged,
  last,
  map,
  type Observable,
  of,
  race,
  type SchedulerLike,
  Subscription,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { Drive } from '../model.ts';
import {
  andThen,
  startNow,
  type Failure,
  isConnectionFailure,
  isUnreachable,
  mapRight,
  type Outcome,
  rejected,
  type Result,
  settled,
} from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { select, State, type StateStream } from '../state/state-stream.ts';
import type { EventSink } from '../store/event-recorder.ts';
import { apiFromTypedAddress, hostOf } from './box-addresses.ts';
import { ConnectionMonitor, isLanSession } from './connection-monitor.ts';
import { findBox, PROBE_TIMEOUT_MS } from './find-box.ts';
import { directLink, storeBoxLink } from './box-links.ts';
import { isAccountCode } from './login-watch.ts';
import { RouteRenewal } from './route-renewal.ts';
import type { AccountPort, BoxSignInPort, BoxIdentity } from './session-ports.ts';
import { checkOfflineSignIn, checkSignIn } from './sign-in-checks.ts';
import type {
  BoxLink,
  ConnectionMode,
  SessionTransfer,
  ConnectionState,
  RelayPass,
  Session,
  SessionStage,
} from './session.ts';

/** Dependencies of {@link BoxSession}. */
export interface SessionDeps {
  readonly account: AccountPort;
  readonly box: BoxSignInPort;
  readonly settings: Settings;
  readonly records: EventSink;
  readonly visible$: Observable<boolean>;
  readonly online$: Observable<boolean>;
  /** Closes all windows: the first step of every sign-out (LOGIN-12, LOGIN-14). */
  readonly closeWindows: () => void;
  /**
   * Remembers the open windows in this tab, because the session ended without a sign-out and the user may come back.
   */
  readonly rememberWindows: () => void;
  /** Deletes the user's stored actions at sign-out. A session that ended otherwise keeps them. */
  readonly deletePendingActions: (username: string) => Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/** The account token of an offline sign-in (G-05). */
const OFFLINE_TOKEN = 'offline';
/** How long a sign-out waits for the server, in ms. */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/** See {@link Session}. */
export class BoxSession implements Session {
  readonly #deps: SessionDeps;
  readonly #stage = new State<SessionStage>({ at: 'signed-out', why: 'start' });
  readonly #monitor: ConnectionMonitor;
  readonly #routes: RouteRenewal;
  readonly #subscriptions = new Subscription();
  #lastDrive: Drive | null = null;
  #isLeaving = false;

  readonly lanMode$: StateStream<boolean>;
  readonly admin$: StateStream<boolean>;
  readonly retry$: Observable<null>;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.lanMode$ = select(this.#stage.stream, isLanSession);
    this.admin$ = select(this.#stage.stream, (stage) => stage.at === 'in' && stage.link.admin);
    this.#routes = new RouteRenewal(deps, this.#stage, () => this.leaveBox(true));
    this.#monitor = new ConnectionMonitor(deps, this.#stage.stream, (why) => this.#end(why));
    this.retry$ = this.#monitor.retry$;
    this.#subscriptions.add(() => this.#monitor.close());
    // Another tab signed out: the stored token was deleted.
    this.#subscriptions.add(
      deps.settings.value$('token').subscribe((token) => {
        const { at } = this.#stage.value;
        if (token === null && !this.#isLeaving && (at === 'in' || at === 'choosing' || at === 'unreachable'))
          this.#leave('asked');
      }),
    );
  }

  get stage$(): StateStream<SessionStage> {
    return this.#stage.stream;
  }

  get connection$(): StateStream<ConnectionState> {
    return this.#monitor.connection$;
  }

  signIn(userName: string, password: string): Outcome<{ readonly username: string }> {
    const refused = checkSignIn(userName, password);
    if (refused !== null) return settled(left(refused));
    this.#stage.set({ at: 'signing-in', way: 'account' });
    return startNow(
      this.#deps.account.signIn(userName.trim(), password).pipe(
        map((result): Result<{ readonly username: string }> => {
          if (result._tag === 'Left') {
            this.#stage.set({ at: 'signed-out', why: 'start' });
            return result;
          }
          const { token, username } = result.right;
          const { settings } = this.#deps;
          settings.set('username', username);
          settings.set('token', token);
          settings.set('boxToken', null);
          settings.set('boxLAN', 'N');
          this.#record({ type: 'SignedIn', data: { username, way: 'account' } });
          this.#stage.set({ at: 'choosing', username });
          this.#loadProfile();
          return right({ username });
        }),
      ),
    );
  }

  signInOffline(ip: string, userName: string, password: string): Outcome<{ readonly username: string }> {
    const refused = checkOfflineSignIn(ip, userName, password);
    if (refused !== null) return settled(left(refused));
    this.#stage.set({ at: 'signing-in', way: 'offline' });
    const api = apiFromTypedAddress(ip);
    const entered$ = this.#deps.box.signIn(api, userName.trim(), password).pipe(
      andThen((granted) => {
        const { settings } = this.#deps;
        settings.set('username', granted.username);
        settings.set('token', OFFLINE_TOKEN);
        settings.set('boxToken', granted.boxToken);
        settings.set('avatar', null);
        return this.#deps.box
          .probe(api, granted.boxToken, null, PROBE_TIMEOUT_MS)
          .pipe(mapRight((identity) => ({ granted, identity })));
      }),
      map((result): Result<{ readonly username: string }> => {
        if (result._tag === 'Left') {
          this.#deps.settings.clearSession();
          this.#stage.set({ at: 'signed-out', why: 'start' });
          return result;
        }
        const { granted, identity } = result.right;
        this.#record({ type: 'SignedIn', data: { username: granted.username, way: 'offline' } });
        this.#enterBox(granted.username, directLink(identity, api, granted.boxToken, granted.admin));
        return right({ username: granted.username });
      }),
    );
    return startNow(entered$);
  }

  resume(): Outcome<SessionStage> {
    const { settings } = this.#deps;
    const [username, token, boxToken, api] = [
      settings.get('username'),
      settings.get('token'),
      settings.get('boxToken'),
      settings.get('boxApi'),
    ];
    if (username === null || token === null) return settled(rejected('session.expired'));
    if (settings.get('boxLAN') === 'Y') {
      if (boxToken === null || api === null) return settled(rejected('session.expired'));
      return startNow(
        this.#deps.box.probe(api, boxToken, null, PROBE_TIMEOUT_MS).pipe(
          map((result): Result<SessionStage> => {
            if (result._tag === 'Left') return this.#handleResumeFailure(result.left);
            this.#enterBox(username, directLink(result.right, api, boxToken, settings.get('boxAdmin') === 'Y'));
            return right(this.#stage.value);
          }),
        ),
      );
    }
    return startNow(
      this.#deps.account.checkToken().pipe(
        map((result): Result<SessionStage> => {
          if (result._tag === 'Left') return this.#handleResumeFailure(result.left);
          this.#stage.set({ at: 'choosing', username });
          this.#loadProfile();
          return right(this.#stage.value);
        }),
      ),
    );
  }

  enter(drive: Drive): Outcome<BoxLink> {
    const { settings } = this.#deps;
    const username = settings.get('username');
    const token = settings.get('token');
    if (username === null || token === null) return settled(rejected('session.expired'));
    this.#lastDrive = drive;
    const target = drive.nick === '' ? drive.boxName : drive.nick;
    const connecting = (mode: ConnectionMode): void => this.#stage.set({ at: 'connecting', username, mode, target });
    connecting('tolan');
    const found$ = findBox(this.#deps, drive, token, connecting);
    // Leaving while connecting wins: a later result is dropped.
    const left$ = this.#stage.stream.pipe(
      distinctUntilChanged(),
      switchMap((stage) => (stage.at === 'connecting' ? [] : [stage])),
      take(1),
      map((): Result<BoxLink> => left({ _tag: 'Aborted' })),
    );
    return startNow(
      race(found$, left$).pipe(
        take(1),
        tap((result) => {
          if (result._tag === 'Right') this.#enterBox(username, result.right);
          else if (this.#stage.value.at === 'connecting') {
            const { mode } = this.#stage.value;
            this.#stage.set({ at: 'unreachable', username, mode, target, failure: result.left });
            this.report(result.left);
          }
        }),
      ),
    );
  }

  retry(): Outcome<BoxLink> {
    return this.#lastDrive === null ? settled(rejected('session.boxUnreachable')) : this.enter(this.#lastDrive);
  }

  leaveBox(removed = false): void {
    const { settings } = this.#deps;
    const username = settings.get('username');
    if (this.lanMode$.value || username === null) {
      this.#end('asked');
      return;
    }
    this.#deps.closeWindows();
    this.#stage.set({ at: 'choosing', username, removed });
  }

  adoptTransfer(transfer: SessionTransfer): Outcome<SessionStage> {
    const { settings } = this.#deps;
    const { username, token, boxId, boxApi, relayAuth, admin } = transfer;
    const relay: RelayPass | null = relayAuth === '' ? null : { host: hostOf(boxApi), auth: relayAuth };
    settings.set('username', username);
    settings.set('token', OFFLINE_TOKEN);
    settings.set('boxToken', token);
    this.#stage.set({ at: 'connecting', username, mode: 'toloc', target: boxId });
    return startNow(
      this.#deps.box.probe(boxApi, token, relay, PROBE_TIMEOUT_MS).pipe(
        map((result): Result<SessionStage> => {
          const checked: Result<BoxIdentity> =
            result._tag === 'Right' && result.right.boxId !== boxId ? rejected('session.boxUnreachable') : result;
          if (checked._tag === 'Left') {
            settings.clearSession();
            this.#stage.set({ at: 'signed-out', why: 'start' });
            return checked;
          }
          this.#enterBox(username, {
            ...directLink(checked.right, boxApi, token, admin),
            relay,
          });
          return right(this.#stage.value);
        }),
      ),
    );
  }

  exportTransfer(): SessionTransfer | null {
    const stage = this.#stage.value;
    if (stage.at !== 'in') return null;
    const { boxId, api, token, relay, admin } = stage.link;
    return { username: stage.username, token, boxId, boxApi: api, relayAuth: relay?.auth ?? '', admin };
  }

  renewRelay(): Outcome<RelayPass | null> {
    const stage = this.#stage.value;
    if (stage.at !== 'in' || stage.link.relay === null) return settled(right(null));
    return this.#routes.renew();
  }

  checkNow(): void {
    this.#monitor.checkNow();
  }

  report(failure: Failure): void {
    if (isUnreachable(failure)) this.#monitor.noteUnreachable();
    if (failure._tag !== 'Refused') return;
    const refusedBox = failure.family !== 'ACC' && failure.code === GEN.session;
    if (refusedBox && this.lanMode$.value) this.#end('expired');
    else if (refusedBox) {
      this.checkNow();
      this.#routes.renewToken();
    } else if (isAccountCode(failure, ACC.identity)) this.checkNow();
  }

  signOut(): Outcome<null> {
    this.#deps.closeWindows();
    const stage = this.#stage.value;
    const { account, box, scheduler = asyncScheduler } = this.#deps;
    const api = this.#deps.settings.get('boxApi');
    const serverSignOut$: Observable<unknown> = this.lanMode$.value
      ? api === null
        ? of(null)
        : box.signOut(api)
      : account.signOut();
    // Notify the other tabs before the stored token is deleted and their sessions end.
    const done$ = race(
      concat(this.#deletePendingActions(), serverSignOut$).pipe(last(null, null)),
      timer(SIGN_OUT_TIMEOUT_MS, scheduler),
    ).pipe(
      take(1),
      map((): Result<null> => {
        if (this.#stage.value === stage || this.#stage.value.at !== 'signed-out') this.#leave('asked');
        return right(null);
      }),
    );
    return startNow(done$);
  }

  /** Ends all subscriptions; the stored session remains. */
  close(): void {
    this.#subscriptions.unsubscribe();
  }

  #record(event: BoxEvent): void {
    this.#deps.records.append([event], 'person');
  }

  #loadProfile(): void {
    this.#deps.account.profile().subscribe((result) => {
      if (result._tag === 'Left' || this.#deps.settings.get('token') === null) return;
      this.#deps.settings.set('phone', result.right.mobile === '' ? null : result.right.mobile);
      this.#deps.settings.set('avatar', result.right.avatar === '' ? null : result.right.avatar);
    });
  }

  #enterBox(username: string, link: BoxLink): void {
    storeBoxLink(this.#deps.settings, link);
    this.#record({ type: 'BoxEntered', data: { boxId: link.boxId, mode: link.mode } });
    this.#stage.set({ at: 'in', username, link });
  }

  /** Clears a stored session that is not valid any more; keeps one that could not be checked. */
  #handleResumeFailure(failure: Failure): Result<never> {
    if (!isConnectionFailure(failure)) {
      this.#leave(isAccountCode(failure, ACC.identity) ? 'elsewhere' : 'expired');
    }
    return left(failure);
  }

  /** LOGIN-14: closes the windows, signs out at the server, and shows the sign-in page. */
  #end(why: 'asked' | 'elsewhere' | 'expired'): void {
    if (why !== 'asked') this.#deps.rememberWindows();
    this.#deps.closeWindows();
    if (why === 'asked') this.#deletePendingActions().subscribe();
    if (!this.lanMode$.value) this.#deps.account.signOut().subscribe();
    this.#leave(why);
  }

  #deletePendingActions(): Observable<unknown> {
    const username = this.#deps.settings.get('username');
    return username === null ? of(null) : this.#deps.deletePendingActions(username);
  }

  #leave(why: 'asked' | 'elsewhere' | 'expired'): void {
    const who = this.#deps.settings.get('username') ?? '';
    this.#lastDrive = null;
    this.#record({ type: 'SignedOut', data: { why } });
    this.#isLeaving = true;
    this.#deps.settings.clearSession();
    this.#isLeaving = false;
    this.#monitor.reset();
    this.#stage.set(why === 'asked' ? { at: 'signed-out', why } : { at: 'signed-out', why, who });
  }
}
