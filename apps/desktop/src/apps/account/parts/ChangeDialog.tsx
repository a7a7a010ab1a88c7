import type { Failure, Outcome } from '@boxwood/domain';
import { Banner, Button, Dialog } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { useChanged, useDiscard } from '../../../app-kit/use-discard.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import styles from '../account.module.css';

/** Form state that the fields of a change dialog receive. */
export interface FormState {
  /** True after the first attempt to save; issues show from then on. */
  readonly asked: boolean;
  readonly fail: (failure: Failure | null) => void;
}

/** A dialog with one form, one action and the message of its failure. */
export const ChangeDialog = ({
  title,
  description,
  confirm,
  valid,
  danger = false,
  typed,
  act,
  onDone,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly confirm: string;
  readonly valid: boolean;
  readonly danger?: boolean;
  /** The current input. When it has changed, closing the dialog asks for confirmation (`useDiscard`). */
  readonly typed?: unknown;
  readonly act: () => Outcome<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children: (form: FormState) => ReactNode;
}) => {
  const c = useText(common);
  const failureText = useFailureText();
  const action = useAction();
  const [asked, setAsked] = useState(false);
  const [side, setSide] = useState<Failure | null>(null);
  const { leave, question } = useDiscard(useChanged(typed), onClose);
  const failure = action.state.at === 'failed' ? action.state.failure : side;
  return (
    <Dialog
      open
      width={480}
      title={title}
      {...(description === undefined ? {} : { description })}
      closeLabel={c('close')}
      onClose={leave}
      onSubmit={() => {
        setAsked(true);
        setSide(null);
        if (valid) action.run(act, onDone);
      }}
      footer={
        <>
          <Button onClick={leave}>{c('cancel')}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={action.state.at === 'running'}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {children({ asked, fail: setSide })}
        {failure === null ? null : <Banner tone="danger">{failureText(failure).text}</Banner>}
      </div>
      {question}
    </Dialog>
  );
};
