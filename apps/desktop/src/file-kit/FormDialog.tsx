import type { Verdict } from '@boxwood/command-bus/rules';
import { Button, Dialog } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { common } from '../app-kit/messages.ts';
import { useChanged, useDiscard } from '../app-kit/use-discard.tsx';
import { useText } from '../react/use-text.ts';
import { useIssueText } from './texts.ts';

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly width: number;
  /** Label of the submit button. */
  readonly confirm: string;
  /** Whether the input is valid. When it is not, the submit button shows the reason. */
  readonly verdict: Verdict;
  readonly busy?: boolean;
  /** The current input. When it has changed, closing the dialog asks for confirmation (`useDiscard`). */
  readonly typed?: unknown;
  /** The action cannot be undone, so the submit button uses the danger style. */
  readonly danger?: boolean;
  /** Called only when {@link verdict} is good. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with form fields. Enter or its button submits; closing or Cancel does nothing. */
export const FormDialog = ({
  title,
  description,
  width,
  confirm,
  verdict,
  busy = false,
  typed,
  danger = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const c = useText(common);
  const issue = useIssueText();
  const { leave, question } = useDiscard(useChanged(typed), onClose);
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      {...(description === undefined ? {} : { description })}
      width={width}
      closeLabel={c('close')}
      onSubmit={() => {
        if (verdict.ok) onSubmit();
      }}
      footer={
        <>
          <Button onClick={leave}>{c('cancel')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            busy={busy}
            disabledReason={verdict.ok ? undefined : issue(verdict)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {question}
    </Dialog>
  );
};
