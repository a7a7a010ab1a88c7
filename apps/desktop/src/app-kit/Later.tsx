import { AppIcon } from '@boxwood/ui';
import { DesktopToken, LauncherToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText, useWords } from '../react/use-text.ts';
import type { AppProps } from './define-app.ts';
import type { Nothing } from './links.ts';
import { laterWords } from './later-messages.ts';
import { Notice } from './WindowStates.tsx';

/** The page of an app that is not built yet. */
export const Later = ({ window }: Pick<AppProps<Nothing>, 'window'>) => {
  const t = useText(laterWords);
  const words = useWords();
  const launcher = useService(LauncherToken);
  const state = useStream(useService(DesktopToken).window(window));
  const app = launcher.find(state?.component ?? '');
  if (app === undefined) return null;
  return (
    <Notice icon={<AppIcon name={app.icon} size={64} />} title={t('title', { name: words(app.title) })}>
      {t('text')}
    </Notice>
  );
};
