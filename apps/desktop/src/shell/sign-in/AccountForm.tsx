import { Button, PasswordField, TextField } from '@boxwood/ui';
import { type SubmitEvent, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useText } from '../../platform/react/use-text.ts';
import { FailureNote } from './FailureNote.tsx';
import { isPrerendered, prerenderedValue } from './prerendered-form.ts';
import { signIn } from './messages.ts';
import { validatePassword } from './sign-in-validation.ts';
import styles from './sign-in.module.css';

/**
 * Sign-in with an account (LOGIN-02): user name, mobile number or mail, and the password. `previousUser`: the user
 * whose session expired.
 */
export const AccountForm = ({ previousUser }: { readonly previousUser: string }) => {
  const t = useText(signIn);
  const c = useText(commonMessages);
  const session = useService(SessionToken);
  const action = useAction();
  const [name, setName] = useState(() => (previousUser === '' ? prerenderedValue('username') : previousUser));
  const [password, setPassword] = useState(() => prerenderedValue('password'));
  // Leaves the focus in the prerendered form, where the user may be typing already.
  const [hasAutoFocus] = useState(() => !isPrerendered());
  const [isSubmitted, setIsSubmitted] = useState(false);
  const nameIssue = name.trim() === '' ? t('needAccount') : null;
  const passwordIssue = validatePassword(password);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (nameIssue === null && passwordIssue === null) action.run(() => session.signIn(name.trim(), password));
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={t('account')}
        hint={t('accountHint')}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={hasAutoFocus && previousUser === ''}
        value={name}
        error={isSubmitted ? nameIssue : null}
        onValueChange={setName}
      />
      <PasswordField
        label={t('password')}
        autoFocus={previousUser !== ''}
        name="password"
        value={password}
        error={isSubmitted && passwordIssue !== null ? t(passwordIssue) : null}
        showPasswordLabel={c('showPassword')}
        hidePasswordLabel={c('hidePassword')}
        onValueChange={setPassword}
      />
      <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
      <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
        {t('signIn')}
      </Button>
    </form>
  );
};
