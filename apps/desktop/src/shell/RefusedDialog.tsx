import { ConfirmDialog } from '@boxwood/ui';
import { partsOf } from '../app-kit/launcher.ts';
import { common } from '../app-kit/messages.ts';
import { LauncherToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText, useWords } from '../react/use-text.ts';
import { panelWords } from './panel-messages.ts';

/**
 * Explains why an app did not open: offline (G-07, DIALOG-25), not an administrator, or not available on this model.
 */
export const RefusedDialog = () => {
  const c = useText(common);
  const t = useText(panelWords);
  const words = useWords();
  const launcher = useService(LauncherToken);
  const refused = useStream(launcher.refused$);
  const name = refused === null ? '' : words(refused.app.title);
  const absence = (parts: string, app: string): string =>
    parts === '' ? t('notOnModel', { name: app }) : t('lacksParts', { name: app, parts });
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
          : typeof refused?.need === 'object'
            ? absence(partsOf(launcher.standing(refused.need.area)), name)
            : c('noPermission')
      }
      confirmLabel={c('ok')}
      closeLabel={c('close')}
      onConfirm={close}
      onClose={close}
    />
  );
};
