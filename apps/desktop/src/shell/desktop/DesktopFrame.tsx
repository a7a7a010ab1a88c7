import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import type { SessionStage } from '@boxwood/domain';
import { afterFirstPaint } from '../../platform/idle.ts';
import styles from './desktop.module.css';
import { LazyPanels } from '../panels/LazyPanels.tsx';
import { ConnectionBanner } from '../notices/ConnectionBanner.tsx';
import { LazyMiniPlayer } from '../player/LazyMiniPlayer.tsx';
import { DesktopSurface } from './DesktopSurface.tsx';
import { TopBar } from '../top-bar/TopBar.tsx';
import { Wallpaper } from './Wallpaper.tsx';
import { WindowBar } from '../windows/WindowBar.tsx';

const WindowSwitcher = lazyComponent(async () => (await import('../windows/WindowSwitcher.tsx')).WindowSwitcher);

interface DesktopFrameProps {
  readonly stage: Extract<SessionStage, { readonly at: 'in' }>;
  /** The index of the window selected in the switcher, while it is shown. */
  readonly selectedIndex: number | null;
}

/** The desktop with its windows. */
export const DesktopFrame = ({ stage, selectedIndex }: DesktopFrameProps) => (
  <>
    <div className={styles.shell} data-shell="">
      <Wallpaper />
      <DesktopSurface />
      <TopBar stage={stage} />
      <WindowBar />
      <LazyMiniPlayer />
      <ConnectionBanner />
      {selectedIndex === null ? null : <WindowSwitcher selectedIndex={selectedIndex} />}
    </div>
    <LazyPanels prefetchFirst={afterFirstPaint} />
  </>
);
