import type { Failure, Outcome } from '@boxwood/domain';
import { Banner, Button, Dialog } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useIsChanged, useDiscardDialog } from '../../../kit/app/unsaved/use-discard-dialog.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from '../account.module.css';

/** Form state that the fields of a change dialog receive. */
export interface ChangeFormState {
  /** True after the first attempt to save; issues show from then on. */
  readonly isSubmitted: boolean;
  readonly onFailure: (failure: Failure | null) => void;
}

/** A dialog with one form, one action and the message of its failure. */
export const ChangeDialog = ({
  title,
  description,
  confirmLabel,
  isValid,
  danger = false,
  input,
  save,
  onDone,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly confirmLabel: string;
  readonly isValid: boolean;
  readonly danger?: boolean;
  /** The current input. When it has changed, closing the dialog asks for confirmation (`useDiscardDialog`). */
  readonly input?: unknown;
  readonly save: () => Outcome<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children: (form: ChangeFormState) => ReactNode;
}) => {
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const action = useAction();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [fieldFailure, setFieldFailure] = useState<Failure | null>(null);
  const { leave, dialog } = useDiscardDialog(useIsChanged(input), onClose);
  const failure = action.state.at === 'failed' ? action.state.failure : fieldFailure;
  return (
    <Dialog
      open
      width={480}
      title={title}
      {...(description === undefined ? {} : { description })}
      closeLabel={c('close')}
      onClose={leave}
      onSubmit={() => {
        setIsSubmitted(true);
        setFieldFailure(null);
        if (isValid) action.run(save, onDone);
      }}
      footer={
        <>
          <Button onClick={leave}>{c('cancel')}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={action.state.at === 'running'}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {children({ isSubmitted, onFailure: setFieldFailure })}
        {failure === null ? null : <Banner tone="danger">{failureText(failure).text}</Banner>}
      </div>
      {dialog}
    </Dialog>
  );
};
