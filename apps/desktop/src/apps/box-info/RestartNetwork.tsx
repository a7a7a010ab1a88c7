import { Button, ConfirmDialog } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../app-kit/messages.ts';
import { useSystem } from '../../app-kit/system-service.ts';
import { SessionToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useStream } from '../../react/use-stream.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './box-info.module.css';

/** Restarts the network of the box after a confirmation; administrators only (SYSTEM-18). */
export const RestartNetwork = () => {
  const t = useText(messages);
  const c = useText(common);
  const system = useSystem();
  const admin = useStream(useService(SessionToken).admin$);
  const failureText = useFailureText();
  const { state, run, reset } = useAction();
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const close = (): void => {
    setOpen(false);
    reset();
  };
  if (!admin) return null;
  return (
    <div className={styles.acts}>
      <Button
        onClick={() => {
          setDone(false);
          setOpen(true);
        }}
      >
        {t('restart')}
      </Button>
      <p className={styles.text} aria-live="polite">
        {done ? t('restarting') : ''}
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
              setDone(true);
            },
          );
        }}
      >
        {state.at === 'failed' ? <p role="alert">{failureText(state.failure).text}</p> : null}
      </ConfirmDialog>
    </div>
  );
};
