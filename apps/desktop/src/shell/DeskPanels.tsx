import { CommandPalette } from './CommandPalette.tsx';
import { DesktopSettingsDialog } from './DesktopSettingsDialog.tsx';
import { Overview } from './Overview.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { WallpaperDialog } from './WallpaperDialog.tsx';

/** What belongs to a desktop with windows and a keyboard; a phone fetches it when it is asked for. */
export const DeskPanels = () => (
  <>
    <DesktopSettingsDialog />
    <WallpaperDialog />
    <CommandPalette />
    <Overview />
    <ShortcutSheet />
  </>
);
