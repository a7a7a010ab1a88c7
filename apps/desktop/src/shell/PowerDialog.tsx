import { ConfirmDialog } from '@boxwood/ui';
import { TIMERS } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import { partsOf } from '../app-kit/launcher.ts';
import { common } from '../app-kit/messages.ts';
import { useSystem } from '../app-kit/system-service.ts';
import { DesktopToken, OffersToken, RouterToken, SessionToken, ShellToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useAction } from '../react/use-outcome.ts';
import { useStream } from '../react/use-stream.ts';
import { useFailureText, useText } from '../react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { desk } from './desk-messages.ts';
import { panelWords } from './panel-messages.ts';

/**
 * Reboot and shutdown: confirmed first, refused without the admin flag, and back to the box chooser 3 s after success
 * (SYSTEM-01 to SYSTEM-04).
 */
export const PowerDialog = ({ kind }: { readonly kind: 'reboot' | 'shutdown' }) => {
  const t = useText(desk);
  const p = useText(panelWords);
  const c = useText(common);
  const panels = useService(ShellToken);
  const system = useSystem();
  const desktop = useService(DesktopToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const admin = useStream(session.admin$);
  const offers = useStream(useService(OffersToken).offers$);
  const panel = useStream(panels.panel$);
  const failureText = useFailureText();
  const action = useAction();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => {
      desktop.closeAll();
      panels.close(kind);
      session.leaveBox();
      router.go(ROUTES.chooserList);
    }, TIMERS.rebootRedirect);
    return () => {
      clearTimeout(timer);
    };
  }, [done, desktop, panels, session, router, kind]);
  const close = (): void => {
    panels.close(kind);
    action.reset();
  };
  const reboot = kind === 'reboot';
  const open = panel === kind;
  const power = offers.of('power');
  const lacks = power.state === 'absent';
  // The box reports this in advance, so that nobody confirms an action that is not possible.
  if (!admin || lacks) {
    return (
      <ConfirmDialog
        page
        open={open}
        title={reboot ? t('reboot') : t('shutdown')}
        message={lacks && admin ? p('noHelper', { parts: partsOf(power) }) : p('noPermission')}
        confirmLabel={c('ok')}
        closeLabel={c('close')}
        onConfirm={close}
        onClose={close}
      />
    );
  }
  const failed = action.state.at === 'failed' ? failureText(action.state.failure).text : null;
  return (
    <ConfirmDialog
      page
      danger
      open={open}
      title={reboot ? p('rebootTitle') : p('shutdownTitle')}
      message={done ? (reboot ? p('rebootDone') : p('shutdownDone')) : reboot ? p('rebootText') : p('shutdownText')}
      confirmLabel={reboot ? t('reboot') : t('shutdown')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      busy={done || action.state.at === 'running'}
      onClose={close}
      onConfirm={() => {
        action.run(reboot ? () => system.reboot() : () => system.powerOff(), () => {
          setDone(true);
        });
      }}
    >
      {failed === null ? null : <p role="alert">{failed}</p>}
    </ConfirmDialog>
  );
};
