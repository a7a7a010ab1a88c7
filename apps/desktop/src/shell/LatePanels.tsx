import { loadMenus } from '@boxwood/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { LauncherToken, NotificationsToken, ShellToken } from '../composition/tokens.ts';
import { bringFailureWords } from '../i18n/failure-text.ts';
import { whenIdle } from '../platform/idle.ts';
import { loadChunk } from '../platform/lazy.ts';
import { offerSharing } from '../platform/shared-in.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

const Panels = lazy(() => loadChunk(async () => ({ default: (await import('./Panels.tsx')).Panels })));

/**
 * Dialogs, palette, drawer and toasts: mounted when one of them is needed, otherwise when the desktop has been painted and the
 * page is idle, so that they do not hold up the desktop. The code of menus and the words of failures come in the same moment.
 */
export const LatePanels = () => {
  const [idle, setIdle] = useState(false);
  const panel = useStream(useService(ShellToken).panel$);
  const notices = useStream(useService(NotificationsToken).list$);
  const refused = useStream(useService(LauncherToken).refused$);
  useEffect(
    () =>
      whenIdle(() => {
        setIdle(true);
        void loadMenus();
        void bringFailureWords();
        offerSharing();
      }),
    [],
  );
  if (!idle && panel === 'none' && notices.length === 0 && refused === null) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Panels />
      </Suspense>
    </ErrorBoundary>
  );
};
