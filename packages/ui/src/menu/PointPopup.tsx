import { Menu as Base } from '@base-ui/react/menu';
import { useMemo } from 'react';
import { MenuEntries } from './MenuEntries.tsx';
import type { PointMenuProps } from './PointMenu.tsx';
import styles from './menu.module.css';

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
        >
          <Base.Popup
            className={styles.popup}
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
