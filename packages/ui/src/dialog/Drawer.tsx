import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { useCloseOnBack } from '../base/use-close-on-back.ts';
import { IconButton } from '../button/IconButton.tsx';
import { useSwipeToClose } from '../phone/use-swipe-to-close.ts';
import styles from './dialog.module.css';

export interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  /** Buttons at the end of the header. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** CSS px. */
  readonly width?: number;
  /** Leaves the top bar uncovered. */
  readonly belowTopBar?: boolean;
}

const widthOf = (px: number): CSSProperties => Object.fromEntries([['--width', `${px}px`]]);

/**
 * A panel from the right edge; on phones from the bottom. It does not block the page; Esc or a press outside closes it.
 */
export function Drawer({
  open,
  onClose,
  title,
  closeLabel,
  actions,
  children,
  width = 400,
  belowTopBar = false,
}: DrawerProps) {
  const [popup, setPopup] = useState<HTMLDivElement | null>(null);
  useCloseOnBack(open, onClose);
  useSwipeToClose(popup, onClose);
  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Popup ref={setPopup} className={cx(styles.drawer, belowTopBar && styles.underBar)} style={widthOf(width)}>
          <header className={cx(styles.header, styles.drawerHeader)}>
            <div className={styles.titles}>
              <Base.Title className={styles.title}>{title}</Base.Title>
            </div>
            {actions}
            <Base.Close render={<IconButton label={closeLabel} icon={<X />} size="sm" tooltip={false} />} />
          </header>
          <div className={styles.drawerBody}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
