import { Menu as Base } from '@base-ui/react/menu';
import { useMemo } from 'react';
import { cx } from '../base/cx.ts';
import { lastFocusOrigin } from '../base/focus-origin.ts';
import { MenuEntries } from './MenuEntries.tsx';
import type { PointMenuProps } from './menu-props.ts';
import styles from './menu.module.css';

/** Margin between the menu and the edge of the screen, in px; the style sheet uses the same value. */
const SCREEN_MARGIN_PX = 8;
const SHIFT_COLLISIONS = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const;

/** With touch the menu must not open under the finger, because lifting it would choose an entry. */
const hasFinePointer = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(pointer: fine)').matches;

/**
 * Where the focus goes when the menu closes: back to its origin, or to the first focusable element of the area if the
 * origin was removed. If the chosen entry opened a window, the window keeps the focus (`false`: the library does not
 * move it).
 */
const returnFocusTo = (area: HTMLElement | null): HTMLElement | boolean => {
  const focus = document.activeElement;
  if (focus !== null && focus !== document.body && focus.closest('[role="menu"]') === null) return false;
  return lastFocusOrigin() !== null || (area?.querySelector<HTMLElement>('[tabindex="0"]') ?? true);
};

/** The loaded implementation of {@link PointMenuProps}. */
export function PointPopup({ point, entries, label, area, onClose }: PointMenuProps) {
  const x = point?.x ?? 0;
  const y = point?.y ?? 0;
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  return (
    <Base.Root
      modal={false}
      open={point !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={2}
          positionMethod="fixed"
          // Next to the pointer, so that a tall menu can shift up over the press instead of being cut off.
          alignOffset={2}
          collisionPadding={SCREEN_MARGIN_PX}
          {...(hasFinePointer() ? { collisionAvoidance: SHIFT_COLLISIONS } : {})}
        >
          <Base.Popup
            className={cx(styles.popup, hasFinePointer() && styles.whole)}
            aria-label={label}
            {...(area === undefined ? {} : { finalFocus: () => returnFocusTo(area.current) })}
            onContextMenu={(event) => {
              event.preventDefault();
            }}
          >
            <MenuEntries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
