import { CommandPalette } from './CommandPalette.tsx';
import { DesktopSettingsDialog } from './DesktopSettingsDialog.tsx';
import { Overview } from './Overview.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { WallpaperDialog } from './WallpaperDialog.tsx';

/** Panels for a desktop with windows and a keyboard; a phone loads them on demand. */
export const DeskPanels = () => (
  <>
    <DesktopSettingsDialog />
    <WallpaperDialog />
    <CommandPalette />
    <Overview />
    <ShortcutSheet />
  </>
);
