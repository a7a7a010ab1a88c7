import { AppIcon, IconButton, IconChevronLeft } from '@boxwood/ui';
import { AppContent } from '../app-kit/AppContent.tsx';
import { DesktopToken, LauncherToken } from '../composition/tokens.ts';
import { common } from '../app-kit/messages.ts';
import { useBackSteps } from '../react/use-back-steps.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText, useWords } from '../react/use-text.ts';
import { shell } from './messages.ts';
import { useTitle } from './ShellWindow.tsx';
import { Welcome } from './Welcome.tsx';
import styles from './phone.module.css';

/** The desktop of a narrow screen: a sheet of apps, and the active window as one full page with a way back. */
export const PhoneSurface = () => {
  const t = useText(shell);
  const c = useText(common);
  const words = useWords();
  const titleOf = useTitle();
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const offeredApps = useStream(launcher.offered$);
  const windows = useStream(desktop.windows$);
  const active = useStream(desktop.active$);
  const window = windows.find(({ id }) => id === active);
  useBackSteps(windows.length, () => {
    const id = desktop.active$.value;
    if (id !== null) desktop.close(id);
  });
  const app = window === undefined ? undefined : launcher.find(window.component);
  return (
    <main className={styles.surface} data-app-open={app === undefined ? undefined : ''}>
      {window === undefined || app === undefined ? (
        <div className={styles.sheet} data-sheet>
          <Welcome />
          <nav aria-label={t('apps')} className={styles.apps}>
            {offeredApps
              .filter((one) => one.desktop !== 'hidden')
              .map((one) => (
                <button
                  key={one.id}
                  type="button"
                  className={styles.app}
                  data-app={one.id}
                  onClick={() => {
                    launcher.open(one.id);
                  }}
                >
                  <AppIcon name={one.icon} size={52} />
                  <span>{words(one.title)}</span>
                </button>
              ))}
          </nav>
        </div>
      ) : (
        <section className={styles.page} aria-label={titleOf(window, app)}>
          {app.ownHeader === true ? null : (
            <header className={styles.head}>
              <IconButton
                label={c('back')}
                tooltip={false}
                icon={<IconChevronLeft />}
                onClick={() => {
                  desktop.close(window.id);
                }}
              />
              <h1 className={styles.title}>{titleOf(window, app)}</h1>
            </header>
          )}
          <div className={styles.body}>
            <AppContent
              key={window.id}
              app={app}
              window={window.id}
              params={window.params}
              pageIndex={window.pageIndex}
            />
          </div>
        </section>
      )}
    </main>
  );
};
