import type { SessionStage } from '@boxwood/domain';
import { TooltipProvider } from '@boxwood/ui';
import { LatePanels } from './LatePanels.tsx';
import { LineBanner } from './LineBanner.tsx';
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

/** The desktop of one sign-in. */
export const Shell = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const phone = usePhone();
  const chosen = useShortcuts();
  useTabSignals(stage.link.nick);
  return (
    <TooltipProvider>
      <div className={styles.shell} data-shell="">
        <Wallpaper />
        {phone ? <PhoneSurface /> : <Surface />}
        <TopBar stage={stage} />
        {phone ? null : <WindowBar />}
        <LineBanner />
        {chosen === null ? null : <WindowSwitcher chosen={chosen} />}
      </div>
      <LatePanels />
    </TooltipProvider>
  );
};
