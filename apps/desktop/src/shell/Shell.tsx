import type { SessionStage } from '@boxwood/domain';
import { TooltipProvider } from '@boxwood/ui';

import { ErrorBoundary } from '../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../kit/app/lazy-parts/lazy-component.tsx';
import { useIsPhone } from '../kit/app/use-is-phone.ts';
import { WindowSkeleton } from '../kit/app/window-states/WindowSkeleton.tsx';
import { loadDesktopFrame, loadPhoneShell } from './load-shell.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTabTitle } from './notices/use-tab-title.ts';
import styles from './desktop/desktop.module.css';

interface ShellProps {
  readonly stage: Extract<SessionStage, { readonly at: 'in' }>;
}

const renderSkeleton = () => <WindowSkeleton />;
const DesktopFrame = lazyComponent(async () => (await loadDesktopFrame()).DesktopFrame, renderSkeleton);
const PhoneShell = lazyComponent(async () => (await loadPhoneShell()).PhoneShell, renderSkeleton);

/** The desktop of one session, or on a smaller screen its pages. Neither loads the code of the other. */
export const Shell = ({ stage }: ShellProps) => {
  const isPhone = useIsPhone();
  const selectedIndex = useShortcuts();
  useTabTitle(stage.link.nick);
  return (
    <TooltipProvider>
      <ErrorBoundary>
        {isPhone ? (
          <div className={styles.shell} data-shell="">
            <PhoneShell stage={stage} />
          </div>
        ) : (
          <DesktopFrame stage={stage} selectedIndex={selectedIndex} />
        )}
      </ErrorBoundary>
    </TooltipProvider>
  );
};
