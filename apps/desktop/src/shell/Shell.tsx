import type { SessionStage } from '@boxwood/domain';
import { TooltipProvider } from '@boxwood/ui';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { usePhone } from '../app-kit/use-phone.ts';
import { WindowSkeleton } from '../app-kit/WindowSkeleton.tsx';
import { loadChunk } from '../platform/lazy.ts';
import { fetchFrame, fetchPhone } from './fetch.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTabSignals } from './use-tab-signals.ts';
import styles from './desktop.module.css';

interface ShellProps {
  readonly stage: Extract<SessionStage, { readonly at: 'in' }>;
}

const DesktopFrame = lazy(() => loadChunk(async () => ({ default: (await fetchFrame()).DesktopFrame })));
const PhoneShell = lazy(() => loadChunk(async () => ({ default: (await fetchPhone()).PhoneShell })));

/** The desktop of one sign-in, or on a smaller screen its pages. Neither fetches the other. */
export const Shell = ({ stage }: ShellProps) => {
  const phone = usePhone();
  const chosen = useShortcuts();
  useTabSignals(stage.link.nick);
  return (
    <TooltipProvider>
      <ErrorBoundary>
        <Suspense fallback={<WindowSkeleton />}>
          {phone ? (
            <div className={styles.shell} data-shell="">
              <PhoneShell stage={stage} />
            </div>
          ) : (
            <DesktopFrame stage={stage} chosen={chosen} />
          )}
        </Suspense>
      </ErrorBoundary>
    </TooltipProvider>
  );
};
