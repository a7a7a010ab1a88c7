import { AppIcon, ContextMenuArea, type MenuEntry } from '@boxwood/ui';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { AnyApp } from '../../kit/app/apps/define-app.ts';
import { DesktopToken, LauncherToken, ShellToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText, useLocalizedText } from '../../platform/react/use-text.ts';
import { desktopItems, indexAt, moveItem, iconPosition, rowCount } from './desktop-items.ts';
import { desktopMessages } from './desktop-messages.ts';
import styles from './desktop.module.css';

interface IconDrag {
  readonly pointer: number;
  readonly from: number;
  readonly x: number;
  readonly y: number;
  isDragging: boolean;
}

/** The icons of the desktop: press or Enter opens, the pointer or Ctrl+arrows rearranges. */
export const DesktopIcons = ({ height }: { readonly height: number }) => {
  const t = useText(desktopMessages);
  const localize = useLocalizedText();
  const launcher = useService(LauncherToken);
  const offeredApps = useStream(launcher.offeredApps$);
  const desktop = useService(DesktopToken);
  const panels = useService(ShellToken);
  const chosen = useStream(desktop.icons$);
  const items = desktopItems(offeredApps, chosen).filter((item) => item.desktop);
  const rows = rowCount(height);
  const grid = useRef<HTMLElement>(null);
  const drag = useRef<IconDrag | null>(null);
  const [target, setTarget] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const [current, setCurrent] = useState(0);
  const order = target === null ? items : moveItem(items, target.from, target.to);

  const arrange = (from: number, to: number): void => {
    desktop.setIcons(moveItem(items, from, to).map((item) => item.title));
  };
  const focusIcon = (index: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    setCurrent(next);
    const title = items[next]?.title ?? '';
    grid.current?.querySelector<HTMLElement>(`[data-title="${CSS.escape(title)}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -rows, ArrowRight: rows, Home: -index, End: items.length }[
      event.key
    ];
    if (step === undefined) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      const to = Math.max(0, Math.min(items.length - 1, index + step));
      arrange(index, to);
      setCurrent(to);
    } else focusIcon(index + step);
  };
  const localPoint = (event: PointerEvent): { readonly x: number; readonly y: number } => {
    const box = grid.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const onDown = (event: PointerEvent<HTMLButtonElement>, index: number): void => {
    if (event.button !== 0) return;
    drag.current = { pointer: event.pointerId, from: index, x: event.clientX, y: event.clientY, isDragging: false };
  };
  const onMove = (event: PointerEvent<HTMLButtonElement>): void => {
    const now = drag.current;
    if (now?.pointer !== event.pointerId) return;
    const dx = event.clientX - now.x;
    const dy = event.clientY - now.y;
    if (!now.isDragging && Math.hypot(dx, dy) < 5) return;
    if (!now.isDragging) {
      now.isDragging = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.dataset['dragging'] = '';
    }
    event.currentTarget.style.translate = `${dx}px ${dy}px`;
    const { x, y } = localPoint(event);
    const to = indexAt(x, y, rows, items.length);
    setTarget((old) => (old?.to === to ? old : { from: now.from, to }));
  };
  const onEnd = (event: PointerEvent<HTMLButtonElement>, isDropped: boolean): void => {
    const now = drag.current;
    if (now?.pointer !== event.pointerId) return;
    drag.current = null;
    delete event.currentTarget.dataset['dragging'];
    event.currentTarget.style.translate = '';
    if (now.isDragging && isDropped && target !== null) arrange(target.from, target.to);
    setTarget(null);
  };
  const entriesOf = (app: AnyApp, index: number): readonly MenuEntry[] => [
    { kind: 'action', id: 'open', label: t('open'), onSelect: () => launcher.open(app.id) },
    { kind: 'separator', id: 's1' },
    {
      kind: 'action',
      id: 'earlier',
      label: t('moveEarlier'),
      keys: 'Ctrl+↑',
      onSelect: () => arrange(index, index - 1),
    },
    { kind: 'action', id: 'later', label: t('moveLater'), keys: 'Ctrl+↓', onSelect: () => arrange(index, index + 1) },
    { kind: 'separator', id: 's2' },
    {
      kind: 'action',
      id: 'remove',
      label: t('removeFromDesktop'),
      onSelect: () => desktop.setIcons(items.filter((_, at) => at !== index).map((item) => item.title)),
    },
  ];

  /** The menu of the empty desktop. */
  const desktopEntries: readonly MenuEntry[] = [
    { kind: 'action', id: 'wallpaper', label: t('wallpaper'), onSelect: () => panels.show('wallpaper') },
    {
      kind: 'action',
      id: 'desktop-settings',
      label: t('desktopSettings'),
      onSelect: () => panels.show('desktop-settings'),
    },
    { kind: 'separator', id: 'windows' },
    { kind: 'action', id: 'cascade', label: t('cascade'), onSelect: () => desktop.cascade() },
    { kind: 'action', id: 'tile', label: t('tile'), onSelect: () => desktop.tile() },
    { kind: 'action', id: 'hide-all', label: t('hideAll'), onSelect: () => desktop.minimiseAll() },
  ];

  return (
    <ContextMenuArea
      className={styles.icons}
      label={t('icons')}
      entries={({ target: pressed }) => {
        const title = pressed.closest<HTMLElement>('[data-title]')?.dataset['title'];
        const index = items.findIndex((item) => item.title === title);
        const app = items[index]?.app;
        return app === undefined ? desktopEntries : entriesOf(app, index);
      }}
    >
      <nav ref={grid} aria-label={t('icons')}>
        {items.map(({ app, title }, index) => {
          const { x, y } = iconPosition(
            order.findIndex((item) => item.title === title),
            rows,
          );
          return (
            <button
              key={title}
              type="button"
              className={styles.icon}
              data-title={title}
              data-app={app.id}
              style={{ left: x, top: y }}
              tabIndex={index === Math.min(current, items.length - 1) ? 0 : -1}
              onFocus={() => {
                setCurrent(index);
              }}
              onClick={(event) => {
                // One click opens; the second click of a double click opens nothing more.
                if (event.detail === 0 || (event.detail === 1 && target === null)) launcher.open(app.id);
              }}
              onKeyDown={(event) => {
                // A key that is held down opens once.
                if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
                else onKey(event, index);
              }}
              onPointerDown={(event) => {
                onDown(event, index);
              }}
              onPointerMove={onMove}
              onPointerUp={(event) => {
                onEnd(event, true);
              }}
              onPointerCancel={(event) => {
                onEnd(event, false);
              }}
            >
              <AppIcon name={app.icon} size={52} />
              <span className={styles.iconName}>{localize(app.title)}</span>
            </button>
          );
        })}
      </nav>
    </ContextMenuArea>
  );
};
