import { AppIcon, cx } from '@boxwood/ui';
import { DesktopToken, LauncherToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { panelWords } from './panel-messages.ts';
import { useTitle } from './use-title.ts';
import styles from './switcher.module.css';

/** The switcher shown while Alt+` is held: the windows from the top down, with the one to be raised selected. */
export const WindowSwitcher = ({ chosen }: { readonly chosen: number }) => {
  const t = useText(panelWords);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const titleOf = useTitle();
  const windows = useStream(desktop.windows$).toSorted((a, b) => b.zIndex - a.zIndex);
  return (
    <div className={styles.layer} role="dialog" aria-label={t('windowSwitcher')}>
      <ul className={styles.row}>
        {windows.map((window, index) => {
          const app = launcher.find(window.component);
          return (
            <li
              key={window.id}
              className={cx(styles.item, index === chosen && styles.chosen)}
              aria-current={index === chosen}
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
