import { AppIcon, cx } from '@boxwood/ui';
import { DesktopToken, LauncherToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { panelMessages } from '../panels/panel-messages.ts';
import { useWindowTitle } from './use-window-title.ts';
import styles from './switcher.module.css';

/** The switcher shown while Alt+` is held: the windows from the top down, with the one to be raised selected. */
export const WindowSwitcher = ({ selectedIndex }: { readonly selectedIndex: number }) => {
  const t = useText(panelMessages);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const titleOf = useWindowTitle();
  const windows = useStream(desktop.windows$).toSorted((a, b) => b.zIndex - a.zIndex);
  return (
    <div className={styles.layer} role="dialog" aria-label={t('windowSwitcher')}>
      <ul className={styles.row}>
        {windows.map((window, index) => {
          const app = launcher.find(window.component);
          return (
            <li
              key={window.id}
              className={cx(styles.item, index === selectedIndex && styles.chosen)}
              aria-current={index === selectedIndex}
            >
              <AppIcon name={app?.icon ?? 'app'} size={56} />
              <span className={styles.name}>{titleOf(window, app)}</span>
              {window.isMinimized ? <span className={styles.note}>{t('minimised')}</span> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
