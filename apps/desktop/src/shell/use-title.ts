import type { DesktopWindow } from '@boxwood/domain';
import type { AnyApp } from '../app-kit/define-app.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useWords } from '../react/use-text.ts';

/** The displayed window title: the title of the app in the current language, or the name of the file of the window. */
export const useTitle = (): ((window: DesktopWindow, app: AnyApp | undefined) => string) => {
  const words = useWords();
  return (window, app) =>
    window.document !== null || app === undefined || window.title !== app.title.en
      ? shownName(window.title)
      : words(app.title);
};
