import { ConfirmDialog } from '@boxwood/ui';
import { common } from '../app-kit/messages.ts';
import { LauncherToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText, useWords } from '../react/use-text.ts';

/** Why an app did not open: offline (G-07, DIALOG-25), not an administrator, or not on this model. */
export const RefusedDialog = () => {
  const c = useText(common);
  const words = useWords();
  const launcher = useService(LauncherToken);
  const refused = useStream(launcher.refused$);
  const name = refused === null ? '' : words(refused.app.title);
  const close = (): void => {
    launcher.dismiss();
  };
  return (
    <ConfirmDialog
      page
      open={refused !== null}
      title={refused?.need === 'account' ? c('offlineTitle') : name}
      message={
        refused?.need === 'account'
          ? c('offlineText', { name })
          : refused?.need === 'not-n2' || refused?.need === 'containers'
            ? c('notOnModel', { name })
            : c('noPermission')
      }
      confirmLabel={c('ok')}
      closeLabel={c('close')}
      onConfirm={close}
      onClose={close}
    />
  );
};
