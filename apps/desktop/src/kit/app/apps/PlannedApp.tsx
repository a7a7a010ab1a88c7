import { AppIcon } from '@boxwood/ui';
import { DesktopToken, LauncherToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText, useLocalizedText } from '../../../platform/react/use-text.ts';
import type { AppProps } from './define-app.ts';
import type { NoParams } from './app-links.ts';
import { plannedAppMessages } from './planned-app-messages.ts';
import { WindowNotice } from '../window-states/WindowStates.tsx';

/** The page of an app that is not built yet. */
export const PlannedApp = ({ window }: Pick<AppProps<NoParams>, 'window'>) => {
  const t = useText(plannedAppMessages);
  const localize = useLocalizedText();
  const launcher = useService(LauncherToken);
  const state = useStream(useService(DesktopToken).window(window));
  const app = launcher.find(state?.component ?? '');
  if (app === undefined) return null;
  return (
    <WindowNotice icon={<AppIcon name={app.icon} size={64} />} title={t('title', { name: localize(app.title) })}>
      {t('text')}
    </WindowNotice>
  );
};
