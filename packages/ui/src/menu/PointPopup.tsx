import { Menu as Base } from '@base-ui/react/menu';
import { useMemo } from 'react';
import { cx } from '../base/cx.ts';
import { lastPlace } from '../base/last-place.ts';
import { MenuEntries } from './MenuEntries.tsx';
import type { PointMenuProps } from './menu-props.ts';
import styles from './menu.module.css';

/** Kept free between the menu and the edge of the screen, px; the style sheet knows it too. */
const EDGE = 8;
const SHIFTED = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const;

/** Under a finger that is about to be lifted no entry may come to lie. */
const byMouse = (): boolean => typeof window.matchMedia === 'function' && window.matchMedia('(pointer: fine)').matches;

/**
 * Where the keyboard goes from a menu of something: where it came from, or its place in there should that be gone. What was chosen may have
 * opened a window, which keeps the focus: the library moves it only where nobody says where to.
 */
const backIn = (area: HTMLElement | null): HTMLElement | boolean => {
  const focus = document.activeElement;
  if (focus !== null && focus !== document.body && focus.closest('[role="menu"]') === null) return false;
  return lastPlace() !== null || (area?.querySelector<HTMLElement>('[tabindex="0"]') ?? true);
};

/** The live form of {@link PointMenuProps}. */
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
          // Beside the pointer, so that all of it can move up over the place of the press rather than being cut.
          alignOffset={2}
          collisionPadding={EDGE}
          {...(byMouse() ? { collisionAvoidance: SHIFTED } : {})}
        >
          <Base.Popup
            className={cx(styles.popup, byMouse() && styles.whole)}
            aria-label={label}
            {...(area === undefined ? {} : { finalFocus: () => backIn(area.current) })}
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
