import type { DesktopWindow } from '@boxwood/domain';
import { AppIcon, IconButton, IconX } from '@boxwood/ui';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DesktopToken, LauncherToken, ShellToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { desk } from './desk-messages.ts';
import styles from './overview.module.css';
import { overviewLayout, type Small } from './overview-layout.ts';
import { WINDOW_BAR } from './shell-state.ts';
import { useTitle } from './use-title.ts';

const EDGE = 20;
const BAR = 40;

const elementOf = (id: string): HTMLElement | null => document.querySelector(`[data-window="${CSS.escape(id)}"]`);

const shrink = (element: HTMLElement, { x, y, scale }: Small): void => {
  element.dataset['overview'] = '';
  const dx = x - element.offsetLeft;
  const dy = y - element.offsetTop;
  element.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`;
};

const grow = (element: HTMLElement): void => {
  element.style.transform = '';
  const rest = (): void => {
    delete element.dataset['overview'];
  };
  // Growing back is a transition too; without animations there is nothing to wait for.
  const moving = element.getAnimations().map(({ finished }) => finished);
  Promise.all(moving).then(rest, rest);
};

/** Scales the real windows down to the positions of the layout, minimised ones included. */
const useSmallWindows = (windows: readonly DesktopWindow[]): readonly Small[] => {
  const [placed, setPlaced] = useState<readonly Small[]>([]);
  const ids = windows.map(({ id }) => id).join(' ');
  useLayoutEffect(() => {
    const elements = ids.split(' ').flatMap((id) => elementOf(id) ?? []);
    const place = (): void => {
      for (const element of elements) element.dataset['overview'] = '';
      const sizes = elements.map(({ offsetWidth, offsetHeight }) => ({ width: offsetWidth, height: offsetHeight }));
      const { innerWidth, innerHeight } = window;
      const area = {
        x: EDGE,
        y: BAR + EDGE,
        width: innerWidth - 2 * EDGE,
        height: innerHeight - BAR - EDGE - WINDOW_BAR,
      };
      const next = overviewLayout(sizes, area);
      setPlaced(next);
      for (const [n, element] of elements.entries()) {
        const small = next[n];
        if (small !== undefined) shrink(element, small);
      }
    };
    place();
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('resize', place);
      for (const element of elements) grow(element);
    };
  }, [ids]);
  return placed;
};

const Windows = ({ windows }: { readonly windows: readonly DesktopWindow[] }) => {
  const t = useText(desk);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const panels = useService(ShellToken);
  const titleOf = useTitle();
  const layer = useRef<HTMLDialogElement>(null);
  const placed = useSmallWindows(windows);
  useEffect(() => {
    // A modal dialog: everything else is inert while it is open, and Escape closes it.
    layer.current?.showModal();
  }, []);
  const [first] = useState(() => {
    const [top, before = top] = windows.toSorted((a, b) => b.zIndex - a.zIndex);
    return windows.findIndex((one) => one === before);
  });
  const isPlaced = placed.length > 0;
  useEffect(() => {
    // Enter alone chooses the previous window, as the switcher does.
    if (isPlaced) layer.current?.querySelectorAll<HTMLElement>('[data-choice]')[first]?.focus();
  }, [isPlaced, first]);
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
    const at = all.findIndex((one) => one === document.activeElement);
    const columns = placed.filter(({ y }) => Math.abs(y - (placed[0]?.y ?? 0)) < 1).length;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key] ?? 0;
    const target = all[Math.min(all.length - 1, Math.max(0, at + by))];
    if (by !== 0) {
      event.preventDefault();
      target?.focus();
    }
    const one = windows[at];
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
        const small = placed[n];
        if (small === undefined) return null;
        const app = launcher.find(window.component);
        const title = titleOf(window, app);
        return (
          <div
            key={window.id}
            className={styles.item}
            style={{ left: small.x, top: small.y, width: small.width, height: small.height }}
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
  return isOpen && !isEmpty ? <Windows windows={windows} /> : null;
};
