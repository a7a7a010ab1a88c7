import type { DesktopWindow } from '@boxwood/domain';
import type { AnyApp } from '../../kit/app/apps/define-app.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useLocalizedText } from '../../platform/react/use-text.ts';

/** The displayed window title: the title of the app in the current language, or the name of the file of the window. */
export const useWindowTitle = (): ((window: DesktopWindow, app: AnyApp | undefined) => string) => {
  const localize = useLocalizedText();
  return (window, app) =>
    window.document !== null || app === undefined || window.title !== app.title.en
      ? safeDisplayName(window.title)
      : localize(app.title);
};
