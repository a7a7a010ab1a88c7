import { ConfirmDialog } from '@boxwood/ui';
import { TIMERS } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import { missingPartsText } from '../../kit/app/apps/launcher.ts';
import { commonMessages } from '../../kit/app/messages.ts';
import { useSystem } from '../../kit/app/system-service.ts';
import { DesktopToken, OffersToken, RouterToken, SessionToken, ShellToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import { panelMessages } from './panel-messages.ts';

/**
 * Reboot and shutdown: confirmed first, refused without the admin flag, and back to the box chooser 3 s after success
 * (SYSTEM-01 to SYSTEM-04).
 */
export const PowerDialog = ({ kind }: { readonly kind: 'reboot' | 'shutdown' }) => {
  const t = useText(desktopMessages);
  const p = useText(panelMessages);
  const c = useText(commonMessages);
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
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => {
      desktop.closeAll();
      panels.close(kind);
      session.leaveBox();
      router.go(ROUTES.chooserList);
    }, TIMERS.rebootRedirect);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone, desktop, panels, session, router, kind]);
  const close = (): void => {
    panels.close(kind);
    action.reset();
  };
  const isReboot = kind === 'reboot';
  const open = panel === kind;
  const power = offers.of('power');
  const isUnavailable = power.state === 'absent';
  // The box reports this in advance, so that nobody confirms an action that is not possible.
  if (!admin || isUnavailable) {
    return (
      <ConfirmDialog
        page
        open={open}
        title={isReboot ? t('reboot') : t('shutdown')}
        message={isUnavailable && admin ? p('noHelper', { parts: missingPartsText(power) }) : p('noPermission')}
        confirmLabel={c('ok')}
        closeLabel={c('close')}
        onConfirm={close}
        onClose={close}
      />
    );
  }
  const failureMessage = action.state.at === 'failed' ? failureText(action.state.failure).text : null;
  return (
    <ConfirmDialog
      page
      danger
      open={open}
      title={isReboot ? p('rebootTitle') : p('shutdownTitle')}
      message={
        isDone ? (isReboot ? p('rebootDone') : p('shutdownDone')) : isReboot ? p('rebootText') : p('shutdownText')
      }
      confirmLabel={isReboot ? t('reboot') : t('shutdown')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      busy={isDone || action.state.at === 'running'}
      onClose={close}
      onConfirm={() => {
        action.run(isReboot ? () => system.reboot() : () => system.powerOff(), () => {
          setIsDone(true);
        });
      }}
    >
      {failureMessage === null ? null : <p role="alert">{failureMessage}</p>}
    </ConfirmDialog>
  );
};
