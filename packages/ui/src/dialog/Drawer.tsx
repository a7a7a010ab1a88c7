import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useBack } from '../base/back.ts';
import { cx } from '../base/cx.ts';
import { IconButton } from '../button/IconButton.tsx';
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
  /** Leave the top bar free. */
  readonly underBar?: boolean;
}

const widthOf = (px: number): CSSProperties => Object.fromEntries([['--width', `${px}px`]]);

/** A panel from the right edge. It does not block the page; Esc or a press elsewhere closes it. */
export function Drawer({
  open,
  onClose,
  title,
  closeLabel,
  actions,
  children,
  width = 400,
  underBar = false,
}: DrawerProps) {
  useBack(open, onClose);
  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Popup className={cx(styles.drawer, underBar && styles.underBar)} style={widthOf(width)}>
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
