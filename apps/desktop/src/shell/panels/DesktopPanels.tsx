import { CommandPalette } from '../palette/CommandPalette.tsx';
import { DesktopSettingsDialog } from '../desktop/DesktopSettingsDialog.tsx';
import { Overview } from '../windows/Overview.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { WallpaperDialog } from '../desktop/WallpaperDialog.tsx';

/** Panels for a desktop with windows and a keyboard; a phone loads them on demand. */
export const DesktopPanels = () => (
  <>
    <DesktopSettingsDialog />
    <WallpaperDialog />
    <CommandPalette />
    <Overview />
    <ShortcutSheet />
  </>
);
