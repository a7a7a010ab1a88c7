import { Button, PasswordField, TextField } from '@boxwood/ui';
import { type SubmitEvent, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { SessionToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useAction } from '../react/use-outcome.ts';
import { useText } from '../react/use-text.ts';
import { FailureNote } from './FailureNote.tsx';
import { isFirst, typedFirst } from './first-form.ts';
import { signIn } from './messages.ts';
import { checkPassword } from './rules.ts';
import styles from './sign-in.module.css';

/**
 * Sign-in with an account (LOGIN-02): user name, mobile number or mail, and the password. `previousUser`: the user
 * whose session expired.
 */
export const AccountForm = ({ who }: { readonly who: string }) => {
  const t = useText(signIn);
  const c = useText(common);
  const session = useService(SessionToken);
  const action = useAction();
  const [name, setName] = useState(() => (who === '' ? typedFirst('username') : who));
  const [password, setPassword] = useState(() => typedFirst('password'));
  // Leaves the focus in the prerendered form, where the user may be typing already.
  const [focuses] = useState(() => !isFirst());
  const [asked, setAsked] = useState(false);
  const nameIssue = name.trim() === '' ? t('needAccount') : null;
  const passwordIssue = checkPassword(password);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
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
        autoFocus={focuses && who === ''}
        value={name}
        error={asked ? nameIssue : null}
        onValueChange={setName}
      />
      <PasswordField
        label={t('password')}
        autoFocus={who !== ''}
        name="password"
        value={password}
        error={asked && passwordIssue !== null ? t(passwordIssue) : null}
        showLabel={c('showPassword')}
        hideLabelText={c('hidePassword')}
        onValueChange={setPassword}
      />
      <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
      <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
        {t('signIn')}
      </Button>
    </form>
  );
};
