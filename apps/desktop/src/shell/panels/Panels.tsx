import { LogoutDialog } from './LogoutDialog.tsx';
import { MessageDrawer } from '../top-bar/MessageDrawer.tsx';
import { PowerDialog } from './PowerDialog.tsx';
import { RefusedAppDialog } from './RefusedAppDialog.tsx';
import { SaveSharedFiles } from '../uploads/SaveSharedFiles.tsx';
import { Toasts } from '../notices/Toasts.tsx';
import { UpgradeCheck } from '../upgrade/UpgradeCheck.tsx';
import { UploadPanel } from '../uploads/UploadPanel.tsx';
import { useKeyboardFocusAttribute } from '../use-keyboard-focus-attribute.ts';
import { PendingActionsDialog } from '../notices/PendingActionsDialog.tsx';

/** Panels above windows and pages, closed at first; loaded when one of them is needed, or after the first paint. */
export const Panels = () => {
  useKeyboardFocusAttribute();
  return (
    <>
      <MessageDrawer />
      <PowerDialog kind="reboot" />
      <PowerDialog kind="shutdown" />
      <LogoutDialog />
      <RefusedAppDialog />
      <SaveSharedFiles />
      <PendingActionsDialog />
      <UploadPanel />
      <UpgradeCheck />
      <Toasts />
    </>
  );
};
