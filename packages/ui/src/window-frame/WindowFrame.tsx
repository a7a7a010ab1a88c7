import { Copy, Minus, Square, X } from 'lucide-react';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { DialogScopeContext, inertLock } from '../dialog/dialog-scope.ts';
import { Menu } from '../menu/Menu.tsx';
import type { MenuEntry } from '../menu/menu-entry.ts';
import type { Point } from '../menu/menu-props.ts';
import { PointMenu } from '../menu/PointMenu.tsx';
import { edges, minimumSize, type Rect, type Size } from './window-geometry.ts';
import { useWindowDrag, type WindowPlacement } from './use-window-drag.ts';
import { useWindowFocus } from './use-window-focus.ts';
import { useWindowKeys } from './use-window-keys.ts';
import { useWindowMotion } from './use-window-motion.ts';
import { writeMaximized, writeRect } from './window-style.ts';
import styles from './window-frame.module.css';

export interface WindowLabels {
  readonly minimize: string;
  readonly maximize: string;
  readonly restore: string;
  readonly close: string;
  /** Name of the window menu behind the icon. */
  readonly menu: string;
  readonly move: string;
  readonly resize: string;
}

export interface WindowFrameProps {
  /** Identifies the element (`data-window`). */
  readonly id?: string;
  readonly title: string;
  readonly icon: ReactNode;
  /** Position and size when it is not maximised. */
  readonly bounds: Rect;
  readonly zIndex: number;
  readonly active: boolean;
  readonly maximized: boolean;
  /** Size before it was snapped; absent while it is not snapped. */
  readonly freeSize?: Size | null;
  readonly minimized: boolean;
  /** SHELL-06: which end of the title bar the three buttons are at. */
  readonly buttonSide: 'left' | 'right';
  readonly labels: WindowLabels;
  /** Height of the bars windows keep clear of, px. */
  readonly topInset?: number;
  readonly bottomInset?: number;
  readonly minimum?: Size;
  /** Called once at the end of a move, resize, snap or maximise. */
  readonly onPlacementChange: (placement: WindowPlacement) => void;
  readonly onMinimize: () => void;
  readonly onClose: () => void;
  /** A press or focus inside: bring the window to the front. */
  readonly onActivate: () => void;
  /** Position of its icon, for the animation of opening and minimising. */
  readonly iconRect?: () => DOMRect | null;
  /** Controls in the title bar, before the buttons. */
  readonly titleExtra?: ReactNode;
  /** More entries for the window menu. */
  readonly menuEntries?: readonly MenuEntry[];
  readonly children: ReactNode;
}

/**
 * One window on a desktop surface (its parent element, which must be positioned). Dragging and resizing never render
 * the content. Dialogs inside block this window only.
 */
export function WindowFrame(props: WindowFrameProps) {
  const { title, bounds, maximized, minimized, active, labels, buttonSide, onPlacementChange } = props;
  const { minimum = minimumSize, topInset: top = 40, bottomInset: bottom = 0, freeSize = null } = props;
  const root = useRef<HTMLElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const attach = useCallback((element: HTMLElement | null) => {
    root.current = element;
    setContainer(element);
  }, []);
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const titleId = useId();
  const options = { bounds, maximized, freeSize, minimum, top, bottom, onPlacementChange };
  const { grip, ghost } = useWindowDrag(root, options);
  const [keyMode, setKeyMode] = useWindowKeys(root, options);
  useWindowFocus(root, active, !minimized, props.onActivate);
  useWindowMotion(root, minimized, props.iconRect);

  const { x, y, width, height } = bounds;
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    if (maximized) writeMaximized(element, top, bottom);
    else writeRect(element, { x, y, width, height });
  }, [x, y, width, height, maximized, top, bottom]);

  const scope = useMemo(() => ({ container, lock: inertLock(body) }), [container, body]);
  const toggle = (): void => {
    onPlacementChange({ bounds, maximized: !maximized, snapped: null });
  };
  const entries: readonly MenuEntry[] = [
    ...(maximized
      ? []
      : ([
          { kind: 'action', id: 'move', label: labels.move, onSelect: () => setKeyMode('move') },
          { kind: 'action', id: 'resize', label: labels.resize, onSelect: () => setKeyMode('resize') },
        ] as const)),
    { kind: 'action', id: 'min', label: labels.minimize, icon: <Minus />, onSelect: props.onMinimize },
    {
      kind: 'action',
      id: 'max',
      label: maximized ? labels.restore : labels.maximize,
      icon: <Square />,
      onSelect: toggle,
    },
    ...(props.menuEntries ?? []),
    { kind: 'separator', id: 'end' },
    { kind: 'action', id: 'close', label: labels.close, icon: <X />, onSelect: props.onClose },
  ];
  const buttons = (
    <div className={cx(styles.buttons, buttonSide === 'left' && styles.left)}>
      <button type="button" className={styles.button} aria-label={labels.minimize} onClick={props.onMinimize}>
        <Minus />
      </button>
      <button
        type="button"
        className={styles.button}
        aria-label={maximized ? labels.restore : labels.maximize}
        onClick={toggle}
      >
        {maximized ? <Copy /> : <Square />}
      </button>
      <button
        type="button"
        className={cx(styles.button, styles.close)}
        aria-label={labels.close}
        onClick={props.onClose}
      >
        <X />
      </button>
    </div>
  );
  return (
    <>
      {ghost === null ? null : (
        <div
          className={styles.ghost}
          style={{ left: ghost.x, top: ghost.y, width: ghost.width, height: ghost.height, zIndex: props.zIndex }}
        />
      )}
      <section
        ref={attach}
        tabIndex={-1}
        aria-labelledby={titleId}
        className={styles.window}
        style={{ zIndex: props.zIndex }}
        data-window={props.id ?? ''}
        data-active={active ? '' : undefined}
        data-maximized={maximized ? '' : undefined}
        data-keys={keyMode ?? undefined}
      >
        <div
          className={styles.title}
          data-title-bar=""
          {...grip('move')}
          onContextMenu={(event) => {
            event.preventDefault();
            event.stopPropagation();
            setMenuAt({ x: event.clientX, y: event.clientY });
          }}
          onDoubleClick={(event) => {
            if (event.target instanceof Element && event.target.closest('button, [data-no-drag]') === null) toggle();
          }}
        >
          {buttonSide === 'left' ? buttons : null}
          <Menu
            entries={entries}
            trigger={
              <button
                type="button"
                className={styles.menu}
                aria-label={labels.menu}
                onDoubleClick={(event) => {
                  event.stopPropagation();
                }}
              >
                {props.icon}
              </button>
            }
          />
          <h2 id={titleId} className={styles.name}>
            {title}
          </h2>
          {props.titleExtra === undefined ? null : (
            <div className={styles.extra} data-no-drag="">
              {props.titleExtra}
            </div>
          )}
          {buttonSide === 'right' ? buttons : null}
        </div>
        <div ref={setBody} className={styles.body}>
          <DialogScopeContext value={scope}>{props.children}</DialogScopeContext>
        </div>
        <PointMenu
          label={labels.menu}
          point={menuAt}
          entries={entries}
          onClose={() => {
            setMenuAt(null);
          }}
        />
        {maximized
          ? null
          : edges.map((edge) => (
              <div key={edge} className={cx(styles.handle, styles[edge])} data-handle={edge} {...grip(edge)} />
            ))}
      </section>
    </>
  );
}
