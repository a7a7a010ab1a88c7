import { Button, ConfirmDialog, PasswordField, TextField } from '@boxwood/ui';
import { type SubmitEvent, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { LinkHintsToken, ServingBoxToken, SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useText } from '../../platform/react/use-text.ts';
import { offlineSignInUrl } from '../routes/session-handover.ts';
import { FailureNote } from './FailureNote.tsx';
import { offline } from './offline-messages.ts';
import { validatePassword } from './sign-in-validation.ts';
import styles from './sign-in.module.css';

/**
 * Sign-in directly at a box (LOGIN-06, LOGIN-10), after a notice about its limits (LOGIN-16). `previousUser`: the user
 * whose session expired.
 */
export const DirectSignInForm = ({ previousUser }: { readonly previousUser: string }) => {
  const t = useText(offline);
  const c = useText(commonMessages);
  const session = useService(SessionToken);
  const servingBox = useService(ServingBoxToken);
  const hints = useService(LinkHintsToken);
  const action = useAction();
  const [ip, setIp] = useState(servingBox.host);
  const [name, setName] = useState(hints.offline ?? previousUser);
  const [password, setPassword] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isNoticeOpen, setNoticeOpen] = useState(false);
  const box = servingBox.resolveTyped(ip);
  const ipIssue = ip.trim() === '' ? t('needIp') : box.at === 'nowhere' ? t('badIp') : null;
  const nameIssue = name.trim() === '' ? t('needAccount') : null;
  const passwordIssue = validatePassword(password);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setIsSubmitted(true);
    // The password of another box is entered on the page of that box, never on this one.
    if (box.at === 'elsewhere') window.location.assign(offlineSignInUrl(box.origin, name.trim()));
    else if (ipIssue === null && nameIssue === null && passwordIssue === null) setNoticeOpen(true);
  };
  const submitDirectly = (): void => {
    setNoticeOpen(false);
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
        error={isSubmitted ? ipIssue : null}
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
        error={isSubmitted && box.at !== 'elsewhere' ? nameIssue : null}
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
          error={isSubmitted && passwordIssue !== null ? t(passwordIssue) : null}
          showPasswordLabel={c('showPassword')}
          hidePasswordLabel={c('hidePassword')}
          onValueChange={setPassword}
        />
      )}
      <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
      <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
        {box.at === 'elsewhere' ? t('continueTo', { host: box.host }) : t('signInOffline')}
      </Button>
      <ConfirmDialog
        page
        open={isNoticeOpen}
        title={t('offlineNoticeTitle')}
        message={t('offlineNotice')}
        confirmLabel={t('offlineContinue')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        width={480}
        onConfirm={submitDirectly}
        onClose={() => {
          setNoticeOpen(false);
        }}
      />
    </form>
  );
};
