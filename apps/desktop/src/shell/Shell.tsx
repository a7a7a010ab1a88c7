import type { SessionStage } from '@boxwood/domain';
import { TooltipProvider } from '@boxwood/ui';

import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { part } from '../app-kit/part.tsx';
import { usePhone } from '../app-kit/use-phone.ts';
import { WindowSkeleton } from '../app-kit/WindowSkeleton.tsx';
import { fetchFrame, fetchPhone } from './fetch.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTabSignals } from './use-tab-signals.ts';
import styles from './desktop.module.css';

interface ShellProps {
  readonly stage: Extract<SessionStage, { readonly at: 'in' }>;
}

const waiting = () => <WindowSkeleton />;
const DesktopFrame = part(async () => (await fetchFrame()).DesktopFrame, waiting);
const PhoneShell = part(async () => (await fetchPhone()).PhoneShell, waiting);

/** The desktop of one session, or on a smaller screen its pages. Neither loads the code of the other. */
export const Shell = ({ stage }: ShellProps) => {
  const phone = usePhone();
  const chosen = useShortcuts();
  useTabSignals(stage.link.nick);
  return (
    <TooltipProvider>
      <ErrorBoundary>
        {phone ? (
          <div className={styles.shell} data-shell="">
            <PhoneShell stage={stage} />
          </div>
        ) : (
          <DesktopFrame stage={stage} chosen={chosen} />
        )}
      </ErrorBoundary>
    </TooltipProvider>
  );
};
