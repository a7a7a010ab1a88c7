import { loadMenus, loadSheets } from '@boxwood/ui';
import { stubLayout } from '@boxwood/ui/layout-stubs';
import type { CommandSpec } from '@boxwood/command-bus';
import { act, render } from '@testing-library/react';
import { filter, firstValueFrom } from 'rxjs';
import { onTestFinished, vi } from 'vitest';
import { bindPage } from '../composition/page-services.ts';
import { ServiceScope } from '../composition/service-scope.ts';
import {
  AppearanceToken,
  DesktopToken,
  LanguagesToken,
  LauncherToken,
  SessionScopeToken,
  SessionToken,
} from '../composition/service-tokens.ts';
import type { AppId, AppLinks } from '../kit/app/apps/app-links.ts';
import type { AppManifest } from '../kit/app/apps/define-app.ts';
import { loadFailureMessages } from '../platform/i18n/failure-text.ts';
import type { Language } from '../platform/i18n/language.ts';
import { ScopeProvider } from '../platform/react/scope.tsx';
import { type AccountReplies, replyDrive } from './account-replies.ts';
import { type BoxReplies, type BoxRequest, createReplyBox, REPLY_BOX_ID } from './box-replies.ts';
import { type PagePart, pagePart } from './page-part.ts';
import type { ServedFiles } from './served-files.ts';
import { resetScreen, type ScreenKind, setScreen } from './test-screen.ts';
import { TestHome } from './TestShell.tsx';

const DESKTOP_SIZE = { width: 1000, height: 600 };
const PHONE_SIZE = { width: 390, height: 780 };

/** Options of {@link renderApp}. */
export interface RenderAppOptions<K extends AppId> {
  /** What the box answers; everything else is refused as not offered. */
  readonly replies?: BoxReplies;
  /**
   * What the account service answers. With it, also empty, the session is one of the account service; without it, one
   * of the local network.
   */
  readonly account?: AccountReplies;
  /** Files that the box serves and stores (`serveFiles`). */
  readonly files?: ServedFiles;
  readonly params?: AppLinks[K];
  readonly user?: string;
  /** Whether the user is an administrator of the box; by default a member. */
  readonly admin?: boolean;
  readonly language?: Language;
  /** Renders the app as a page of the phone. */
  readonly phone?: boolean;
}

/** A rendered app. As a {@link PagePart} it is the whole page, with dialogs, menus and toasts. */
export interface RenderedApp extends PagePart {
  /** The services of the session, for what no user can do or see. */
  readonly scope: ServiceScope;
  /** Every request in order, also those of the session in the background. */
  readonly requests: readonly BoxRequest[];
  /** The parameters of every request with this command. */
  sent(command: CommandSpec): readonly unknown[];
  /** Waits until lazy code is loaded, no request is pending and none was sent for two turns of the event loop. */
  settled(): Promise<void>;
  /**
   * Reports changed areas, or folders by their path, to the page, as a box does, and waits until the app is settled. A
   * second report waits up to 0.5 s.
   */
  reportChange(...changed: readonly string[]): Promise<void>;
  /** Makes the box unreachable, or reachable again. */
  setReachable(isReachable: boolean): void;
  /** The windows of other apps that were opened. */
  opened(): readonly { readonly app: string; readonly params: unknown }[];
  /** Changes the width of the page, as turning a tablet does. */
  resizeTo(kind: ScreenKind): Promise<void>;
  /** Ends the app and its session. Happens by itself at the end of a test. */
  unmount(): Promise<void>;
}

/**
 * Renders one app in a window, or on a page of the phone, with its real services, over a box in this process that
 * answers with `replies`. Resolves when the app is settled.
 */
export const renderApp = async <K extends AppId>(
  app: AppManifest<K>,
  options: RenderAppOptions<K> = {},
): Promise<RenderedApp> => {
  const { replies = {}, account, files, params, user = 'ann', admin = false, language = 'en', phone = false } = options;
  localStorage.clear();
  sessionStorage.clear();
  const resize = (kind: ScreenKind): void => {
    const { width, height } = kind === 'phone' ? PHONE_SIZE : DESKTOP_SIZE;
    stubLayout(width, height);
    setScreen(kind);
  };
  resize(phone ? 'phone' : 'desktop');

  const box = createReplyBox(replies, { name: user, isAdmin: admin }, { account, files });
  const root = bindPage(ServiceScope.root(), window, { calls: box.transport, transfers: box.transport });
  root.get(AppearanceToken);
  root.get(LanguagesToken).use(language);
  const sessionScope$ = root.get(SessionScopeToken).scope$;
  const session = root.get(SessionToken);
  if (account === undefined)
    session.adoptTransfer({
      username: user,
      token: 'T'.repeat(32),
      boxId: REPLY_BOX_ID,
      boxApi: location.origin,
      relayAuth: '',
      admin,
    });
  else {
    await firstValueFrom(session.signIn(user, 'a password'));
    await firstValueFrom(session.enter(replyDrive(REPLY_BOX_ID, admin)));
  }
  // Lazy code loads before the app is rendered, so that waiting for a menu is not waiting for its module.
  const [scope] = await Promise.all([
    firstValueFrom(sessionScope$.pipe(filter((each) => each !== null))),
    ...[app.load(), loadMenus(), loadSheets(), loadFailureMessages()],
  ]);

  const launcher = scope.get(LauncherToken);
  const desktop = scope.get(DesktopToken);
  launcher.open(app.id, params === undefined ? {} : { params });
  const manifest = launcher.find(app.id);
  if (manifest === undefined) throw new Error(`${app.id} is not in apps/index.ts`);
  const { unmount } = render(
    <ScopeProvider scope={root}>
      <TestHome app={manifest} />
    </ScopeProvider>,
  );

  const settled = async (): Promise<void> => {
    await act(async () => {
      let started = -1;
      for (let quietTurns = 0; quietTurns < 2;) {
        // Lazy code that an action loads may take longer than two turns on a busy machine.
        await vi.dynamicImportSettled();
        await new Promise((resolve) => setTimeout(resolve));
        const now = box.activity();
        quietTurns = now.pending === 0 && now.started === started ? quietTurns + 1 : 0;
        ({ started } = now);
      }
    });
  };
  let isMounted = true;
  const end = async (): Promise<void> => {
    if (!isMounted) return;
    isMounted = false;
    unmount();
    await act(() => root.dispose());
    resetScreen();
    if (box.faults.length > 0) throw new AggregateError(box.faults, 'a reply of this test failed');
  };
  onTestFinished(end);
  await settled();
  return {
    ...pagePart(document.body, settled),
    scope,
    requests: box.requests,
    sent: (command) => box.requests.flatMap((request) => (request.command === command ? [request.params] : [])),
    settled,
    reportChange: async (...changed) => {
      await box.reportChange(changed);
      await settled();
    },
    setReachable: box.setReachable,
    opened: () =>
      desktop.windows$.value.flatMap(({ component, params: opened }) =>
        component === app.id ? [] : [{ app: component, params: opened }],
      ),
    resizeTo: async (kind) => {
      resize(kind);
      await settled();
    },
    unmount: end,
  };
};
