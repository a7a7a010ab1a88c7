import { ConfirmDialog } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { SessionToken, ShellToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import { panelMessages } from './panel-messages.ts';

/**
 * Logout asks first (LOGIN-11); the session then closes windows, notifies the server and deletes stored data
 * (LOGIN-12).
 */
export const LogoutDialog = () => {
  const t = useText(desktopMessages);
  const p = useText(panelMessages);
  const c = useText(commonMessages);
  const panels = useService(ShellToken);
  const session = useService(SessionToken);
  const open = useStream(panels.panel$) === 'logout';
  const action = useAction();
  return (
    <ConfirmDialog
      page
      open={open}
      title={p('logoutTitle')}
      message={p('logoutText')}
      confirmLabel={t('signOut')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      busy={action.state.at === 'running'}
      onClose={() => {
        panels.close('logout');
      }}
      onConfirm={() => {
        action.run(() => session.signOut());
      }}
    />
  );
};
