import { createLazyModule, loadMenus } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { ErrorBoundary } from '../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { optionalLazyComponent } from '../../kit/app/lazy-parts/optional-lazy-component.tsx';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import { LauncherToken, NotificationsToken, ShellToken } from '../../composition/service-tokens.ts';
import { loadFailureMessages } from '../../platform/i18n/failure-text.ts';
import { whenIdle } from '../../platform/idle.ts';
import { registerShareTarget } from '../../platform/share-target.ts';
import { desktopMedia } from '../../platform/viewport.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import type { ShellPanel } from '../shell-state.ts';

const lazyPanels = createLazyModule(async () => (await import('./Panels.tsx')).Panels);

const DesktopPanels = lazyComponent(async () => (await import('./DesktopPanels.tsx')).DesktopPanels);

const DESKTOP_PANELS: ReadonlySet<ShellPanel> = new Set([
  'desktop-settings',
  'wallpaper',
  'palette',
  'overview',
  'shortcuts',
]);

const Panels = optionalLazyComponent(lazyPanels);

/**
 * Loads the panels when the user opens a file chooser: the upload panel must be available even if the connection breaks
 * a moment later.
 */
const useLoadPanelsForFileChooser = (): void => {
  useEffect(() => {
    const controller = new AbortController();
    const loadPanels = ({ target }: Event): void => {
      // A file chooser of the system takes the focus from the page.
      const opensFileChooser = target === window || (target instanceof HTMLInputElement && target.type === 'file');
      if (opensFileChooser) lazyPanels.load().catch(() => undefined);
    };
    for (const eventName of ['click', 'blur'])
      addEventListener(eventName, loadPanels, { capture: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
};

/**
 * Mounts dialogs, palette, drawer and toasts when one of them is needed, otherwise after the page is painted and idle
 * and `prefetchFirst` has settled. Menus and failure messages load at the same time. A phone loads the panels for
 * windows and keyboard on demand.
 */
export const LazyPanels = ({ prefetchFirst }: { readonly prefetchFirst: () => Promise<unknown> }) => {
  const [isIdle, setIsIdle] = useState(false);
  const isPhone = useIsPhone();
  const panel = useStream(useService(ShellToken).panel$);
  const notices = useStream(useService(NotificationsToken).list$);
  const refused = useStream(useService(LauncherToken).refused$);
  const [needsDesktopPanels, setNeedsDesktopPanels] = useState(false);
  useLoadPanelsForFileChooser();
  if (!needsDesktopPanels && ((isIdle && !isPhone) || DESKTOP_PANELS.has(panel))) setNeedsDesktopPanels(true);
  useEffect(
    () =>
      whenIdle(() => {
        const onReady = (): void => {
          setIsIdle(true);
          if (desktopMedia().matches) void loadMenus();
          void loadFailureMessages();
          registerShareTarget();
        };
        // A chunk that failed to load is requested again by its users.
        void prefetchFirst().then(onReady, onReady);
      }),
    [prefetchFirst],
  );
  const [isNeeded, setIsNeeded] = useState(false);
  // Never reset: the panels handle all later notices too.
  if (!isNeeded && (isIdle || needsDesktopPanels || panel !== 'none' || notices.length > 0 || refused !== null))
    setIsNeeded(true);
  if (!isNeeded) return null;
  return (
    <ErrorBoundary>
      <Panels />
      {needsDesktopPanels ? <DesktopPanels /> : null}
    </ErrorBoundary>
  );
};
