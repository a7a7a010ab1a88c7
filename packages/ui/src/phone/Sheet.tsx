import { Drawer } from '@base-ui/react/drawer';
import { useState, type ReactNode, type RefObject } from 'react';
import { cx } from '../base/cx.ts';
import { useCloseOnBack } from '../base/use-close-on-back.ts';
import { useReturnFocus } from '../dialog/use-return-focus.ts';
import styles from './phone.module.css';

export interface SheetProps {
  readonly open: boolean;
  /** Called on swipe down, a press outside, Escape and Back. */
  readonly onClose: () => void;
  /** Accessible name; shown unless there is a `header`. */
  readonly title: string;
  /** Content instead of the title: a picture and a name. */
  readonly header?: ReactNode;
  readonly children?: ReactNode;
  /** Opens at half the screen height and can be dragged to full height. */
  readonly isExpandable?: boolean;
  /** Initial focus; the sheet itself when absent. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

const HALF_HEIGHT = 0.55;

/** A modal dialog that was opened from the sheet has the focus, or will get it. */
const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"][data-open]') !== null;

/** A modal bottom sheet that traps the focus; one at a time. It is as high as its content, or has two heights. */
export function Sheet({ open, onClose, title, header, children, isExpandable = false, initialFocus }: SheetProps) {
  const [height, setHeight] = useState<string | number | null>(HALF_HEIGHT);
  const finalFocus = useReturnFocus(open, null);
  useCloseOnBack(open, onClose);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      {...(isExpandable ? { snapPoints: [HALF_HEIGHT, 1], snapPoint: height, onSnapPointChange: setHeight } : {})}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup
            className={cx(styles.sheet, isExpandable && styles.tall)}
            finalFocus={() => (isDialogOpen() ? false : finalFocus())}
            {...(initialFocus === undefined ? {} : { initialFocus })}
          >
            <div className={styles.handle} aria-hidden="true" />
            {header === undefined ? (
              <Drawer.Title className={styles.sheetTitle}>{title}</Drawer.Title>
            ) : (
              <>
                <Drawer.Title className={styles.hiddenTitle}>{title}</Drawer.Title>
                {header}
              </>
            )}
            <Drawer.Content className={styles.sheetBody}>{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
