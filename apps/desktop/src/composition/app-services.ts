import type { Client, Identity } from '@boxwood/command-bus';
import { createClient, fetchTransport } from '@boxwood/command-bus';
import {
  BoxBoxes,
  BoxSession,
  boxSetup,
  BrowserSettings,
  browserKeyValue,
  deedsKey,
  type HandedSession,
  LateCalls,
  pageOnline,
  pageVisible,
  Recorder,
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
import { recentsKey, searchedKey } from '../file-kit/kept-names.ts';
import { Languages } from '../i18n/languages.ts';
import { loadChunk } from '../platform/lazy.ts';
import type { HandOver } from '../routes/hand-over.ts';
import { takeHandOver, takeHints } from '../routes/hand-over.ts';
import { destination } from '../routes/navigation.ts';
import { Router } from '../routes/router.ts';
import { Appearance } from '../theme/appearance.ts';
import { hearLine } from './hear-line.ts';
import { inLanguage } from './in-language.ts';
import { LeftWindows } from './left-windows.ts';
import { lazyAccountPort, lazyBoxEntryPort, lazyRosterPort } from './ports/lazy-session-ports.ts';
import { prefetchDesktop } from './prefetch.ts';
import type { ServiceScope } from './service-scope.ts';
import { ServingBox } from './serving-box.ts';
import { SessionScopes } from './session-scopes.ts';
import {
  AccountClientToken,
  AppearanceToken,
  BoxesToken,
  ClockToken,
  DesktopToken,
  HintsToken,
  LanguagesToken,
  LateCallsToken,
  LeftWindowsToken,
  LinkToken,
  RecorderToken,
  RouterToken,
  ServingBoxToken,
  SessionScopeToken,
  SessionToken,
  SettingsToken,
  SetupToken,
  VisibleToken,
} from './tokens.ts';

const handed = ({ u, t, b, h, a, y }: HandOver): HandedSession => ({
  username: u,
  token: t,
  boxId: b,
  boxApi: h,
  relayAuth: a,
  admin: y === 'Y',
});

/** Deletes the stored records of a user. Unavailable storage has nothing to delete and must not prevent signing out. */
const forgetRecords = (username: string, box: string | null): Observable<unknown> =>
  from(import('./forget-records.ts').then((records) => records.forgetRecords(username, box))).pipe(
    catchError(() => of(null)),
  );

/** Binds the services of the page, which exist before a user signs in. */
export const bindPage = (root: ServiceScope, page: Window & typeof globalThis): ServiceScope =>
  root
    .value(ClockToken, systemClock)
    .value(VisibleToken, pageVisible({ document: page.document, navigator: page.navigator, window: page }))
    .bind(RecorderToken, [], () => new Recorder())
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
    .bind(HintsToken, [], () => takeHints(page))
    .bind(SetupToken, [], () => boxSetup(createClient({ baseUrl: page.location.origin, transport: fetchTransport() })))
    .bind(ServingBoxToken, [SetupToken], (setup) => new ServingBox(page.location, setup))
    .bind(LateCallsToken, [], () => new LateCalls())
    .bind(LeftWindowsToken, [], () => new LeftWindows())
    .bind(
      AccountClientToken,
      [SettingsToken, ServingBoxToken, LateCallsToken, LanguagesToken],
      (settings, serving, late, languages): Client => {
        const client = createClient({
          baseUrl: () => serving.account,
          transport: inLanguage(fetchTransport(), languages),
          identity: (): Identity => ({ username: settings.get('username') ?? '', token: settings.get('token') ?? '' }),
          onSessionProblem: (_, call) => {
            // The session reads the result of CheckToken itself.
            if (call !== 'CheckToken') root.get(SessionToken).checkNow();
          },
        });
        return hearLine(client, late, (error) => {
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
          ),
          settings,
          records,
          visible$,
          online$: pageOnline({ document: page.document, navigator: page.navigator, window: page }),
          // Windows belong to the session scope; without a scope there are no windows.
          forget: (username) => {
            const link = root.get(SessionScopeToken).scope$.value?.get(LinkToken);
            for (const key of [deedsKey, recentsKey, searchedKey]) settings.setText(key(username), null);
            return forgetRecords(username, link?.boxId ?? null);
          },
          keepWindows: () => {
            const desktop = root.get(SessionScopeToken).scope$.value?.get(DesktopToken);
            if (desktop !== undefined)
              root.get(LeftWindowsToken).keep(settings.get('username') ?? '', desktop.windows$.value);
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
          loadChunk(async () => (await import('./session-services.ts')).bindSession),
        ),
    );

/** Time in ms within which a box must answer before a cached page shows that it is unreachable. */
const PATIENCE_MS = 4_000;

/**
 * Reloads the page once its box answers: polled every few seconds while the page is visible, and at once when the
 * network returns.
 */
const startAgain = (root: ServiceScope, page: Window, learn$: Observable<boolean>): void => {
  combineLatest([root.get(VisibleToken), fromEvent(page, 'online').pipe(startWith(null))])
    .pipe(
      switchMap(([visible]) => (visible ? timer(0, TIMERS.again) : EMPTY)),
      exhaustMap(() => learn$),
      first((answered) => answered),
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
  const form = route.page === 'sign-in' && (!route.auto || route.setup !== null || route.join !== null);
  const settings = root.get(SettingsToken);
  const stored = (settings.get('token') ?? settings.get('boxToken') ?? '') !== '';
  // A page cached by a service worker has its code before its box has answered.
  if (stored && !form) prefetchDesktop(page, true, serving);
  // Without a service worker the box has just served this page.
  const mayBeAway = 'serviceWorker' in page.navigator && page.navigator.serviceWorker.controller !== null;
  if (mayBeAway && !(await firstValueFrom(race(serving.learned, timer(PATIENCE_MS).pipe(map(() => false)))))) {
    startAgain(root, page, serving.learn());
    return 'away';
  }
  root.get(HintsToken);
  const given = takeHandOver(page);
  if (!stored || form) prefetchDesktop(page, given !== null && !form, serving);
  const begun = given !== null ? session.takeOver(handed(given)) : form ? null : session.resume();
  const keepInStep = (): void => {
    const follow = (): void => {
      const next = destination(router.route$.value, session.stage$.value);
      if (next !== null) router.replace(next);
    };
    session.stage$.subscribe(follow);
    router.route$.subscribe(follow);
  };
  if (begun !== null) {
    await new Promise<void>((resolve) => {
      begun.subscribe({ complete: resolve });
    });
  }
  keepInStep();
  return 'ready';
};
