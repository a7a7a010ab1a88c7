import { ConfirmDialog } from '@boxwood/ui';
import { missingPartsText } from '../../kit/app/apps/launcher.ts';
import { commonMessages } from '../../kit/app/messages.ts';
import { LauncherToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText, useLocalizedText } from '../../platform/react/use-text.ts';
import { panelMessages } from './panel-messages.ts';

/**
 * Explains why an app did not open: offline (G-07, DIALOG-25), not an administrator, or not available on this model.
 */
export const RefusedAppDialog = () => {
  const c = useText(commonMessages);
  const t = useText(panelMessages);
  const localize = useLocalizedText();
  const launcher = useService(LauncherToken);
  const refused = useStream(launcher.refused$);
  const name = refused === null ? '' : localize(refused.app.title);
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
            ? absence(missingPartsText(launcher.availabilityOf(refused.need.area)), name)
            : c('noPermission')
      }
      confirmLabel={c('ok')}
      closeLabel={c('close')}
      onConfirm={close}
      onClose={close}
    />
  );
};
