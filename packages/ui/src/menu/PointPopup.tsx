import { Menu as Base } from '@base-ui/react/menu';
import { useMemo } from 'react';
import { cx } from '../base/cx.ts';
import { MenuEntries } from './MenuEntries.tsx';
import type { PointMenuProps } from './PointMenu.tsx';
import styles from './menu.module.css';

/** Kept free between the menu and the edge of the screen, px; the style sheet knows it too. */
const EDGE = 8;

/** The live form of {@link PointMenuProps}. */
export function PointPopup({ point, entries, label, onClose }: PointMenuProps) {
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
          // All of it is seen where the screen has the room: it moves up rather than being cut.
          collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
          collisionPadding={EDGE}
        >
          <Base.Popup
            className={cx(styles.popup, styles.whole)}
            aria-label={label}
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
