import type { Client, Identity } from '@boxwood/command-bus';
import { createClient, fetchTransport } from '@boxwood/command-bus';
import {
  BoxBoxes,
  BoxSession,
  boxSetup,
  BrowserSettings,
  browserKeyValue,
  undoStorageKey,
  type SessionTransfer,
  SlowCalls,
  pageOnline,
  pageVisible,
  EventRecorder,
  systemClock,
  TIMERS,
} from '@boxwood/domain';
import {
  catchError,
  combineLatest,
  EMPTY,
  exhaustMap,
  first,
  firstValueFrom,
  from,
  fromEvent,
  map,
  type Observable,
  of,
  race,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import { recentFilesKey, recentSearchesKey } from '../kit/files/history/history-keys.ts';
import { Languages } from '../platform/i18n/languages.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import type { SessionHandover } from '../shell/routes/session-handover.ts';
import { consumeSessionHandover, consumeLinkHints } from '../shell/routes/session-handover.ts';
import { destination } from '../shell/routes/navigation.ts';
import { Router } from '../shell/routes/router.ts';
import { Appearance } from '../platform/theme/appearance.ts';
import { withConnectionMonitor } from './monitor-connection.ts';
import { withLanguageHeader } from './language-header.ts';
import { RestorableWindows } from './restorable-windows.ts';
import { lazyAccountPort, lazyBoxEntryPort, lazyRosterPort } from './ports/lazy-session-ports.ts';
import { prefetchDesktop } from './prefetch-desktop.ts';
import type { ServiceScope } from './service-scope.ts';
import { ServingBox } from './serving-box.ts';
import type { PageTransports } from './page-transports.ts';
import { SessionScopes } from './session-scopes.ts';
import {
  AccountClientToken,
  AppearanceToken,
  BoxesToken,
  ClockToken,
  DesktopToken,
  LinkHintsToken,
  LanguagesToken,
  SlowCallsToken,
  RestorableWindowsToken,
  LinkToken,
  RecorderToken,
  RouterToken,
  ServingBoxToken,
  SessionScopeToken,
  SessionToken,
  SettingsToken,
  SetupToken,
  VisibleToken,
} from './service-tokens.ts';

const toHandedSession = ({ u, t, b, h, a, y }: SessionHandover): SessionTransfer => ({
  username: u,
  token: t,
  boxId: b,
  boxApi: h,
  relayAuth: a,
  admin: y === 'Y',
});

/** Deletes the stored records of a user. Unavailable storage has nothing to delete and must not prevent signing out. */
const deleteUserRecords = (username: string, box: string | null): Observable<unknown> =>
  from(import('./delete-records.ts').then((records) => records.deleteRecords(username, box))).pipe(
    catchError(() => of(null)),
  );

/** Binds the services of the page, which exist before a user signs in. */
export const bindPage = (
  root: ServiceScope,
  page: Window & typeof globalThis,
  transports: PageTransports = { calls: fetchTransport() },
): ServiceScope =>
  root
    .bindValue(ClockToken, systemClock)
    .bindValue(VisibleToken, pageVisible({ document: page.document, navigator: page.navigator, window: page }))
    .bind(RecorderToken, [], () => new EventRecorder())
    .bind(
      SettingsToken,
      [RecorderToken],
      (recorder) => new BrowserSettings(browserKeyValue('local', page), browserKeyValue('session', page), recorder),
    )
    .bind(LanguagesToken, [], () => new Languages('en'))
    .bind(
      AppearanceToken,
      [SettingsToken, LanguagesToken],
      (settings, languages) =>
        new Appearance(settings, languages, page.document.documentElement, page.navigator.languages),
    )
    .bind(RouterToken, [], () => new Router(page))
    .bind(LinkHintsToken, [], () => consumeLinkHints(page))
    .bind(SetupToken, [], () => boxSetup(createClient({ baseUrl: page.location.origin, transport: transports.calls })))
    .bind(ServingBoxToken, [SetupToken], (setup) => new ServingBox(page.location, setup))
    .bind(SlowCallsToken, [], () => new SlowCalls())
    .bind(RestorableWindowsToken, [], () => new RestorableWindows())
    .bind(
      AccountClientToken,
      [SettingsToken, ServingBoxToken, SlowCallsToken, LanguagesToken],
      (settings, serving, slowCalls, languages): Client => {
        const client = createClient({
          baseUrl: () => serving.accountUrl,
          transport: withLanguageHeader(transports.calls, languages),
          identity: (): Identity => ({ username: settings.get('username') ?? '', token: settings.get('token') ?? '' }),
          onSessionProblem: (_, call) => {
            // The session reads the result of CheckToken itself.
            if (call !== 'CheckToken') root.get(SessionToken).checkNow();
          },
        });
        return withConnectionMonitor(client, slowCalls, (error) => {
          root.get(SessionToken).report(error);
        });
      },
    )
    .bind(
      SessionToken,
      [SettingsToken, AccountClientToken, ServingBoxToken, VisibleToken, RecorderToken],
      (settings, account, serving, visible$, records) =>
        new BoxSession({
          account: lazyAccountPort(account, serving),
          box: lazyBoxEntryPort(
            () => ({
              username: settings.get('username') ?? '',
              token: settings.get('boxToken') ?? settings.get('token') ?? '',
            }),
            serving,
            transports.calls,
          ),
          settings,
          records,
          visible$,
          online$: pageOnline({ document: page.document, navigator: page.navigator, window: page }),
          // Windows belong to the session scope; without a scope there are no windows.
          deletePendingActions: (username) => {
            const link = root.get(SessionScopeToken).scope$.value?.get(LinkToken);
            for (const key of [undoStorageKey, recentFilesKey, recentSearchesKey])
              settings.setText(key(username), null);
            return deleteUserRecords(username, link?.boxId ?? null);
          },
          rememberWindows: () => {
            const desktop = root.get(SessionScopeToken).scope$.value?.get(DesktopToken);
            if (desktop !== undefined)
              root.get(RestorableWindowsToken).store(settings.get('username') ?? '', desktop.windows$.value);
          },
          closeWindows: () => root.get(SessionScopeToken).scope$.value?.get(DesktopToken).closeAll(),
        }),
    )
    .bind(
      BoxesToken,
      [SessionToken, SettingsToken, AccountClientToken, ServingBoxToken],
      (session, settings, account, serving) => new BoxBoxes({ ...lazyRosterPort(account, serving), session, settings }),
    )
    .bind(
      SessionScopeToken,
      [SessionToken],
      (session) =>
        new SessionScopes(root, session, () =>
          loadChunk(async () => {
            const { bindSession } = await import('./session-services.ts');
            return (scope, stage) => {
              bindSession(scope, stage, transports);
            };
          }),
        ),
    );

/** Time in ms within which a box must answer before a cached page shows that it is unreachable. */
const BOX_ANSWER_TIMEOUT_MS = 4_000;

/**
 * Reloads the page once its box answers: polled every few seconds while the page is visible, and at once when the
 * network returns.
 */
const reloadWhenReachable = (root: ServiceScope, page: Window, identify$: Observable<boolean>): void => {
  combineLatest([root.get(VisibleToken), fromEvent(page, 'online').pipe(startWith(null))])
    .pipe(
      switchMap(([visible]) => (visible ? timer(0, TIMERS.retry) : EMPTY)),
      exhaustMap(() => identify$),
      first((isReachable) => isReachable),
    )
    .subscribe(() => {
      page.location.reload();
    });
};

/**
 * Starts the page: accepts a handed-over session or continues the stored one unless the address has `auto=N`, then
 * keeps address and session consistent (G-08). Resolves when the first page can be shown: `away` when a service worker
 * served this page and its box does not answer; the page reloads once the box does.
 */
export const startPage = async (root: ServiceScope, page: Window): Promise<'ready' | 'away'> => {
  const session = root.get(SessionToken);
  const router = root.get(RouterToken);
  root.get(AppearanceToken);
  root.get(SessionScopeToken);
  const serving = root.get(ServingBoxToken);
  const route = router.route$.value;
  const isFormRequested = route.page === 'sign-in' && (!route.auto || route.setup !== null || route.join !== null);
  const settings = root.get(SettingsToken);
  const hasStoredSession = (settings.get('token') ?? settings.get('boxToken') ?? '') !== '';
  // A page cached by a service worker has its code before its box has answered.
  if (hasStoredSession && !isFormRequested) prefetchDesktop(page, true, serving);
  // Without a service worker the box has just served this page.
  const mayBeAway = 'serviceWorker' in page.navigator && page.navigator.serviceWorker.controller !== null;
  if (
    mayBeAway &&
    !(await firstValueFrom(race(serving.identified, timer(BOX_ANSWER_TIMEOUT_MS).pipe(map(() => false)))))
  ) {
    reloadWhenReachable(root, page, serving.identify());
    return 'away';
  }
  root.get(LinkHintsToken);
  const handover = consumeSessionHandover(page);
  if (!hasStoredSession || isFormRequested) prefetchDesktop(page, handover !== null && !isFormRequested, serving);
  const sessionStart =
    handover !== null ? session.adoptTransfer(toHandedSession(handover)) : isFormRequested ? null : session.resume();
  const syncRouteAndSession = (): void => {
    const redirectIfNeeded = (): void => {
      const next = destination(router.route$.value, session.stage$.value);
      if (next !== null) router.replace(next);
    };
    session.stage$.subscribe(redirectIfNeeded);
    router.route$.subscribe(redirectIfNeeded);
  };
  if (sessionStart !== null) {
    await new Promise<void>((resolve) => {
      sessionStart.subscribe({ complete: resolve });
    });
  }
  syncRouteAndSession();
  return 'ready';
};
