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

/** Whoever chooses files is about to be told how their upload goes, also where the line breaks a moment later. */
const usePanelsForFiles = (): void => {
  useEffect(() => {
    const stop = new AbortController();
    const come = ({ target }: Event): void => {
      // What the system asks takes the focus from the page, whoever had it ask.
      const asks = target === window || (target instanceof HTMLInputElement && target.type === 'file');
      if (asks) panels.load().catch(() => undefined);
    };
    for (const sign of ['click', 'blur']) addEventListener(sign, come, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
};

/**
 * Dialogs, palette, drawer and toasts: mounted when one of them is needed, otherwise when the page has been painted and is idle, so
 * that they do not hold it up; and after what is likelier to be needed `first`. The code of menus and the words of failures come in
 * the same moment. A phone has sheets, and fetches what belongs to windows and keys only when it is asked for.
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
        // What does not arrive is asked for again by whoever needs it.
        void first().then(come, come);
      }),
    [first],
  );
  const [needed, setNeeded] = useState(false);
  // For good: what the first notice brings tells of more than that one.
  if (!needed && (idle || desk || panel !== 'none' || notices.length > 0 || refused !== null)) setNeeded(true);
  if (!needed) return null;
  return (
    <ErrorBoundary>
      <Panels />
      {desk ? <DeskPanels /> : null}
    </ErrorBoundary>
  );
};
