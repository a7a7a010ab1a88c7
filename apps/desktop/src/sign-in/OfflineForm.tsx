import { Button, ConfirmDialog, PasswordField, TextField } from '@boxwood/ui';
import { type SubmitEvent, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { HintsToken, ServingBoxToken, SessionToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useAction } from '../react/use-outcome.ts';
import { useText } from '../react/use-text.ts';
import { offlineAddress } from '../routes/hand-over.ts';
import { FailureNote } from './FailureNote.tsx';
import { offline } from './offline-messages.ts';
import { checkPassword } from './rules.ts';
import styles from './sign-in.module.css';

/**
 * Sign-in directly at a box (LOGIN-06, LOGIN-10), after a notice about its limits (LOGIN-16). `previousUser`: the user
 * whose session expired.
 */
export const OfflineForm = ({ who }: { readonly who: string }) => {
  const t = useText(offline);
  const c = useText(common);
  const session = useService(SessionToken);
  const serving = useService(ServingBoxToken);
  const hints = useService(HintsToken);
  const action = useAction();
  const [ip, setIp] = useState(serving.host);
  const [name, setName] = useState(hints.offline ?? who);
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const [notice, setNotice] = useState(false);
  const box = serving.typed(ip);
  const ipIssue = ip.trim() === '' ? t('needIp') : box.at === 'nowhere' ? t('badIp') : null;
  const nameIssue = name.trim() === '' ? t('needAccount') : null;
  const passwordIssue = checkPassword(password);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    // The password of another box is entered on the page of that box, never on this one.
    if (box.at === 'elsewhere') window.location.assign(offlineAddress(box.origin, name.trim()));
    else if (ipIssue === null && nameIssue === null && passwordIssue === null) setNotice(true);
  };
  const send = (): void => {
    setNotice(false);
    if (box.at === 'here') action.run(() => session.signInOffline(box.address, name.trim(), password));
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={t('boxIp')}
        hint={t('boxIpHint')}
        name="box"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        value={ip}
        error={asked ? ipIssue : null}
        onValueChange={setIp}
      />
      <TextField
        label={t('userName')}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={name === ''}
        value={name}
        error={asked && box.at !== 'elsewhere' ? nameIssue : null}
        onValueChange={setName}
      />
      {box.at === 'elsewhere' ? (
        <p role="status" className={styles.notice}>
          {t('elsewhereText', { host: box.host })}
        </p>
      ) : (
        <PasswordField
          label={t('password')}
          name="password"
          autoFocus={hints.offline !== null && hints.offline !== ''}
          value={password}
          error={asked && passwordIssue !== null ? t(passwordIssue) : null}
          showLabel={c('showPassword')}
          hideLabelText={c('hidePassword')}
          onValueChange={setPassword}
        />
      )}
      <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
      <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
        {box.at === 'elsewhere' ? t('continueTo', { host: box.host }) : t('signInOffline')}
      </Button>
      <ConfirmDialog
        page
        open={notice}
        title={t('offlineNoticeTitle')}
        message={t('offlineNotice')}
        confirmLabel={t('offlineContinue')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        width={480}
        onConfirm={send}
        onClose={() => {
          setNotice(false);
        }}
      />
    </form>
  );
};
