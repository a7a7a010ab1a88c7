import type { SessionStage } from '@boxwood/domain';
import { TooltipProvider } from '@boxwood/ui';
import { DesktopToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { LatePanels } from './LatePanels.tsx';
import { LineBanner } from './LineBanner.tsx';
import { PlayingBar } from './PlayingBar.tsx';
import { PhoneSurface } from './PhoneSurface.tsx';
import { Surface } from './Surface.tsx';
import { TopBar } from './TopBar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useTabSignals } from './use-tab-signals.ts';
import { usePhone } from '../app-kit/use-phone.ts';
import { Wallpaper } from './Wallpaper.tsx';
import { WindowBar } from './WindowBar.tsx';
import { WindowSwitcher } from './WindowSwitcher.tsx';
import styles from './desktop.module.css';

interface ShellProps {
  readonly stage: Extract<SessionStage, { readonly at: 'in' }>;
}

/** An app in the hand has the whole screen; what the bar offers is a step back, at home. */
const HomeBar = ({ stage }: ShellProps) => {
  const active = useStream(useService(DesktopToken).active$);
  return active === null ? <TopBar stage={stage} /> : null;
};

/** The desktop of one sign-in. */
export const Shell = ({ stage }: ShellProps) => {
  const phone = usePhone();
  const chosen = useShortcuts();
  useTabSignals(stage.link.nick);
  return (
    <TooltipProvider>
      <div className={styles.shell} data-shell="">
        <Wallpaper />
        {phone ? <PhoneSurface /> : <Surface />}
        {phone ? <HomeBar stage={stage} /> : <TopBar stage={stage} />}
        {phone ? null : <WindowBar />}
        <PlayingBar />
        <LineBanner />
        {chosen === null ? null : <WindowSwitcher chosen={chosen} />}
      </div>
      <LatePanels />
    </TooltipProvider>
  );
};
