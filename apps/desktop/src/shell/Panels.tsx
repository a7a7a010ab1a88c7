import { CommandPalette } from './CommandPalette.tsx';
import { DesktopSettingsDialog } from './DesktopSettingsDialog.tsx';
import { LogoutDialog } from './LogoutDialog.tsx';
import { MessageDrawer } from './MessageDrawer.tsx';
import { Overview } from './Overview.tsx';
import { PowerDialog } from './PowerDialog.tsx';
import { RefusedDialog } from './RefusedDialog.tsx';
import { SharedIn } from './SharedIn.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { Toasts } from './Toasts.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import { WaitingDialog } from './WaitingDialog.tsx';
import { WallpaperDialog } from './WallpaperDialog.tsx';

/** What lies above the windows and is closed at first; fetched when one of them is asked for, or after the first paint. */
export const Panels = () => (
  <>
    <DesktopSettingsDialog />
    <WallpaperDialog />
    <CommandPalette />
    <Overview />
    <ShortcutSheet />
    <MessageDrawer />
    <PowerDialog kind="reboot" />
    <PowerDialog kind="shutdown" />
    <LogoutDialog />
    <RefusedDialog />
    <SharedIn />
    <WaitingDialog />
    <UploadPanel />
    <Toasts />
  </>
);
