import { LogoutDialog } from './LogoutDialog.tsx';
import { MessageDrawer } from './MessageDrawer.tsx';
import { PowerDialog } from './PowerDialog.tsx';
import { RefusedDialog } from './RefusedDialog.tsx';
import { SharedIn } from './SharedIn.tsx';
import { Toasts } from './Toasts.tsx';
import { UpgradeNews } from './UpgradeNews.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import { useKeyed } from './use-keyed.ts';
import { WaitingDialog } from './WaitingDialog.tsx';

/** Panels above windows and pages, closed at first; loaded when one of them is needed, or after the first paint. */
export const Panels = () => {
  useKeyed();
  return (
    <>
      <MessageDrawer />
      <PowerDialog kind="reboot" />
      <PowerDialog kind="shutdown" />
      <LogoutDialog />
      <RefusedDialog />
      <SharedIn />
      <WaitingDialog />
      <UploadPanel />
      <UpgradeNews />
      <Toasts />
    </>
  );
};
