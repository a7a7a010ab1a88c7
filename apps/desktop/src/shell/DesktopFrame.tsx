import { part } from '../app-kit/part.tsx';
import type { SessionStage } from '@boxwood/domain';
import { whenCalm } from '../platform/idle.ts';
import styles from './desktop.module.css';
import { LatePanels } from './LatePanels.tsx';
import { LineBanner } from './LineBanner.tsx';
import { PlayingBar } from './PlayingBar.tsx';
import { Surface } from './Surface.tsx';
import { TopBar } from './TopBar.tsx';
import { Wallpaper } from './Wallpaper.tsx';
import { WindowBar } from './WindowBar.tsx';

const WindowSwitcher = part(async () => (await import('./WindowSwitcher.tsx')).WindowSwitcher);

interface DesktopFrameProps {
  readonly stage: Extract<SessionStage, { readonly at: 'in' }>;
  /** The index of the window selected in the switcher, while it is shown. */
  readonly chosen: number | null;
}

/** The desktop with its windows. */
export const DesktopFrame = ({ stage, chosen }: DesktopFrameProps) => (
  <>
    <div className={styles.shell} data-shell="">
      <Wallpaper />
      <Surface />
      <TopBar stage={stage} />
      <WindowBar />
      <PlayingBar />
      <LineBanner />
      {chosen === null ? null : <WindowSwitcher chosen={chosen} />}
    </div>
    <LatePanels first={whenCalm} />
  </>
);
