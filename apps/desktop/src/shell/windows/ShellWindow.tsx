import type { DesktopWindow } from '@boxwood/domain';
import { AppIcon, type MenuEntry, WindowFrame } from '@boxwood/ui';
import { type CSSProperties, memo } from 'react';
import { AppContent } from '../../kit/app/apps/AppContent.tsx';
import type { AnyApp } from '../../kit/app/apps/define-app.ts';
import { WindowNotice } from '../../kit/app/window-states/WindowStates.tsx';
import { DesktopToken, SettingsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import styles from '../desktop/desktop.module.css';
import { useWindowTitle } from './use-window-title.ts';

/** The position of a window's icon: in the dock, otherwise on the desktop. */
const iconRect = (id: string, component: string): DOMRect | null => {
  const docked = document.querySelector(`[data-dock="${CSS.escape(id)}"]`);
  const icon = docked ?? document.querySelector(`[data-app="${CSS.escape(component)}"]`);
  return icon?.getBoundingClientRect() ?? null;
};

interface ShellWindowProps {
  readonly window: DesktopWindow;
  readonly app: AnyApp | undefined;
  readonly active: boolean;
}

/**
 * Not CSS `zoom`: WebKit reports positions inside it without the zoom factor, which misplaces menus and selection
 * rectangles.
 */
const scaleStyle = (factor: number): CSSProperties => ({
  transform: `scale(${factor})`,
  transformOrigin: '0 0',
  width: `${100 / factor}%`,
  height: `${100 / factor}%`,
});

/** One window: the frame follows the domain state; the content receives only its page and parameters. */
const Frame = ({ window, app, active }: ShellWindowProps) => {
  const t = useText(desktopMessages);
  const desktop = useService(DesktopToken);
  const settings = useService(SettingsToken);
  const side = useStream(settings.value$('closeButton'));
  const zoom = useStream(settings.value$('zoom'));
  const titleOf = useWindowTitle();
  const { id, isMaximized, isMinimized } = window;
  const bounds = window.normal !== null && isMaximized ? window.normal : window;
  const { x, y, width, height } = bounds;
  const snaps: readonly MenuEntry[] = [
    {
      kind: 'action',
      id: 'snap-left',
      label: t('snapLeft'),
      keys: 'Ctrl+Alt+←',
      onSelect: () => desktop.snap(id, 'left'),
    },
    {
      kind: 'action',
      id: 'snap-right',
      label: t('snapRight'),
      keys: 'Ctrl+Alt+→',
      onSelect: () => desktop.snap(id, 'right'),
    },
  ];
  return (
    <WindowFrame
      id={id}
      title={titleOf(window, app)}
      icon={<AppIcon name={app?.icon ?? 'app'} size={18} />}
      bounds={{ x, y, width, height }}
      zIndex={window.zIndex}
      active={active}
      maximized={isMaximized}
      freeSize={window.snapped === null ? null : window.normal}
      minimized={isMinimized}
      buttonSide={side === 'L' ? 'left' : 'right'}
      labels={{
        minimize: t('minimize'),
        maximize: t('maximize'),
        restore: t('restore'),
        close: t('closeWindow'),
        menu: t('windowMenu'),
        move: t('move'),
        resize: t('resize'),
      }}
      menuEntries={snaps}
      onPlacementChange={({ bounds: next, maximized, snapped }) => {
        if (maximized) desktop.maximise(id);
        else if (snapped !== null) desktop.snap(id, snapped);
        else if (isMaximized && next.x === x && next.y === y && next.width === width && next.height === height)
          desktop.restore(id);
        else desktop.resize(id, 'se', next, 0, 0);
      }}
      onMinimize={() => {
        desktop.minimise(id);
      }}
      onClose={() => {
        desktop.close(id);
      }}
      onActivate={() => {
        if (!active) desktop.raise(id);
      }}
      iconRect={() => iconRect(id, window.component)}
    >
      <div className={styles.content} style={zoom === 1 ? undefined : scaleStyle(zoom)}>
        {app === undefined ? (
          <WindowNotice title={t('unknownApp')} />
        ) : (
          <AppContent app={app} window={id} params={window.params} pageIndex={window.pageIndex} />
        )}
      </div>
    </WindowFrame>
  );
};

export const ShellWindow = memo(Frame);
