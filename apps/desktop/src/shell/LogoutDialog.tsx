import { ConfirmDialog } from '@boxwood/ui';
import { common } from '../app-kit/messages.ts';
import { SessionToken, ShellToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useAction } from '../react/use-outcome.ts';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { desk } from './desk-messages.ts';
import { panelWords } from './panel-messages.ts';

/**
 * Logout asks first (LOGIN-11); the session then closes windows, notifies the server and deletes stored data
 * (LOGIN-12).
 */
export const LogoutDialog = () => {
  const t = useText(desk);
  const p = useText(panelWords);
  const c = useText(common);
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
