import { Button, ConfirmDialog } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { useSystem } from '../../kit/app/system-service.ts';
import { SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './box-info.module.css';

/** Restarts the network of the box after a confirmation; administrators only (SYSTEM-18). */
export const RestartNetwork = () => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const system = useSystem();
  const isAdmin = useStream(useService(SessionToken).admin$);
  const failureText = useFailureText();
  const { state, run, reset } = useAction();
  const [open, setOpen] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const close = (): void => {
    setOpen(false);
    reset();
  };
  if (!isAdmin) return null;
  return (
    <div className={styles.acts}>
      <Button
        onClick={() => {
          setIsDone(false);
          setOpen(true);
        }}
      >
        {t('restart')}
      </Button>
      <p className={styles.text} aria-live="polite">
        {isDone ? t('restarting') : ''}
      </p>
      <ConfirmDialog
        open={open}
        title={t('restartTitle')}
        message={t('restartText')}
        confirmLabel={t('restartNow')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        busy={state.at === 'running'}
        onClose={close}
        onConfirm={() => {
          run(
            () => system.restartNetwork(),
            () => {
              close();
              setIsDone(true);
            },
          );
        }}
      >
        {state.at === 'failed' ? <p role="alert">{failureText(state.failure).text}</p> : null}
      </ConfirmDialog>
    </div>
  );
};
