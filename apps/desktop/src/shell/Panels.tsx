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

/** What lies above windows and pages and is closed at first; fetched when one of them is asked for, or after the first paint. */
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
