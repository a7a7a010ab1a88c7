import { loadMenus, loadSheets } from '@boxwood/ui';
import { render, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import { startPage } from '../composition/page-services.ts';
import type { ServiceScope } from '../composition/service-scope.ts';
import { DesktopToken, SessionScopeToken, SettingsToken } from '../composition/service-tokens.ts';
import { loadFailureMessages } from '../platform/i18n/failure-text.ts';
import { PageProviders } from '../shell/routes/PageProviders.tsx';
import { type PagePart, pagePart } from './page-part.ts';
import { bindTestPage, type PageOptions, type RenderedPage } from './test-page.ts';

/** Options of {@link renderShell}. */
export interface RenderShellOptions extends PageOptions {
  /** Texts in the local storage of the browser before the page is opened. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Reaches the box of the account through the relay. */
  readonly relayed?: boolean;
}

/** Options of {@link renderSignIn}; the account service answers always. */
export interface RenderSignInOptions extends PageOptions {
  /** Path, query and fragment of the page; by default the form. */
  readonly address?: string;
  /** Stores a session of the account before the page starts; the address must not ask for the form. */
  readonly hasStoredSession?: boolean;
}

/** An open window of the shell, or an app on the phone. */
export interface OpenedWindow {
  readonly app: string;
  readonly params: unknown;
  readonly pageIndex: number;
  readonly isMinimized: boolean;
}

/** The rendered page with the services of its session. */
export interface RenderedShell extends RenderedPage {
  /** The services of the session, for what no user can do or see. */
  readonly scope: ServiceScope;
  /** The bar at the top of the desktop, where names of windows are names of menus too. */
  topBar(): PagePart;
  /** The window with this title, also a minimised one. */
  window(title: string): PagePart;
  /** The open windows from the back to the front, by app. */
  opened(): readonly OpenedWindow[];
}

/** The rendered page before a session. */
export interface RenderedSignIn extends RenderedPage {
  /** Whether a session has begun. */
  isSignedIn(): boolean;
  /** The text in the address bar, without the host. */
  address(): string;
}

const PARTS = [
  () => import('../composition/session-services.ts'),
  () => import('../composition/ports/session-ports.ts'),
  () => import('../shell/Home.tsx'),
  () => import('../shell/panels/Panels.tsx'),
  () => import('../shell/sign-in/onboarding-pages.ts'),
  () => import('../shell/sign-in/box-pages.ts'),
  () => import('../shell/sign-in/DirectSignInForm.tsx'),
  loadMenus,
  loadSheets,
  loadFailureMessages,
];
const DESKTOP_PARTS = [
  () => import('../shell/desktop/DesktopFrame.tsx'),
  () => import('../shell/panels/DesktopPanels.tsx'),
  () => import('../shell/windows/WindowSwitcher.tsx'),
];
const PHONE_PARTS = [() => import('../shell/phone/PhoneShell.tsx'), () => import('../shell/phone/MorePage.tsx')];

/** Loads lazy code before the page is rendered, so that waiting for a menu is not waiting for its module. */
const loadParts = async (phone: boolean): Promise<void> => {
  await Promise.all([...PARTS, ...(phone ? PHONE_PARTS : DESKTOP_PARTS)].map((load) => load()));
};

/** What jsdom lacks: the page is idle at once, where the product would wait 200 ms, and nothing scrolls. */
const stubPage = (): void => {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', (handle: ReturnType<typeof setTimeout>) => {
    clearTimeout(handle);
  });
};

const TOP_BAR = /^(Top bar|顶栏)$/;
const PLACES = /^(Main places|主导航)$/;

const goTo = (address: string): void => {
  history.replaceState(null, '', address);
};

/**
 * Renders the desktop, or the pages of a phone, of a signed-in user, with all real services. Resolves when the page is
 * settled and its panels are loaded.
 */
export const renderShell = async (options: RenderShellOptions = {}): Promise<RenderedShell> => {
  const { phone = false } = options;
  stubPage();
  // The form does not continue a stored session; the page leaves it when the session begins.
  goTo('/?auto=N');
  const { root, page, mount, enter } = bindTestPage(options);
  await Promise.all([loadParts(phone), startPage(root, window)]);
  const scope = await enter();
  mount(render(createElement(PageProviders, { scope: root, initialState: 'ready', startup: null })).unmount);
  const desktop = scope.get(DesktopToken);
  await waitFor(() =>
    phone ? page.getByRole('navigation', { name: PLACES }) : page.getByRole('banner', { name: TOP_BAR }),
  );
  await page.settled();
  return {
    ...page,
    scope,
    topBar: () => pagePart(page.getByRole('banner', { name: TOP_BAR }), () => page.settled()),
    window: (title) => pagePart(page.getByRole('region', { name: title, hidden: true }), () => page.settled()),
    opened: () =>
      desktop.windows$.value
        .toSorted((a, b) => a.zIndex - b.zIndex)
        .map(({ component, params, pageIndex, isMinimized }) => ({ app: component, params, pageIndex, isMinimized })),
  };
};

/**
 * Renders the page of a user who is not signed in: the form, or the page of a link. After a sign-in it continues to
 * the desktop, as in a browser.
 */
export const renderSignIn = async (options: RenderSignInOptions = {}): Promise<RenderedSignIn> => {
  const { user = 'ann', phone = false, address = '/?auto=N', hasStoredSession = false } = options;
  stubPage();
  goTo(address);
  const { root, page, mount } = bindTestPage(options);
  if (hasStoredSession) {
    const settings = root.get(SettingsToken);
    settings.set('username', user);
    settings.set('token', 'A'.repeat(32));
  }
  await loadParts(phone);
  await startPage(root, window);
  mount(render(createElement(PageProviders, { scope: root, initialState: 'ready', startup: null })).unmount);
  await page.settled();
  return {
    ...page,
    isSignedIn: () => root.get(SessionScopeToken).scope$.value !== null,
    address: () => `${location.pathname}${location.search}${location.hash}`,
  };
};
