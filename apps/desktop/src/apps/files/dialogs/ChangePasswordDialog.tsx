import type { SafeGate } from '@boxwood/domain';
import { Button, Dialog, PasswordField } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useDiscardDialog } from '../../../kit/app/unsaved/use-discard-dialog.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { gateMessages } from '../../../kit/files/gate/messages.ts';
import styles from './dialogs.module.css';

/** Changes the password of the safe or the private files (P-10). */
export const ChangePasswordDialog = ({ gate, onClose }: { readonly gate: SafeGate; readonly onClose: () => void }) => {
  const t = useText(gateMessages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const [repeat, setRepeat] = useState('');
  const { leave: requestClose, dialog } = useDiscardDialog(`${old}${next}${repeat}` !== '', onClose);
  const texts = { showPasswordLabel: c('showPassword'), hidePasswordLabel: c('hidePassword') };
  return (
    <Dialog
      open
      onClose={requestClose}
      title={t('change')}
      width={480}
      closeLabel={c('close')}
      onSubmit={() => {
        run(() => gate.change(old, next, repeat), onClose);
      }}
      footer={
        <>
          <Button onClick={requestClose}>{c('cancel')}</Button>
          <Button variant="primary" type="submit" busy={state.at === 'running'}>
            {t('changed')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {gate.area === 'safe' ? (
          <PasswordField {...texts} label={t('oldPassword')} value={old} onValueChange={setOld} autoFocus />
        ) : null}
        <PasswordField
          {...texts}
          label={t('newPassword')}
          hint={t('rule')}
          autoComplete="new-password"
          value={next}
          onValueChange={setNext}
        />
        <PasswordField
          {...texts}
          label={t('repeat')}
          autoComplete="new-password"
          value={repeat}
          error={state.at === 'failed' ? failureText(state.failure).text : undefined}
          onValueChange={setRepeat}
        />
      </div>
      {dialog}
    </Dialog>
  );
};
