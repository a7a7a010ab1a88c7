import type { SessionStage } from '@boxwood/domain';
import { TooltipProvider } from '@boxwood/ui';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { WindowSkeleton } from '../app-kit/WindowSkeleton.tsx';
import { loadChunk } from '../platform/lazy.ts';
import { LatePanels } from './LatePanels.tsx';
import { LineBanner } from './LineBanner.tsx';
import { fetchPhone } from './phone/fetch.ts';
import { PlayingBar } from './PlayingBar.tsx';
import { Surface } from './Surface.tsx';
import { TopBar } from './TopBar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useTabSignals } from './use-tab-signals.ts';
import { usePhone } from '../app-kit/use-phone.ts';
import { Wallpaper } from './Wallpaper.tsx';
import { WindowBar } from './WindowBar.tsx';
import styles from './desktop.module.css';

interface ShellProps {
  readonly stage: Extract<SessionStage, { readonly at: 'in' }>;
}

const WindowSwitcher = lazy(() =>
  loadChunk(async () => ({ default: (await import('./WindowSwitcher.tsx')).WindowSwitcher })),
);
const PhoneShell = lazy(() => loadChunk(async () => ({ default: (await fetchPhone()).PhoneShell })));

/** The desktop of one sign-in, or on a smaller screen its pages. */
export const Shell = ({ stage }: ShellProps) => {
  const phone = usePhone();
  const chosen = useShortcuts();
  useTabSignals(stage.link.nick);
  if (phone)
    return (
      <TooltipProvider>
        <div className={styles.shell} data-shell="">
          <ErrorBoundary>
            <Suspense fallback={<WindowSkeleton />}>
              <PhoneShell stage={stage} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </TooltipProvider>
    );
  return (
    <TooltipProvider>
      <div className={styles.shell} data-shell="">
        <Wallpaper />
        <Surface />
        <TopBar stage={stage} />
        <WindowBar />
        <PlayingBar />
        <LineBanner />
        {chosen === null ? null : (
          <Suspense fallback={null}>
            <WindowSwitcher chosen={chosen} />
          </Suspense>
        )}
      </div>
      <LatePanels />
    </TooltipProvider>
  );
};
