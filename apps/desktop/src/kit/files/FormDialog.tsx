import type { Verdict } from '@boxwood/command-bus/rules';
import { Button, Dialog } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { commonMessages } from '../app/messages.ts';
import { useIsChanged, useDiscardDialog } from '../app/unsaved/use-discard-dialog.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { useIssueText } from './use-issue-text.ts';

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly width: number;
  /** Label of the submit button. */
  readonly confirmLabel: string;
  /** Whether the input is valid. When it is not, the submit button shows the reason. */
  readonly validation: Verdict;
  readonly busy?: boolean;
  /** The current input. When it has changed, closing the dialog asks for confirmation (`useDiscardDialog`). */
  readonly input?: unknown;
  /** The action cannot be undone, so the submit button uses the danger style. */
  readonly danger?: boolean;
  /** Called only when {@link validation} is good. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with form fields. Enter or its button submits; closing or Cancel does nothing. */
export const FormDialog = ({
  title,
  description,
  width,
  confirmLabel,
  validation,
  busy = false,
  input,
  danger = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const c = useText(commonMessages);
  const issue = useIssueText();
  const { leave: requestClose, dialog } = useDiscardDialog(useIsChanged(input), onClose);
  return (
    <Dialog
      open
      onClose={requestClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      width={width}
      closeLabel={c('close')}
      onSubmit={() => {
        if (validation.ok) onSubmit();
      }}
      footer={
        <>
          <Button onClick={requestClose}>{c('cancel')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            busy={busy}
            disabledReason={validation.ok ? undefined : issue(validation)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {dialog}
    </Dialog>
  );
};
