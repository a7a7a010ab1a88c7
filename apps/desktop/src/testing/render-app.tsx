import { loadMenus, loadSheets } from '@boxwood/ui';
import { render } from '@testing-library/react';
import type { ServiceScope } from '../composition/service-scope.ts';
import { DesktopToken, LauncherToken } from '../composition/service-tokens.ts';
import type { AppId, AppLinks } from '../kit/app/apps/app-links.ts';
import type { AppManifest } from '../kit/app/apps/define-app.ts';
import { loadFailureMessages } from '../platform/i18n/failure-text.ts';
import { ScopeProvider } from '../platform/react/scope.tsx';
import type { ServedFiles } from './served-files.ts';
import { bindTestPage, type PageOptions, type RenderedPage } from './test-page.ts';
import { TestHome } from './TestShell.tsx';

/** Options of {@link renderApp}. */
export interface RenderAppOptions<K extends AppId> extends PageOptions {
  /** Files that the box serves and stores (`serveFiles`). */
  readonly files?: ServedFiles;
  readonly params?: AppLinks[K];
}

/** A rendered app. As a part of the page it is the whole page, with dialogs, menus and toasts. */
export interface RenderedApp extends RenderedPage {
  /** The services of the session, for what no user can do or see. */
  readonly scope: ServiceScope;
  /** The windows of other apps that were opened. */
  opened(): readonly { readonly app: string; readonly params: unknown }[];
}

/**
 * Renders one app in a window, or on a page of the phone, with its real services, over a box in this process that
 * answers with `replies`. Resolves when the app is settled.
 */
export const renderApp = async <K extends AppId>(
  app: AppManifest<K>,
  options: RenderAppOptions<K> = {},
): Promise<RenderedApp> => {
  const { params, ...pageOptions } = options;
  const { root, page, mount, enter } = bindTestPage(pageOptions);
  // Lazy code loads before the app is rendered, so that waiting for a menu is not waiting for its module.
  const [scope] = await Promise.all([enter(), ...[app.load(), loadMenus(), loadSheets(), loadFailureMessages()]]);

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
  mount(unmount);
  await page.settled();
  return {
    ...page,
    scope,
    opened: () =>
      desktop.windows$.value.flatMap(({ component, params: opened }) =>
        component === app.id ? [] : [{ app: component, params: opened }],
      ),
  };
};
