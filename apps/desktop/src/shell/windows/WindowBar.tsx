import type { DesktopWindow } from '@boxwood/domain';
import {
  AppIcon,
  ContextMenuArea,
  IconButton,
  IconLayers,
  IconMore,
  IconTiles,
  IconMonitor,
  Menu,
  type MenuEntry,
  Tooltip,
} from '@boxwood/ui';
import { DesktopToken, LauncherToken, ShellToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import { useWindowTitle } from './use-window-title.ts';
import styles from './window-bar.module.css';

/** The bar of minimised windows, with the buttons for the desktop and its settings (SHELL-10 to SHELL-13). */
export const WindowBar = () => {
  const t = useText(desktopMessages);
  const desktop = useService(DesktopToken);
  const panels = useService(ShellToken);
  const launcher = useService(LauncherToken);
  const minimised = useStream(desktop.minimised$);
  const titleOf = useWindowTitle();
  const hideAll: MenuEntry = {
    kind: 'action',
    id: 'hide-all',
    label: t('hideAll'),
    onSelect: () => {
      desktop.minimiseAll();
    },
  };
  const entriesOf = (window: DesktopWindow | undefined): readonly MenuEntry[] =>
    window === undefined
      ? [hideAll]
      : [
          { kind: 'action', id: 'restore', label: t('restoreWindow'), onSelect: () => desktop.restore(window.id) },
          hideAll,
          { kind: 'separator', id: 's' },
          { kind: 'action', id: 'close', label: t('closeWindow'), onSelect: () => desktop.close(window.id) },
        ];
  return (
    <ContextMenuArea
      className={styles.bar}
      label={t('windowBar')}
      entries={({ target }) => {
        const id = target.closest<HTMLElement>('[data-dock]')?.dataset['dock'];
        return entriesOf(minimised.find((window) => window.id === id));
      }}
    >
      <div role="toolbar" aria-label={t('windowBar')} className={styles.dock}>
        <IconButton
          label={t('returnToDesktop')}
          icon={<IconMonitor />}
          onClick={() => {
            desktop.minimiseAll();
          }}
        />
        <IconButton
          label={t('desktopSettings')}
          icon={<IconTiles />}
          onClick={() => {
            panels.show('desktop-settings');
          }}
        />
        <IconButton
          label={t('overview')}
          keys="Ctrl+Alt+A"
          icon={<IconLayers />}
          onClick={() => {
            panels.toggle('overview');
          }}
        />
        <Menu
          side="top"
          entries={[
            hideAll,
            ...(minimised.length === 0 ? [] : [{ kind: 'separator', id: 's' } as const]),
            ...minimised.map((window): MenuEntry => ({
              kind: 'action',
              id: window.id,
              label: t('closeNamed', { title: titleOf(window, launcher.find(window.component)) }),
              onSelect: () => desktop.close(window.id),
            })),
          ]}
          trigger={<IconButton label={t('windowActions')} icon={<IconMore />} tooltip={false} />}
        />
        {minimised.length === 0 ? null : <span className={styles.divider} aria-hidden="true" />}
        {minimised.map((window) => {
          const app = launcher.find(window.component);
          const title = titleOf(window, app);
          return (
            <Tooltip key={window.id} content={title} side="top">
              <button
                type="button"
                className={styles.item}
                data-dock={window.id}
                aria-label={title}
                onClick={() => {
                  desktop.restore(window.id);
                }}
              >
                <AppIcon name={app?.icon ?? 'app'} size={32} />
              </button>
            </Tooltip>
          );
        })}
      </div>
    </ContextMenuArea>
  );
};
