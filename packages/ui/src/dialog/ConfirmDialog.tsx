import { useRef, type ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Describes what will happen. */
  readonly message?: ReactNode;
  readonly confirmLabel: string;
  /** Absent: shows a notice with one button. */
  readonly cancelLabel?: string;
  readonly closeLabel: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly width?: number;
  /** Further controls under the message ("do not remind again"). */
  readonly children?: ReactNode;
  readonly page?: boolean;
}

/** A confirmation with a verb on its button. For a destructive action the cancel button has the focus. */
export function ConfirmDialog({
  open,
  title,
  message,
  confirmLabel,
  cancelLabel,
  closeLabel,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  width = 400,
  children,
  page = false,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onClose={onClose}
      title={title}
      description={message}
      closeLabel={closeLabel}
      dismissible={!busy}
      width={width}
      page={page}
      initialFocus={danger && cancelLabel !== undefined ? cancel : confirm}
      footer={
        <>
          {cancelLabel === undefined ? null : (
            <Button ref={cancel} onClick={onClose} disabled={busy}>
              {cancelLabel}
            </Button>
          )}
          <Button ref={confirm} variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
