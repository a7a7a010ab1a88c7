import { Button, Dialog, TextField } from '@boxwood/ui';
import { type SubmitEvent, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { BoxesToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useText } from '../../platform/react/use-text.ts';
import { FailureNote } from './FailureNote.tsx';
import { join } from './join-messages.ts';
import { setUp } from './setup-messages.ts';
import styles from './sign-in.module.css';

/** Adds the box that serves this page to the boxes of the signed-in user, with an invitation (X103). */
export const JoinDialog = ({
  boxId,
  invite,
  open,
  onClose,
}: {
  readonly boxId: string;
  readonly invite: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) => {
  const t = useText(join);
  const s = useText(setUp);
  const c = useText(commonMessages);
  const boxes = useService(BoxesToken);
  const action = useAction();
  const [code, setCode] = useState(invite);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (code.trim() !== '') action.run(() => boxes.join(boxId, code), onClose);
  };
  return (
    <Dialog page open={open} width={440} title={t('addTitle')} closeLabel={c('close')} onClose={onClose}>
      <form className={styles.joinForm} noValidate onSubmit={submit}>
        <p className={styles.joinText}>{t('addText')}</p>
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          name="invitation"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          error={isSubmitted && code.trim() === '' ? s('needInvite') : null}
          onValueChange={setCode}
        />
        <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
        <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
          {t('addDone')}
        </Button>
      </form>
    </Dialog>
  );
};
