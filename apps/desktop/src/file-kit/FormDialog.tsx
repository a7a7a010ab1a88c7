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
  /** What the button says that ends it. */
  readonly confirm: string;
  /** Whether what was typed will do; the button says why not. */
  readonly verdict: Verdict;
  readonly busy?: boolean;
  /** All that is typed and chosen, where it is not thrown away unasked (`useDiscard`). */
  readonly typed?: unknown;
  /** What it does cannot be taken back. */
  readonly danger?: boolean;
  /** Called only when {@link verdict} is good. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with fields that ends with Enter or its button, or without anything done. */
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
