import type { DesktopWindow } from '@boxwood/domain';
import { AppIcon, IconButton, IconX } from '@boxwood/ui';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DesktopToken, LauncherToken, ShellToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import styles from './overview.module.css';
import { overviewLayout, type WindowThumbnail } from './overview-layout.ts';
import { WINDOW_BAR_HEIGHT_PX } from '../shell-state.ts';
import { useWindowTitle } from './use-window-title.ts';

const EDGE_PX = 20;
const TOP_BAR_HEIGHT_PX = 40;

const windowElement = (id: string): HTMLElement | null => document.querySelector(`[data-window="${CSS.escape(id)}"]`);

const shrinkWindow = (element: HTMLElement, { x, y, scale }: WindowThumbnail): void => {
  element.dataset['overview'] = '';
  const dx = x - element.offsetLeft;
  const dy = y - element.offsetTop;
  element.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`;
};

const restoreWindowSize = (element: HTMLElement): void => {
  element.style.transform = '';
  const clearOverviewAttribute = (): void => {
    delete element.dataset['overview'];
  };
  // Growing back is a transition too; without animations there is nothing to wait for.
  const transitions = element.getAnimations().map(({ finished }) => finished);
  Promise.all(transitions).then(clearOverviewAttribute, clearOverviewAttribute);
};

/** Scales the real windows down to the positions of the layout, minimised ones included. */
const useWindowThumbnails = (windows: readonly DesktopWindow[]): readonly WindowThumbnail[] => {
  const [thumbnails, setThumbnails] = useState<readonly WindowThumbnail[]>([]);
  const ids = windows.map(({ id }) => id).join(' ');
  useLayoutEffect(() => {
    const elements = ids.split(' ').flatMap((id) => windowElement(id) ?? []);
    const layOut = (): void => {
      for (const element of elements) element.dataset['overview'] = '';
      const sizes = elements.map(({ offsetWidth, offsetHeight }) => ({ width: offsetWidth, height: offsetHeight }));
      const { innerWidth, innerHeight } = window;
      const area = {
        x: EDGE_PX,
        y: TOP_BAR_HEIGHT_PX + EDGE_PX,
        width: innerWidth - 2 * EDGE_PX,
        height: innerHeight - TOP_BAR_HEIGHT_PX - EDGE_PX - WINDOW_BAR_HEIGHT_PX,
      };
      const next = overviewLayout(sizes, area);
      setThumbnails(next);
      for (const [n, element] of elements.entries()) {
        const thumbnail = next[n];
        if (thumbnail !== undefined) shrinkWindow(element, thumbnail);
      }
    };
    layOut();
    window.addEventListener('resize', layOut);
    return () => {
      window.removeEventListener('resize', layOut);
      for (const element of elements) restoreWindowSize(element);
    };
  }, [ids]);
  return thumbnails;
};

const OverviewDialog = ({ windows }: { readonly windows: readonly DesktopWindow[] }) => {
  const t = useText(desktopMessages);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const panels = useService(ShellToken);
  const titleOf = useWindowTitle();
  const layer = useRef<HTMLDialogElement>(null);
  const thumbnails = useWindowThumbnails(windows);
  useEffect(() => {
    // A modal dialog: everything else is inert while it is open, and Escape closes it.
    layer.current?.showModal();
  }, []);
  const [initialIndex] = useState(() => {
    const [top, before = top] = windows.toSorted((a, b) => b.zIndex - a.zIndex);
    return windows.findIndex((one) => one === before);
  });
  const isPlaced = thumbnails.length > 0;
  useEffect(() => {
    // Enter alone chooses the previous window, as the switcher does.
    if (isPlaced) layer.current?.querySelectorAll<HTMLElement>('[data-choice]')[initialIndex]?.focus();
  }, [isPlaced, initialIndex]);
  const leave = (): void => {
    panels.close('overview');
  };
  const choose = ({ id, isMinimized }: DesktopWindow): void => {
    leave();
    if (isMinimized) desktop.restore(id);
    desktop.raise(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')];
    const index = all.findIndex((one) => one === document.activeElement);
    const columns = thumbnails.filter(({ y }) => Math.abs(y - (thumbnails[0]?.y ?? 0)) < 1).length;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key] ?? 0;
    const target = all[Math.min(all.length - 1, Math.max(0, index + by))];
    if (by !== 0) {
      event.preventDefault();
      target?.focus();
    }
    const one = windows[index];
    if (event.key === 'Delete' && one !== undefined) desktop.close(one.id);
  };
  return (
    // A press outside of a window also closes the overview; keyboard users have Escape and the window buttons.
    <dialog
      ref={layer}
      className={styles.layer}
      aria-label={t('overview')}
      onClose={leave}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
    >
      {windows.map((window, n) => {
        const thumbnail = thumbnails[n];
        if (thumbnail === undefined) return null;
        const app = launcher.find(window.component);
        const title = titleOf(window, app);
        return (
          <div
            key={window.id}
            className={styles.item}
            style={{ left: thumbnail.x, top: thumbnail.y, width: thumbnail.width, height: thumbnail.height }}
          >
            <button
              type="button"
              className={styles.choice}
              data-choice=""
              aria-label={title}
              onClick={() => {
                choose(window);
              }}
            />
            <span className={styles.name} aria-hidden="true">
              <AppIcon name={app?.icon ?? 'app'} size={20} />
              <span>{title}</span>
            </span>
            <IconButton
              label={t('closeNamed', { title })}
              tooltip={false}
              size="sm"
              className={styles.close ?? ''}
              icon={<IconX />}
              onClick={() => {
                desktop.close(window.id);
              }}
            />
          </div>
        );
      })}
    </dialog>
  );
};

/** All open windows at once, live and scaled down: a press or the arrow keys choose one, its close button closes it. */
export const Overview = () => {
  const desktop = useService(DesktopToken);
  const panels = useService(ShellToken);
  const isOpen = useStream(panels.panel$) === 'overview';
  const windows = useStream(desktop.windows$);
  const isEmpty = windows.length === 0;
  useEffect(() => {
    if (isOpen && isEmpty) panels.close('overview');
  }, [panels, isOpen, isEmpty]);
  return isOpen && !isEmpty ? <OverviewDialog windows={windows} /> : null;
};
