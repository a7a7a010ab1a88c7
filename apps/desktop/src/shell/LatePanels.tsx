import { later, loadMenus } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { part } from '../app-kit/part.tsx';
import { quietPart } from '../app-kit/quiet-part.tsx';
import { usePhone } from '../app-kit/use-phone.ts';
import { LauncherToken, NotificationsToken, ShellToken } from '../composition/tokens.ts';
import { bringFailureWords } from '../i18n/failure-text.ts';
import { whenIdle } from '../platform/idle.ts';
import { offerSharing } from '../platform/shared-in.ts';
import { desktopMedia } from '../platform/viewport.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import type { Panel } from './shell-state.ts';

const panels = later(async () => (await import('./Panels.tsx')).Panels);

const DeskPanels = part(async () => (await import('./DeskPanels.tsx')).DeskPanels);

const OF_DESK: ReadonlySet<Panel> = new Set(['desktop-settings', 'wallpaper', 'palette', 'overview', 'shortcuts']);

const Panels = quietPart(panels);

/**
 * Loads the panels when the user opens a file chooser: the upload panel must be available even if the connection breaks
 * a moment later.
 */
const usePanelsForFiles = (): void => {
  useEffect(() => {
    const stop = new AbortController();
    const come = ({ target }: Event): void => {
      // A file chooser of the system takes the focus from the page.
      const asks = target === window || (target instanceof HTMLInputElement && target.type === 'file');
      if (asks) panels.load().catch(() => undefined);
    };
    for (const sign of ['click', 'blur']) addEventListener(sign, come, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
};

/**
 * Mounts dialogs, palette, drawer and toasts when one of them is needed, otherwise after the page is painted and idle
 * and `prefetchFirst` has settled. Menus and failure messages load at the same time. A phone loads the panels for
 * windows and keyboard on demand.
 */
export const LatePanels = ({ first }: { readonly first: () => Promise<unknown> }) => {
  const [idle, setIdle] = useState(false);
  const phone = usePhone();
  const panel = useStream(useService(ShellToken).panel$);
  const notices = useStream(useService(NotificationsToken).list$);
  const refused = useStream(useService(LauncherToken).refused$);
  const [desk, setDesk] = useState(false);
  usePanelsForFiles();
  if (!desk && ((idle && !phone) || OF_DESK.has(panel))) setDesk(true);
  useEffect(
    () =>
      whenIdle(() => {
        const come = (): void => {
          setIdle(true);
          if (desktopMedia().matches) void loadMenus();
          void bringFailureWords();
          offerSharing();
        };
        // A chunk that failed to load is requested again by its users.
        void first().then(come, come);
      }),
    [first],
  );
  const [needed, setNeeded] = useState(false);
  // Never reset: the panels handle all later notices too.
  if (!needed && (idle || desk || panel !== 'none' || notices.length > 0 || refused !== null)) setNeeded(true);
  if (!needed) return null;
  return (
    <ErrorBoundary>
      <Panels />
      {desk ? <DeskPanels /> : null}
    </ErrorBoundary>
  );
};
